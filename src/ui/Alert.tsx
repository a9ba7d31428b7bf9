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
  const { message, facts, details, error, tone = 'bad', isPart } = props
  // An alert around it is announced already.
  const role = isPart ? undefined : 'alert'
  const shownMessage = typeof message === 'string' ? <BidiText text={message} /> : message
  return (
    <div role={role} className={styles['alert']} data-tone={tone}>
      <Icon name="warning" />
      <div className="stack gap-1">
        <p className={styles['message']}>{shownMessage}</p>
        {facts !== undefined && (
          <p className="small">
            <BidiText text={facts} />
          </p>
        )}
        <AlertActions {...props} />
        {details !== undefined && <AlertDetails details={details} error={error} />}
      </div>
    </div>
  )
}

function AlertActions({ error, onRetry, children }: AlertProps) {
  const supportFor = use(AlertSupport)
  if (children === undefined && error === undefined && onRetry === undefined) return null
  return (
    <div className={`actions ${styles['actions']}`}>
      {onRetry !== undefined && (
        <Button icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      )}
      {children}
      {error !== undefined && supportFor(error, 'copy')}
    </div>
  )
}

function AlertDetails({ details, error }: { details: string; error: unknown }) {
  const supportFor = use(AlertSupport)
  return (
    <details className={`small ${styles['details']}`}>
      <summary>Details</summary>
      <code>{details}</code>
      <div className="actions">
        <CopyButton variant="icon" text={details} what="the details" />
        {error !== undefined && supportFor(error, 'requests')}
      </div>
    </details>
  )
}
