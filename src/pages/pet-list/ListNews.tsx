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
  const { list, loadedAt, shown } = watch
  return (
    <>
      {newPets !== undefined && (
        <p role="status" data-slot="changes">
          {list !== undefined &&
            shown === undefined &&
            // A list that could not be refreshed may be older than these pets.
            loadedAt >= newPets.addedAt &&
            addedMessage(newPets.added, list, rows)}
        </p>
      )}
      {isWatching && <ChangeWatch {...watch} />}
    </>
  )
}
