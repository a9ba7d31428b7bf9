import type { Int64 } from '#src/lib/int64.ts'
import type { Pet } from '#src/pets/pet.ts'
import { addedMessage } from './change-messages.ts'
import { ChangeWatch, type ChangeWatchProps } from './ChangeWatch.tsx'

export type ListNewsProps = ChangeWatchProps & {
  isWatching: boolean
  /** The pets that somebody has just added, if they came to see them in the list. */
  added: readonly Int64[] | undefined
  /** The pets of the list that a search leaves. */
  rows: readonly Pet[]
}

/** Says what is new in the list: pets that were just added here, and what others have changed. */
export function ListNews({ isWatching, added, rows, ...watch }: ListNewsProps) {
  const { list, shown } = watch
  const saysAdded = added !== undefined && list !== undefined && shown === undefined
  return (
    <>
      {added !== undefined && (
        <p role="status" data-slot="changes">
          {saysAdded && addedMessage(added, list, rows)}
        </p>
      )}
      {isWatching && <ChangeWatch {...watch} />}
    </>
  )
}
