import { type ComponentProps, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatTime } from '#src/lib/format-time.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { petPath } from '#src/lib/paths.ts'
import { OutcomeIcon } from '#src/outbox/ui/OutcomeIcon.tsx'
import { statusText } from '#src/pets/status-text.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './Card.module.css'
import type { CardItem } from './card-item.ts'
import { otherTabMessage } from './card-messages.ts'
import { OldAddressNote } from './OldAddressNote.tsx'
import { MAX_NAME_LENGTH } from './pet-name.ts'

type CardFrameProps = {
  card: CardItem
  icon: ComponentProps<typeof OutcomeIcon>['kind']
  headline: ReactNode
  /** A sentence that stands below the headline, for example why the service rejected the pet. */
  message?: string | undefined
  /** The pet to whose page the name leads. */
  petId?: Int64 | undefined
  /** `true` if screen readers say the headline and the message at once. */
  isAlert?: boolean
  needsDecision?: boolean
  /** A sentence that is shown while the pet is on its way. It may be empty. */
  notice?: ReactNode
  /** The buttons, as a group that is named after the pet. */
  actions?: ReactNode
  children?: ReactNode
}

/**
 * The parts that the cards of all states have in common: the name, the outcome, the facts and the
 * place of the buttons.
 */
export function CardFrame({
  card,
  icon,
  headline,
  message,
  petId,
  isAlert = false,
  needsDecision = false,
  notice,
  actions,
  children,
}: CardFrameProps) {
  const nameId = useId()
  const role = isAlert ? 'alert' : undefined
  // Another text is another element, because React cannot change a text that a translation has
  // replaced.
  const headlineKey = typeof headline === 'string' ? headline : icon
  return (
    <li data-kind={card.kind} data-decide={needsDecision || undefined} className={styles['card']}>
      {/* The alert is another element, because screen readers read an alert that is inserted,
          and ignore an element that becomes one. */}
      <div key={role} role={role}>
        <p className={styles['headline']} data-kind={icon}>
          <CardName id={nameId} name={card.newPet.name} petId={petId} />
          <span className={`row gap-1 small ${styles['outcome']}`}>
            <OutcomeIcon kind={icon} /> <span key={headlineKey}>{headline}</span>
          </span>{' '}
          <CardFacts card={card} />
        </p>
        {message !== undefined && (
          <p className={styles['message']}>
            <BidiText text={message} />
          </p>
        )}
      </div>
      {/* The notice has no part in the gaps below, because it is empty at first, and the cards must
          not move. */}
      {notice}
      <div className={`stack gap-2 ${styles['rest']}`}>
        {card.oldAddress !== undefined && <OldAddressNote address={card.oldAddress} wasSent={card.wasSent} />}
        <OtherTabNote card={card} />
        {children}
        {actions !== undefined && (
          <div role="group" aria-labelledby={nameId} className="actions">
            {actions}
          </div>
        )}
      </div>
    </li>
  )
}

/** Says that only another tab can send or correct the pet, where that is so. */
function OtherTabNote({ card: { canBeSent, isActionable, kind } }: { card: CardItem }) {
  const message = otherTabMessage(kind)
  if (canBeSent || !isActionable || message === undefined) return null
  return <p>{message}</p>
}

function CardName({ id, name, petId }: { id: string; name: string; petId: Int64 | undefined }) {
  const { id: environmentId } = useEnvironment()
  const className = `cut ${styles['name']}`
  const text = <BidiText text={name} max={MAX_NAME_LENGTH} />
  if (petId === undefined)
    return (
      <span id={id} className={className}>
        {text}
      </span>
    )
  return (
    <Link id={id} to={petPath(environmentId, petId)} className={className}>
      {text}
    </Link>
  )
}

/** The category, the status and when the pet was entered. */
function CardFacts({ card: { newPet, enteredAt, isUnsaved } }: { card: CardItem }) {
  const { categories } = useEnvironment()
  const category = categories.get(newPet.categoryId) ?? `Category ${newPet.categoryId}`
  return (
    <span className={`small cut ${styles['facts']}`}>
      <BidiText text={category} max={MAX_NAME_LENGTH} /> · {statusText(newPet.status)} ·{' '}
      <bdi>{formatTime(enteredAt)}</bdi>
      {isUnsaved && <strong> · Not saved</strong>}
    </span>
  )
}
