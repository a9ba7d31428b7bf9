import { createContext, type ReactNode, use } from 'react'
import { Button } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'
import { Icon } from './Icon.tsx'
import { BidiText } from './BidiText.tsx'
import styles from './Alert.module.css'

/** At the alert, and among its details. */
export type SupportPart = 'copy' | 'requests'

/** What an alert about a failed request offers besides; the app provides it, because it knows the request. */
export const AlertSupport = createContext<(error: unknown, part: SupportPart) => ReactNode>(() => null)

type AlertProps = {
  message: ReactNode
  /** What happened and what to do. */
  facts?: string | undefined
  /** Collapsed; for troubleshooting. */
  details?: string | undefined
  /** Of a request, for what helps to find out why (`AlertSupport`). */
  error?: unknown
  /** `attention` when nothing is known to have failed. */
  tone?: 'bad' | 'attention' | undefined
  /** Of something that is an alert already. */
  isPart?: boolean
  onRetry?: () => void
  children?: ReactNode
}

export function Alert(props: AlertProps) {
  const { message, facts, details, error, tone = 'bad', isPart } = props
  return (
    <div role={isPart ? undefined : 'alert'} className={styles['alert']} data-tone={tone}>
      <Icon name="warning" />
      <div className="stack gap-1">
        <p className={styles['message']}>
          {typeof message === 'string' ? <BidiText text={message} /> : message}
        </p>
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
