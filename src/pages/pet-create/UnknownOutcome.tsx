import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError, saidByService } from '#src/http/describe-error.ts'
import { shorten } from '#src/lib/shorten.ts'
import { lookForPet, type LookForPetResult } from '#src/pets/look-for-pet.ts'
import type { Pet } from '#src/pets/pet.ts'
import { listPetsNow } from '#src/pets/pet-queries.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { StillWaiting } from '#src/ui/StillWaiting.tsx'
import type { SentPet } from './pet-form.ts'
import { Isolated } from '#src/ui/Isolated.tsx'
import styles from './UnknownOutcome.module.css'

type UnknownOutcomeProps = {
  sent: SentPet
  /** `undefined` after a reload while the POST was on its way. */
  error: unknown
  /** A POST is on its way. */
  isSending: boolean
  onRecognise: (pet: Pet) => void
  onSendAgain: () => void
}

/** Neither added nor failed: the answer was lost. Nothing is sent again before a person has looked. */
export function UnknownOutcome({ sent, error, isSending, onRecognise, onSendAgain }: UnknownOutcomeProps) {
  const { name: service } = useEnvironment()
  const petstore = usePetstore()
  const client = useQueryClient()
  const [isLooking, setIsLooking] = useState(false)
  const [result, setResult] = useState<LookForPetResult | { kind: 'failed'; error: unknown }>()

  const looking = useRef<AbortController>(undefined)

  const look = async () => {
    looking.current = new AbortController()
    const { signal } = looking.current
    setIsLooking(true)
    try {
      setResult(await lookForPet(sent.newPet, sent.knownIds, listPetsNow(client, petstore), signal))
    } catch (failure) {
      setResult({ kind: 'failed', error: failure })
    } finally {
      setIsLooking(false)
    }
  }

  const lookAgain = (
    <Button onClick={() => void look()} busy={isLooking}>
      {isLooking ? 'Looking…' : result === undefined ? 'Look for it' : 'Look again'}
    </Button>
  )
  return (
    <div className={styles['unknown']}>
      <ErrorAlert
        tone="attention"
        message={
          <>
            We do not know whether {service} took this pet: <Isolated text={shortName(sent.newPet.name)} />
          </>
        }
        // The words speak of the POST, not of what a GET with this failure would say.
        facts={saidByService(error, service)}
        details={error === undefined ? undefined : describeError(error, service).details}
      >
        <p className={styles['advice']}>It may have been added. Look for it before you send it again.</p>
        {lookAgain}
      </ErrorAlert>
      <StillWaiting waiting={isLooking} service={service} onCancel={() => looking.current?.abort()} />
      <div role="status">
        {isLooking || result === undefined ? null : (
          <LookResult
            result={result}
            service={service}
            isSending={isSending}
            onRecognise={onRecognise}
            onSendAgain={onSendAgain}
          />
        )}
      </div>
    </div>
  )
}

type LookResultProps = Pick<UnknownOutcomeProps, 'isSending' | 'onRecognise' | 'onSendAgain'> & {
  result: LookForPetResult | { kind: 'failed'; error: unknown }
  service: string
}

function LookResult({ result, service, isSending, onRecognise, onSendAgain }: LookResultProps) {
  const { id } = useEnvironment()
  const sendAgain = (
    <Button onClick={onSendAgain} busy={isSending}>
      Send again
    </Button>
  )
  switch (result.kind) {
    case 'failed':
      return (
        <p>
          It could not be looked for. <Isolated text={describeError(result.error, service).message} />
        </p>
      )
    case 'there':
      return (
        <div className={styles['result']}>
          <p>
            {result.pets.length === 1
              ? `${service} has a pet like this one that was not known before:`
              : `${service} has ${result.pets.length} pets like this one that were not known before:`}
          </p>
          <ul>
            {result.pets.map((pet) => (
              <li key={pet.id}>
                <Link id={`like-${pet.id}`} to={`/${id}/pets/${pet.id}`}>
                  <Isolated text={shortName(pet.name)} />, ID {pet.id}
                </Link>
                <Button aria-describedby={`like-${pet.id}`} onClick={() => onRecognise(pet)}>
                  That is it
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )
    case 'not-there':
      return (
        <div className={styles['result']}>
          <p>It is not there: the list is whole, and no new pet in it is like this one.</p>
          {sendAgain}
        </div>
      )
    case 'cannot-tell':
      return (
        <div className={styles['result']}>
          <p>
            This cannot be told: it is not among the pets that {service} lists, but the lists are cut. The
            service gives at most 100 pets. If you send it again, it may be there twice.
          </p>
          {sendAgain}
        </div>
      )
  }
}

function shortName(name: string): string {
  return shorten(name, 60)
}
