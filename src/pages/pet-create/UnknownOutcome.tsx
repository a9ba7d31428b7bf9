import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError, serviceErrorText } from '#src/http/describe-error.ts'
import type { Pet } from '#src/pets/pet.ts'
import { Button } from '#src/ui/Button.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { CheckButton, CheckResult } from './CheckResult.tsx'
import type { UnknownPet } from './unknown-pets.ts'
import { PetName } from '#src/pets/PetName.tsx'
import styles from './UnknownOutcome.module.css'

type UnknownOutcomeProps = {
  pet: UnknownPet
  isSending: boolean
  onCheck: () => void
  onCancelCheck: () => void
  onConfirmMatch: (found: Pet) => void
  onAddAgain: () => void
  onLeave: () => void
}

/** The alert for one unknown pet. The check comes first: adding it again may create a duplicate. */
export function UnknownOutcome({ pet, isSending, onConfirmMatch, ...on }: UnknownOutcomeProps) {
  const { name: service } = useEnvironment()
  const { at, newPet, error, check } = pet
  const messageId = `unknown-${at}`
  const about = { busy: isSending, 'aria-describedby': messageId }
  return (
    <div className={styles['unknown']}>
      <Alert
        tone="attention"
        message={
          <span id={messageId}>
            <PetName name={newPet.name} /> may have been added, but {service} did not confirm it.
          </span>
        }
        // Not the message of describeError: it would speak of a failure, and the POST may have succeeded.
        facts={serviceErrorText(error, service)}
        details={error === undefined ? undefined : describeError(error, service).details}
        error={error}
      >
        <p className={styles['advice']}>Check before you add it again, to avoid a duplicate.</p>
        <CheckButton {...about} kinds={[check.kind]} onClick={on.onCheck} />
        <Button {...about} variant="quiet" onClick={on.onLeave}>
          Leave it
        </Button>
      </Alert>
      <SlowResponseNotice waiting={check.kind === 'checking'} service={service} onCancel={on.onCancelCheck} />
      <div role="status">
        {check.kind === 'none' || check.kind === 'checking' ? null : (
          <div className={styles['result']}>
            <CheckResult check={check} isSending={isSending} onConfirmMatch={onConfirmMatch} />
            {['failed', 'cancelled', 'not-found-yet'].includes(check.kind) ? null : (
              <Button
                {...about}
                variant={check.kind === 'found' ? 'quiet' : 'secondary'}
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
