import type { ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
import { Icon } from './Icon.tsx'
import { Isolated } from './Isolated.tsx'
import styles from './ErrorAlert.module.css'

type ErrorAlertProps = {
  /** What happened and what to do. */
  message: ReactNode
  /** The service's code and the HTTP status. */
  facts?: string | undefined
  /** Folded away: for whoever has to look into it. */
  details?: string | undefined
  /** `attention` when nothing failed for certain. */
  tone?: 'bad' | 'attention'
  /** Buttons: what the person can do now. */
  children?: ReactNode
}

export function ErrorAlert({ message, facts, details, tone = 'bad', children }: ErrorAlertProps) {
  return (
    <div role="alert" className={styles['alert']} data-tone={tone}>
      <Icon name="warning" className={styles['icon']} />
      <div className={styles['body']}>
        <p className={styles['message']}>
          {typeof message === 'string' ? <Isolated text={message} /> : message}
        </p>
        {facts === undefined ? null : (
          <p className={styles['facts']}>
            <Isolated text={facts} />
          </p>
        )}
        {children === undefined ? null : <div className={styles['actions']}>{children}</div>}
        {details === undefined ? null : (
          <details className={styles['details']}>
            <summary>Details</summary>
            <code>{details}</code>
            <CopyButton text={details} what="the details" />
          </details>
        )}
      </div>
    </div>
  )
}
