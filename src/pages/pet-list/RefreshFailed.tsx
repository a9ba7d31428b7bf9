import { use } from 'react'
import type { ErrorDescription } from '#src/http/describe-error.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { AlertSupport } from '#src/ui/alert-support.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import styles from './PetListPage.module.css'

type RefreshFailedProps = {
  failure: ErrorDescription
  /** When the pets that are shown were loaded. Milliseconds since 1970. */
  loadedAt: number
  onRetry: () => void
}

/** In the line above the rows, which stay as they are. */
export function RefreshFailed({ failure, loadedAt, onRetry }: RefreshFailedProps) {
  const { message, facts, details, error } = failure
  const supportFor = use(AlertSupport)
  return (
    <div role="alert" className={styles['failed']}>
      <span>Not refreshed. Showing {formatTime(loadedAt)}</span>
      <Button variant="quiet" onClick={onRetry}>
        Try again
      </Button>
      <details>
        <summary>Details</summary>
        <div className={`stack card ${styles['failure']}`}>
          <p>
            <BidiText text={message} />
          </p>
          {[facts, details].map((text) =>
            text === undefined ? null : (
              <p key={text} className="small">
                <BidiText text={text} />
              </p>
            ),
          )}
          {error === undefined ? null : supportFor(error)}
        </div>
      </details>
    </div>
  )
}
