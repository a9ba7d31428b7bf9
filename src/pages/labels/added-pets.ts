import type { Int64 } from '#src/lib/int64.ts'
import type { Entry } from '#src/outbox/entry.ts'
import type { Pet } from '#src/pets/pet.ts'

export type AddedPets = {
  /** Each once, in the order of the file, as they were sent. */
  readonly pets: readonly Pet[]
  /** Row numbers of the pets that were added, but whose ID the service did not return. */
  readonly withoutId: readonly number[]
  /** Rows that are waiting, left out or unknown: pets that may be added yet. */
  readonly open: number
}

export function addedPets(entries: readonly Entry[]): AddedPets {
  const pets = new Map<Int64, Pet>()
  const withoutId: number[] = []
  let open = 0
  for (const { row, newPet, state } of entries) {
    if (state.kind === 'rejected' || state.kind === 'not-sent') continue
    if (state.kind !== 'added') open += 1
    else if (state.id === undefined) withoutId.push(row?.number ?? 0)
    else if (newPet !== undefined) pets.set(state.id, { id: state.id, ...newPet })
  }
  return { pets: [...pets.values()], withoutId, open }
}
