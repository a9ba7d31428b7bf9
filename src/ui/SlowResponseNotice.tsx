import { Button } from './Button.tsx'
import styles from './SlowResponseNotice.module.css'
import { useIsOverdue } from './use-is-overdue.ts'

const NOTICE_DELAY_MS = 3000

type SlowResponseNoticeProps = {
  /**
   * Says whether a response is awaited, or what it is for. The delay starts each time this changes.
   */
  waiting: boolean | string
  service: string
  /** Says what cancelling means if that is not obvious. */
  note?: string
  onCancel: () => void
}

export function SlowResponseNotice({ waiting, service, note = '', onCancel }: SlowResponseNoticeProps) {
  const isOverdue = useIsOverdue(waiting, NOTICE_DELAY_MS)
  return (
    // A live region must exist before its text, or it is not announced.
    <div role="status">
      {isOverdue && (
        <div className={`row muted ${styles['waiting']}`}>
          <p>
            Still waiting for{' '}
            <span className="cut" title={service}>
              {service}
            </span>
            . {note}
          </p>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      )}
    </div>
  )
}
