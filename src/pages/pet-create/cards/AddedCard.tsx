import { Fragment } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { petPath } from '#src/lib/paths.ts'
import { MAY_MATCH } from '#src/outbox/conflict-text.ts'
import type { Pet } from '#src/pets/pet.ts'
import { addedHeadline, MAX_NAMED_PETS } from './card-messages.ts'
import type { CardProps } from './card-props.ts'
import { CardFrame } from './CardFrame.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import { Lookalikes } from './Lookalikes.tsx'

/** Shows a pet that was added. */
export function AddedCard({ card, state, form }: CardProps<'added'>) {
  const { duplicates, lookalikes } = card
  return (
    <CardFrame
      card={card}
      icon="added"
      headline={addedHeadline(state.id)}
      message={state.note}
      petId={state.id}
      actions={card.isUnsaved && card.canDiscard ? <DiscardButton card={card} form={form} /> : undefined}
    >
      <PossibleDuplicates pets={duplicates} />
      <Lookalikes intro={MAY_MATCH} entries={lookalikes} entry={card.item.entry} />
    </CardFrame>
  )
}

/**
 * Names pets that an earlier request of the same entry, or the browser by itself, may have added.
 */
function PossibleDuplicates({ pets }: { pets: readonly Pet[] }) {
  const { id: environmentId } = useEnvironment()
  if (pets.length === 0) return null
  const isOnlyOne = pets.length === 1
  const explanation = isOnlyOne ? 'it may be an older pet' : 'they may be older pets'
  const unnamedCount = pets.length - MAX_NAMED_PETS
  return (
    <p role="alert">
      {isOnlyOne ? 'Possible duplicate' : 'Possible duplicates'}:{' '}
      {pets.slice(0, MAX_NAMED_PETS).map(({ id }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link to={petPath(environmentId, id)}>ID {id}</Link>
        </Fragment>
      ))}
      {unnamedCount > 0 && ` and ${unnamedCount} more`} ({explanation})
    </p>
  )
}
