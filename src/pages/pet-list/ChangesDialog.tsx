import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { petPath } from '#src/lib/paths.ts'
import { rowTexts } from '#src/pets/table/pet-columns.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { changedFacts, type ChangeKind, changeWords } from './change-messages.ts'
import styles from './ChangesDialog.module.css'
import type { PetChange } from './list-changes.ts'
import type { ListChanges } from './shown-changes.ts'

type ChangesDialogProps = {
  news: ListChanges
  /** The kind that somebody asked for, or `undefined` for all. */
  kind: ChangeKind | undefined
  onClose: () => void
}

/** Names the pets that are new, changed or gone. Those that are gone are named as they were. */
export function ChangesDialog({ news: { changes, since, goneNote }, kind, onClose }: ChangesDialogProps) {
  const words = changeWords(changes).filter((word) => kind === undefined || word.kind === kind)
  return (
    <Modal title={`Changes since ${formatTime(since)}`} focusTitle onClose={onClose}>
      <div className="stack">
        {words.map((word) => (
          <section key={word.kind} aria-label={word.text}>
            <h3>{word.text}</h3>
            {word.kind === 'gone' && <p className="small">{goneNote}</p>}
            <ul className="divided">
              {changes
                .filter((change) => change.kind === word.kind)
                .map((change) => (
                  <Change key={change.pet.id} change={change} />
                ))}
            </ul>
          </section>
        ))}
      </div>
      <footer>
        <Button onClick={onClose}>Close</Button>
      </footer>
    </Modal>
  )
}

function Change({ change }: { change: PetChange }) {
  const { id: environmentId, categories } = useEnvironment()
  const { pet } = change
  const { texts } = rowTexts(pet, categories)
  const facts =
    change.kind === 'changed'
      ? changedFacts(change.before, pet, categories)
      : [`${texts.category} · ${texts.status}`]
  return (
    <li className={styles['pet']}>
      <p className={`split ${styles['name']}`}>
        <Link to={petPath(environmentId, pet.id)}>
          <BidiText text={texts.name} />
        </Link>
        <span className="small">ID {pet.id}</span>
      </p>
      {facts.map((fact) => (
        <p key={fact} className="small">
          <BidiText text={fact} />
        </p>
      ))}
    </li>
  )
}
