import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import type { Pet } from '#src/pets/pet.ts'
import { Button } from '#src/ui/Button.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './CheckResult.module.css'
import type { CheckState } from './unknown-pets.ts'
import { PetName } from '#src/pets/PetName.tsx'

type CheckButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & {
  kinds: readonly CheckState['kind'][]
}

export function CheckButton({ kinds, busy = false, ...button }: CheckButtonProps) {
  const isChecking = kinds.includes('checking')
  return (
    <Button {...button} busy={busy || isChecking}>
      {isChecking ? 'Checking…' : kinds.every((kind) => kind === 'none') ? 'Check for it' : 'Check again'}
    </Button>
  )
}

type CheckResultProps = {
  check: CheckState
  /** In the dialog, where a match is the primary action. */
  isQuestion?: boolean
  isSending: boolean
  onConfirmMatch: (found: Pet) => void
}

export function CheckResult({ check, isQuestion = false, isSending, onConfirmMatch }: CheckResultProps) {
  const { id, name: service } = useEnvironment()
  switch (check.kind) {
    case 'none':
      return <p>It has not been checked yet.</p>
    case 'checking':
      return <p>The check is not finished yet.</p>
    case 'cancelled':
      return <p>Check cancelled.</p>
    case 'failed':
      return (
        <p>
          The check failed. <BidiText text={describeError(check.error, service).message} />
        </p>
      )
    case 'found':
      return (
        <div className={styles['found']}>
          <p>
            {check.pets.length === 1
              ? 'Found a new matching pet:'
              : `Found ${formatNumber(check.pets.length)} new matching pets:`}
          </p>
          <ul>
            {check.pets.map((pet) => (
              <li key={pet.id}>
                <Link id={`found-${pet.id}`} to={`/${id}/pets/${pet.id}`}>
                  <PetName name={pet.name} />, ID {pet.id}
                </Link>
                <Button
                  aria-describedby={`found-${pet.id}`}
                  variant={isQuestion && check.pets.length === 1 ? 'primary' : 'secondary'}
                  busy={isSending}
                  onClick={() => onConfirmMatch(pet)}
                >
                  Yes, this is it
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )
    case 'not-found-yet':
      return <p>Not found yet, but the request may still be on its way. Check again in a minute.</p>
    case 'not-found':
      return <p>Not found in the full list.</p>
    case 'inconclusive':
      return (
        <p>
          Not found, but {service} returns at most 100 pets per list. Adding it again could create a
          duplicate.
        </p>
      )
  }
}
