import { createContext, type ReactNode, use } from 'react'
import { Button } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'
import { Icon } from './Icon.tsx'
import { BidiText } from './BidiText.tsx'
import styles from './Alert.module.css'

/** The place of the further help: at the alert, or among its details. */
export type SupportPart = 'copy' | 'requests'

/**
 * Renders the further help of an alert about a failed request. The app provides it, because it
 * knows the request.
 */
export const AlertSupport = createContext<(error: unknown, part: SupportPart) => ReactNode>(() => null)

type AlertProps = {
  message: ReactNode
  /** Says what happened and what to do. */
  facts?: string | undefined
  /** Collapsed text for troubleshooting. */
  details?: string | undefined
  /** The error of a request, with which `AlertSupport` helps to find out why. */
  error?: unknown
  /** It is `attention` when nothing is known to have failed. */
  tone?: 'bad' | 'attention' | undefined
  /** It is `true` when the alert is a part of another one. */
  isPart?: boolean
  onRetry?: () => void
  children?: ReactNode
}

export function Alert(props: AlertProps) {
  const { message, facts, details, error, tone = 'bad', isPart, onRetry, children } = props
  const supportFor = use(AlertSupport)
  return (
    <div role={isPart ? undefined : 'alert'} className={styles['alert']} data-tone={tone}>
      <Icon name="warning" />
      <div className="stack gap-1">
        <p className={styles['message']}>
          {typeof message === 'string' ? <BidiText text={message} /> : message}
        </p>
        {facts === undefined ? null : (
          <p className="small">
            <BidiText text={facts} />
          </p>
        )}
        {children === undefined && error === undefined && onRetry === undefined ? null : (
          <div className={`actions ${styles['actions']}`}>
            {onRetry === undefined ? null : (
              <Button icon="refresh" onClick={onRetry}>
                Try again
              </Button>
            )}
            {children}
            {error === undefined ? null : supportFor(error, 'copy')}
          </div>
        )}
        {details === undefined ? null : (
          <details className={`small ${styles['details']}`}>
            <summary>Details</summary>
            <code>{details}</code>
            <div className="actions">
              <CopyButton variant="icon" text={details} what="the details" />
              {error === undefined ? null : supportFor(error, 'requests')}
            </div>
          </details>
        )}
      </div>
    </div>
  )
}
