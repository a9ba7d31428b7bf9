import { useEnvironment } from '#src/config/environment-context.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import styles from './AddAgainDialog.module.css'
import { CheckButton, CheckResult } from './CheckResult.tsx'
import { ImportsWithPet } from './ImportsWithPet.tsx'
import type { MayBeAdded, UnknownPet } from './unknown-pets.ts'
import { PetName } from '#src/pets/PetName.tsx'

type AddAgainDialogProps = {
  newPet: NewPet
  mayBeAdded: MayBeAdded
  isSending: boolean
  onCheck: () => void
  onConfirmMatch: (pet: UnknownPet, found: Pet) => void
  onConfirm: () => void
  onClose: () => void
}

export function AddAgainDialog({
  newPet,
  mayBeAdded: { unknown: unresolved, imports },
  isSending,
  onConfirmMatch,
  ...on
}: AddAgainDialogProps) {
  const { name: service } = useEnvironment()
  const kinds = unresolved.map(({ check }) => check.kind)
  const isSafe = imports.length === 0 && kinds.every((kind) => kind === 'not-found')
  const isOpen = kinds.some((kind) => ['none', 'failed', 'cancelled', 'not-found-yet'].includes(kind))
  return (
    <Modal title="Add this pet again?" onClose={on.onClose}>
      {unresolved.map((pet) => (
        <div key={pet.at} className={styles['pet']}>
          <p>
            {pet.isLeft === true ? 'You left ' : null}
            <PetName name={pet.newPet.name} />
            {pet.isLeft === true
              ? ` unconfirmed. It may already be in ${service}.`
              : ` may have been added, but ${service} did not confirm it.`}
          </p>
          <div role="status">
            <CheckResult
              check={pet.check}
              isQuestion
              isSending={isSending}
              onConfirmMatch={(found) => onConfirmMatch(pet, found)}
            />
          </div>
        </div>
      ))}
      {imports.length === 0 ? null : (
        <div className={styles['pet']}>
          <p>
            <PetName name={newPet.name} /> may already have been added by an import. Check there first:
          </p>
          <ImportsWithPet imports={imports} />
        </div>
      )}
      {/* The first button gets the focus, so it must not be the one that sends. */}
      <div className="actions">
        {unresolved.length === 0 ? null : (
          <CheckButton
            variant={isOpen ? 'primary' : 'secondary'}
            kinds={kinds}
            busy={isSending}
            onClick={on.onCheck}
          />
        )}
        <Button variant={isSafe ? 'primary' : 'secondary'} busy={isSending} onClick={on.onConfirm}>
          Add it again
        </Button>
        <Button onClick={on.onClose}>Cancel</Button>
      </div>
    </Modal>
  )
}
