import { useId } from 'react'
import { Link } from 'react-router'
import { hasKeyboard } from '#src/browser/keyboard-use.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { requestLog } from '#src/http/request-log.ts'
import { servicePath } from '#src/lib/paths.ts'
import { redactKey } from '#src/lib/redact-key.ts'
import { outcomeOf, supportText } from '#src/pages/service/request-texts.ts'
import { useSessionState } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './HelpDialog.module.css'
import { Keys } from './Keys.tsx'
import { shortcutsAreOn } from './shortcuts.ts'

/** Says what to do when something does not work, and which keys there are. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  // Somebody who has switched the shortcuts off has a keyboard, and may want them back.
  const showsKeys = hasKeyboard() || !shortcutsAreOn()
  return (
    <Modal title="Help" focusTitle onClose={onClose}>
      <Trouble onLeave={onClose} />
      {showsKeys && <Keys />}
      <Button onClick={onClose}>Close</Button>
    </Modal>
  )
}

/** Leads to the page that finds out what is wrong, and offers a text for whoever helps. */
function Trouble({ onLeave }: { onLeave: () => void }) {
  const environment = useEnvironment()
  const { key } = useSessionState()
  const record = useRequestToReport(environment.id)
  const factsId = useId()
  return (
    <section className={styles['trouble']}>
      <p>
        Something not working? Open{' '}
        <Link to={servicePath(environment.id)} onClick={onLeave}>
          Service
        </Link>{' '}
        to check the connection.
      </p>
      <div className="actions">
        <CopyButton
          text={redactKey(supportText(environment, record), key)}
          what="for support"
          variant="secondary"
          describedBy={factsId}
        />
      </div>
      <p id={factsId} className="small">
        Version, browser and the last request that failed, without your API key.
      </p>
    </section>
  )
}

/** Returns the last request that did not succeed, or else the last one. */
function useRequestToReport(environmentId: string) {
  const records = useStore(requestLog).filter((record) => record.environmentId === environmentId)
  return records.find((record) => outcomeOf(record).kind !== 'succeeded') ?? records[0]
}
