import type { Int64 } from '#src/lib/int64.ts'
import type { Pet, PetList } from '#src/pets/pet.ts'

/**
 * A pet that differs between a list and a newer one. `pet` is from the newer list or, if it is
 * gone, from the older.
 */
export type PetChange =
  | { readonly kind: 'new' | 'gone'; readonly pet: Pet }
  | { readonly kind: 'changed'; readonly pet: Pet; readonly before: Pet }

/** The words that rows say about their pets, by ID. */
export type Marks = ReadonlyMap<Int64, string>

/**
 * Returns what changed from one list to another. An ID that a list has twice counts once, and the
 * order of the pets says nothing. When lists are cut, the line above the rows says that there may
 * be more.
 */
export function listChanges(olderList: PetList, newerList: PetList): readonly PetChange[] {
  const [old, current] = [petsById(olderList), petsById(newerList)]
  const ofCurrent = [...current.values()].flatMap((pet) => changeOf(old.get(pet.id), pet))
  const gone = [...old.values()].filter(({ id }) => !current.has(id))
  return [...ofCurrent, ...gone.map((pet) => ({ kind: 'gone', pet }) as const)]
}

/** Returns how the rows of the newer list are marked. */
export function marksOf(changes: readonly PetChange[]): Marks {
  const marks = new Map<Int64, string>()
  for (const { kind, pet } of changes) if (kind !== 'gone') marks.set(pet.id, MARKS[kind])
  return marks
}

const MARKS = { new: 'New', changed: 'Changed' } as const

function changeOf(before: Pet | undefined, pet: Pet): PetChange | [] {
  if (before === undefined) return { kind: 'new', pet }
  return factsOf(before) === factsOf(pet) ? [] : { kind: 'changed', pet, before }
}

/** Returns the facts about a pet, of which a change counts, as a text that can be compared. */
function factsOf({ name, categoryId, status }: Pet): string {
  return JSON.stringify([name, categoryId, status])
}

function petsById({ pets }: PetList): ReadonlyMap<Int64, Pet> {
  return new Map(pets.map((pet) => [pet.id, pet]))
}
