import type { AddedPetsState } from '#src/pets/added-pets.ts'
import type { Pet } from '#src/pets/pet.ts'
import { addedMessage } from './change-messages.ts'
import { ChangeWatch, type ChangeWatchProps } from './ChangeWatch.tsx'

export type ListNewsProps = ChangeWatchProps & {
  isWatching: boolean
  /** The pets that somebody has just added, if they came to see them in the list. */
  newPets: AddedPetsState | undefined
  /** The pets of the list that a search leaves. */
  rows: readonly Pet[]
}

/** Says what is new in the list: pets that were just added here, and what others have changed. */
export function ListNews({ isWatching, newPets, rows, ...watch }: ListNewsProps) {
  return (
    <>
      {newPets !== undefined && (
        <p role="status" data-slot="changes">
          {newPetsMessage(newPets, rows, watch)}
        </p>
      )}
      {isWatching && <ChangeWatch {...watch} />}
    </>
  )
}

/** Returns what the list says of the new pets, which is empty while it has nothing to say. */
function newPetsMessage(
  { added, addedAt }: AddedPetsState,
  rows: readonly Pet[],
  { list, loadedAt, shown }: ChangeWatchProps,
): string {
  if (list === undefined || shown !== undefined) return ''
  // A list that could not be refreshed may be older than these pets.
  return loadedAt < addedAt ? '' : addedMessage(added, list, rows)
}
