import { type Int64, compareInt64 } from '#src/lib/int64.ts'
import { IN_FLIGHT_GRACE_MS } from '#src/pets/reconcile-lost-post.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import { listsCover, type FetchedList } from '#src/pets/stock.ts'
import { matchesNewPet, samePetKey } from '#src/pets/same-pet.ts'
import type { ImportRow } from './import-journal.ts'
import type { RowOutcome } from './import-types.ts'

export type Reconciliation = {
  /** Unknown rows (by position) that are in the lists, and as which pet. */
  readonly found: ReadonlyMap<number, Pet>
  /** Unknown rows that are not in a complete list that would contain them. */
  readonly notFound: readonly number[]
  /** Not in the lists, but the app gave up their requests so recently that they may still arrive. */
  readonly notFoundYet: readonly number[]
  /** Unknown rows that are not in the lists, but the lists are truncated. */
  readonly inconclusive: readonly number[]
  /** Pets that match a row that was sent but whose ID is in no record, with the number of that row. */
  readonly duplicates: readonly { readonly pet: Pet; readonly rowNumber: number }[]
  /** Whether there may be more of them: a list that has the pets of a row is truncated. */
  readonly isTruncated: boolean
}

/** Whether the request of an unknown row may still arrive. */
export type MayArrive = (row: Pick<ImportRow, 'newPet' | 'outcome'>) => boolean

/**
 * Finds out what happened to the unknown rows of an import, and which pets it may have added twice.
 * @param knownElsewhere the IDs in other records: their pets cannot be those of a row of this one.
 */
export function reconcile(
  rows: readonly ImportRow[],
  lists: readonly FetchedList[],
  knownElsewhere: ReadonlySet<Int64>,
  mayArrive: MayArrive,
): Reconciliation {
  const known = new Set(knownElsewhere)
  for (const { outcome } of rows) {
    if (outcome.kind === 'added' && outcome.id !== undefined) known.add(outcome.id)
  }
  const unrecordedPets = new Map<Int64, Pet>()
  for (const { list } of lists) {
    for (const pet of list.pets) if (!known.has(pet.id)) unrecordedPets.set(pet.id, pet)
  }

  // Oldest first: a row's own pet comes before its duplicates.
  const unclaimed = Map.groupBy(
    [...unrecordedPets.values()].toSorted((a, b) => compareInt64(a.id, b.id)),
    samePetKey,
  )
  const claimMatch = (newPet: NewPet): Pet | undefined => {
    const pets = unclaimed.get(samePetKey(newPet)) ?? []
    const at = pets.findIndex((pet) => matchesNewPet(pet, newPet))
    return at === -1 ? undefined : pets.splice(at, 1)[0]
  }

  const sent = rows.flatMap(({ position, number, newPet, outcome }) =>
    newPet !== undefined && (outcome.kind === 'added' || outcome.kind === 'unknown')
      ? [{ position, number, newPet, outcome }]
      : [],
  )
  // Rows with a status claim first: those without one match pets of any status.
  sent.sort((a, b) => Number(a.newPet.status === undefined) - Number(b.newPet.status === undefined))
  // Rows that were added with an unreadable response have a pet, too; only its ID is not known.
  for (const { newPet, outcome } of sent)
    if (outcome.kind === 'added' && outcome.id === undefined) claimMatch(newPet)

  const found = new Map<number, Pet>()
  const notFound: number[] = []
  const notFoundYet: number[] = []
  const inconclusive: number[] = []
  for (const { position, newPet, outcome } of sent) {
    if (outcome.kind !== 'unknown') continue
    const pet = claimMatch(newPet)
    if (pet !== undefined) found.set(position, pet)
    else if (mayArrive({ newPet, outcome })) notFoundYet.push(position)
    else if (!listsCover(newPet.status, lists)) inconclusive.push(position)
    else notFound.push(position)
  }

  const duplicates: { pet: Pet; rowNumber: number }[] = []
  for (const { number, newPet } of sent) {
    for (let pet = claimMatch(newPet); pet !== undefined; pet = claimMatch(newPet))
      duplicates.push({ pet, rowNumber: number })
  }
  return {
    found: new Map([...found].toSorted(([a], [b]) => a - b)),
    notFound: inOrder(notFound),
    notFoundYet: inOrder(notFoundYet),
    inconclusive: inOrder(inconclusive),
    duplicates: duplicates.toSorted((a, b) => a.rowNumber - b.rowNumber),
    isTruncated: sent.some(({ newPet }) => !listsCover(newPet.status, lists)),
  }
}

/**
 * Whether the app gave up the request of a row so recently that it may still reach the service.
 * @param at milliseconds since 1970.
 */
export function mayStillArrive(outcome: RowOutcome, at: number): boolean {
  return outcome.kind === 'unknown' && at - (outcome.givenUpAt ?? -Infinity) < IN_FLIGHT_GRACE_MS
}

function inOrder(positions: readonly number[]): readonly number[] {
  return positions.toSorted((a, b) => a - b)
}
