import { type Int64, compareInt64 } from '#src/lib/int64.ts'
import { LIMIT_MAX, type NewPet, type Pet, PET_STATUSES, type PetList } from '#src/pets/pet.ts'
import type { PetFilter } from '#src/pets/petstore.ts'
import type { ImportRow } from './import-store.ts'

export type ListCheck = {
  /** Unknown rows (by position) that are in the list, and as which pet. */
  readonly found: ReadonlyMap<number, Pet>
  /** Unknown rows that are not in a list that must hold them and is whole. */
  readonly notThere: readonly number[]
  /** Unknown rows that are not in the lists, but the lists are cut. */
  readonly cannotTell: readonly number[]
  /** Pets that look like a row that was sent, with an ID that the record does not know, and the number of that row. */
  readonly duplicates: readonly { readonly pet: Pet; readonly rowNumber: number }[]
  /** A list was cut, so there may be duplicates behind the cut. */
  readonly isCut: boolean
}

type ReadList = { readonly status: string | undefined; readonly list: PetList }

/** Reads the list operation as the contract has it (no status, then each status, limit 100). @throws what `listPets` throws. */
export async function readLists(
  listPets: (filter: PetFilter) => Promise<PetList>,
): Promise<readonly ReadList[]> {
  const lists: ReadList[] = []
  for (const status of [undefined, ...PET_STATUSES]) {
    lists.push({ status, list: await listPets({ limit: LIMIT_MAX, status }) })
  }
  return lists
}

/** Holds the lists against the record of an import (app-contract, "Importing"). */
export function checkList(rows: readonly ImportRow[], lists: readonly ReadList[]): ListCheck {
  const known = new Set<Int64>()
  for (const { outcome } of rows) {
    if (outcome.kind === 'added' && outcome.id !== undefined) known.add(outcome.id)
  }
  const strangers = new Map<Int64, Pet>()
  for (const { list } of lists) {
    for (const pet of list.pets) if (!known.has(pet.id)) strangers.set(pet.id, pet)
  }
  const isWhole = ({ list }: ReadList) => list.returned < LIMIT_MAX && list.unreadable.length === 0
  const wholeStatuses = new Set(lists.filter(isWhole).map(({ status }) => status))

  // Oldest first: the pet of the row itself comes before its copies.
  const alike = Map.groupBy(
    [...strangers.values()].toSorted((a, b) => compareInt64(a.id, b.id)),
    (pet) => likeness(pet),
  )
  const take = (newPet: NewPet): Pet | undefined => {
    const pets = alike.get(likeness(newPet)) ?? []
    // No default is documented for a status that was left out, so a service may have set any.
    const at = pets.findIndex(({ status }) => newPet.status === undefined || newPet.status === status)
    return at === -1 ? undefined : pets.splice(at, 1)[0]
  }

  const sent = rows.flatMap(({ position, number, newPet, outcome }) =>
    newPet !== undefined && (outcome.kind === 'added' || outcome.kind === 'unknown')
      ? [{ position, number, newPet, outcome }]
      : [],
  )
  // A row that says its status takes its pet before one that would take any.
  sent.sort((a, b) => Number(a.newPet.status === undefined) - Number(b.newPet.status === undefined))
  // A row whose answer could not be read has a pet of its own there, whose ID is merely not known.
  for (const { newPet, outcome } of sent)
    if (outcome.kind === 'added' && outcome.id === undefined) take(newPet)

  const found = new Map<number, Pet>()
  const notThere: number[] = []
  const cannotTell: number[] = []
  for (const { position, newPet, outcome } of sent) {
    if (outcome.kind !== 'unknown') continue
    const pet = take(newPet)
    if (pet !== undefined) found.set(position, pet)
    else if (
      wholeStatuses.has(undefined) ||
      (newPet.status !== undefined && wholeStatuses.has(newPet.status))
    ) {
      notThere.push(position)
    } else cannotTell.push(position)
  }

  const duplicates: { pet: Pet; rowNumber: number }[] = []
  for (const { number, newPet } of sent) {
    for (let pet = take(newPet); pet !== undefined; pet = take(newPet))
      duplicates.push({ pet, rowNumber: number })
  }
  return {
    found: new Map([...found].toSorted(([a], [b]) => a - b)),
    notThere: inOrder(notThere),
    cannotTell: inOrder(cannotTell),
    duplicates: duplicates.toSorted((a, b) => a.rowNumber - b.rowNumber),
    isCut: !lists.every(isWhole) && !wholeStatuses.has(undefined),
  }
}

function inOrder(positions: readonly number[]): readonly number[] {
  return positions.toSorted((a, b) => a - b)
}

function likeness({ name, categoryId }: Pick<Pet, 'name' | 'categoryId'>): string {
  return JSON.stringify([name, categoryId])
}
