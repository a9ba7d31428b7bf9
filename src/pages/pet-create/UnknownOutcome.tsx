import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError, saidByService } from '#src/http/describe-error.ts'
import type { Pet } from '#src/pets/pet.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { StillWaiting } from '#src/ui/StillWaiting.tsx'
import { CheckButton, CheckWords } from './CheckWords.tsx'
import type { UnknownPet } from './create-pet-store.ts'
import { PetName } from './PetName.tsx'
import styles from './UnknownOutcome.module.css'

type UnknownOutcomeProps = {
  pet: UnknownPet
  /** A POST is on its way. */
  isSending: boolean
  onCheck: () => void
  onCancelCheck: () => void
  onRecognise: (found: Pet) => void
  onAddAgain: () => void
  onLeave: () => void
}

/** Neither added nor failed: the answer was lost. The check is the first thing that is offered. */
export function UnknownOutcome({ pet, isSending, onRecognise, ...on }: UnknownOutcomeProps) {
  const { name: service } = useEnvironment()
  const { at, newPet, error, check } = pet
  const messageId = `unknown-${at}`
  const about = { busy: isSending, 'aria-describedby': messageId }
  return (
    <div className={styles['unknown']}>
      <ErrorAlert
        tone="attention"
        message={
          <span id={messageId}>
            <PetName name={newPet.name} /> may have been added, but {service} did not confirm it
          </span>
        }
        // The words speak of the POST, not of what a GET with this failure would say.
        facts={saidByService(error, service)}
        details={error === undefined ? undefined : describeError(error, service).details}
      >
        <p className={styles['advice']}>Check before you add it again, to avoid a duplicate.</p>
        <CheckButton {...about} kinds={[check.kind]} onClick={on.onCheck} />
        <Button {...about} variant="quiet" onClick={on.onLeave}>
          Leave it
        </Button>
      </ErrorAlert>
      <StillWaiting waiting={check.kind === 'checking'} service={service} onCancel={on.onCancelCheck} />
      <div role="status">
        {check.kind === 'none' || check.kind === 'checking' ? null : (
          <div className={styles['result']}>
            <CheckWords check={check} isSending={isSending} onRecognise={onRecognise} />
            {['failed', 'cancelled', 'not-yet'].includes(check.kind) ? null : (
              <Button
                {...about}
                variant={check.kind === 'there' ? 'quiet' : 'secondary'}
                onClick={on.onAddAgain}
              >
                Add it again
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}
