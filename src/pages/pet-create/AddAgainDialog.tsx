import { useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import styles from './AddAgainDialog.module.css'
import { CheckButton, CheckResult } from './CheckResult.tsx'
import type { AddedPet } from './create-pet-store.ts'
import { PetMatches } from './PetMatches.tsx'
import type { MayBeAdded, UnknownPet } from './unknown-pets.ts'
import { useStoredMatches } from './use-stored-matches.ts'
import { PetName } from '#src/pets/PetName.tsx'

type AddAgainDialogProps = {
  newPet: NewPet
  mayBeAdded: MayBeAdded
  added: readonly AddedPet[]
  isSending: boolean
  onCheck: () => void
  onConfirmMatch: (pet: UnknownPet, found: Pet) => void
  onConfirm: () => void
  onClose: () => void
}

export function AddAgainDialog({
  newPet,
  mayBeAdded: { unknown: unresolved, imports },
  added,
  isSending,
  onConfirmMatch,
  ...on
}: AddAgainDialogProps) {
  const { name: service } = useEnvironment()
  const stored = useStoredMatches(newPet, added)
  /** A POST of this page was lost. */
  const isUnconfirmed = unresolved.length > 0
  // An Enter that is still to come, of a scanner for example, must not follow a link.
  const [hasLinks] = useState(imports.length > 0)
  const kinds = unresolved.map(({ check }) => check.kind)
  const isSafe = imports.length === 0 && kinds.every((kind) => kind === 'not-found')
  const isOpen = kinds.some((kind) => ['none', 'failed', 'cancelled', 'not-found-yet'].includes(kind))
  return (
    <Modal
      title={isUnconfirmed ? 'Add this pet again?' : 'Add this pet anyway?'}
      focusTitle={hasLinks}
      onClose={on.onClose}
    >
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
          {isUnconfirmed ? null : (
            <p>
              <strong>
                <PetName name={newPet.name} />
              </strong>
            </p>
          )}
          <PetMatches pets={isUnconfirmed ? [] : stored} imports={imports} />
        </div>
      )}
      {/* Without links the first button gets the focus, so it must not be the one that sends. */}
      <div className="actions">
        {isUnconfirmed ? (
          <CheckButton
            variant={isOpen ? 'primary' : 'secondary'}
            kinds={kinds}
            busy={isSending}
            onClick={on.onCheck}
          />
        ) : null}
        <Button variant={isSafe ? 'primary' : 'secondary'} busy={isSending} onClick={on.onConfirm}>
          {isUnconfirmed ? 'Add it again' : 'Add it anyway'}
        </Button>
        <Button onClick={on.onClose}>Cancel</Button>
      </div>
    </Modal>
  )
}
