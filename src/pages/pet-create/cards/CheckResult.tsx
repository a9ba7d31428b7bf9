import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { petPath } from '#src/lib/paths.ts'
import type { EntryId } from '#src/outbox/entry.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import type { Pet } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import { useKeyProblem } from '#src/session/session-context.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { BusyUntil } from './BusyUntil.tsx'
import styles from './Card.module.css'
import type { CardItem } from './card-item.ts'
import {
  failedCheckText,
  type FoundCheck,
  type NotFoundCheck,
  otherPetsMessage,
  petCheckMessage,
} from './card-messages.ts'

/**
 * Says in a live region what the lists have of a pet which may have been added. The region is there
 * before its text.
 */
export function CheckResult({ card }: { card: CardItem }) {
  return (
    <div aria-live="polite" className="stack gap-1">
      <CheckText card={card} />
    </div>
  )
}

function CheckText({ card }: { card: CardItem }) {
  const { check, item } = card
  const waitingUntil = item.run.phase === 'running' ? item.run.waitingUntil : undefined
  if (check === undefined) return null
  // "Add it again" was pressed: the lists are read after the wait.
  if (check.kind === 'checking' && waitingUntil !== undefined)
    return (
      <p key="waiting">
        <BusyUntil at={waitingUntil} />
      </p>
    )
  if (check.kind === 'found') return <FoundResult card={card} check={check} />
  return <NotFoundResult card={card} check={check} />
}

/**
 * Offers the pets that were found, and names others that may be the one which was sent. If the
 * lists could not be read since, it says so.
 */
function FoundResult({ card, check }: { card: CardItem; check: FoundCheck }) {
  const { name: environmentName } = useEnvironment()
  const othersMessage = otherPetsMessage(check, environmentName)
  return (
    <>
      <FoundPets pets={check.pets} entryId={card.id} />
      {othersMessage !== undefined && (
        <p>
          <BidiText text={othersMessage} />
        </p>
      )}
      {check.readingError !== undefined && (
        <p>
          <BidiText text={failedCheckText(check.readingError, environmentName)} />
        </p>
      )}
    </>
  )
}

/**
 * Says what the lists prove, and offers the pets that answer no other entry: an older one, if the
 * service has given its ID again, or one that seems to be that of a row which somebody has marked.
 */
function NotFoundResult({ card, check }: { card: CardItem; check: NotFoundCheck }) {
  const { name: environmentName } = useEnvironment()
  const keyProblem = useKeyProblem()
  const { olderPets = [], reservedPets = [] } = check.kind === 'may-be-taken' ? check : {}
  return (
    <>
      <p key={check.kind}>
        <BidiText text={petCheckMessage(card.newPet, check, environmentName, keyProblem)} />
      </p>
      <FoundPets pets={[...olderPets, ...reservedPets]} entryId={card.id} />
    </>
  )
}

function FoundPets({ pets, entryId }: { pets: readonly Pet[]; entryId: EntryId }) {
  return pets.map((pet) => <FoundPet key={pet.id} pet={pet} entryId={entryId} />)
}

/** Shows a pet of the lists that may be the one which was sent, and the button that says so. */
function FoundPet({ pet, entryId }: { pet: Pet; entryId: EntryId }) {
  const { id: environmentId, name: environmentName, categories } = useEnvironment()
  const { byHand } = useOutbox()
  return (
    <p className={`split gap-1 ${styles['found']}`}>
      <span>
        In <BidiText text={environmentName} />:{' '}
        <Link to={petPath(environmentId, pet.id)} className="cut">
          <BidiText text={pet.name} max={60} />
        </Link>{' '}
        · ID {pet.id} · <BidiText text={categories.get(pet.categoryId) ?? pet.categoryId} /> ·{' '}
        <BidiText text={statusText(pet.status)} />
      </span>
      <Button aria-label={`This is it, ID ${pet.id}`} onClick={() => void byHand.markAdded(entryId, pet.id)}>
        This is it
      </Button>
    </p>
  )
}
