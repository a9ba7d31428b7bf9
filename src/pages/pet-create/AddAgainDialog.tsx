import { useEnvironment } from '#src/config/environment-context.ts'
import type { Pet } from '#src/pets/pet.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import styles from './AddAgainDialog.module.css'
import { CheckButton, CheckWords } from './CheckWords.tsx'
import type { UnknownPet } from './create-pet-store.ts'
import { PetName } from './PetName.tsx'

type AddAgainDialogProps = {
  /** The unknown pets that would be in the store a second time. */
  doubts: readonly UnknownPet[]
  isSending: boolean
  onCheck: () => void
  onRecognise: (doubt: UnknownPet, found: Pet) => void
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a pet is sent again, with what is known of it; a check can still be made here. */
export function AddAgainDialog({ doubts, isSending, onRecognise, ...on }: AddAgainDialogProps) {
  const { name: service } = useEnvironment()
  const kinds = doubts.map(({ check }) => check.kind)
  const isSafe = kinds.every((kind) => kind === 'not-there')
  const isOpen = kinds.some((kind) => ['none', 'failed', 'cancelled', 'not-yet'].includes(kind))
  return (
    <Modal title="Add this pet again?" onClose={on.onClose}>
      {doubts.map((doubt) => (
        <div key={doubt.at} className={styles['doubt']}>
          <p>
            {doubt.isLeft === true ? 'You left ' : null}
            <PetName name={doubt.newPet.name} />
            {doubt.isLeft === true
              ? ` unconfirmed. It may already be in ${service}.`
              : ` may have been added, but ${service} did not confirm it.`}
          </p>
          <div role="status">
            <CheckWords
              check={doubt.check}
              isQuestion
              isSending={isSending}
              onRecognise={(found) => onRecognise(doubt, found)}
            />
          </div>
        </div>
      ))}
      {/* Sending is never what has the focus first. */}
      <div className={styles['actions']}>
        <CheckButton
          variant={isOpen ? 'primary' : 'secondary'}
          kinds={kinds}
          busy={isSending}
          onClick={on.onCheck}
        />
        <Button variant={isSafe ? 'primary' : 'secondary'} busy={isSending} onClick={on.onConfirm}>
          Add it again
        </Button>
        <Button onClick={on.onClose}>Cancel</Button>
      </div>
    </Modal>
  )
}
