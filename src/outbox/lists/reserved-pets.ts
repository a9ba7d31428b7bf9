import { compareInt64, type Int64 } from '#src/lib/int64.ts'
import type { Pet } from '#src/pets/pet.ts'
import { type Entry, entryIdOf } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { hasNoId } from './duplicates.ts'

/**
 * Reads the look-alikes of an entry that a person has marked as added without saying as which pet,
 * and returns them in the order of the ledger.
 */
export type ReadMarked = (entry: Entry) => Promise<readonly Entry[]>

/**
 * Creates the reader of one transaction. It asks the ledger once for each look-alike key, because
 * many entries may be alike.
 */
export function createMarkedReader(ledger: Pick<LedgerTransaction, 'findAll'>): ReadMarked {
  const markedByKey = new Map<string, Promise<readonly Entry[]>>()

  return ({ baseUrl, lookalikeKey }) => {
    const key = `${baseUrl} ${lookalikeKey}`
    const marked =
      markedByKey.get(key) ??
      ledger
        .findAll(['lookalike', baseUrl, lookalikeKey, 'added'])
        .then((added) => added.filter(hasNoId).toSorted((first, second) => first.sequence - second.sequence))
    markedByKey.set(key, marked)
    return marked
  }
}

/**
 * Returns those of the candidates that are reserved for other entries, which a person has marked as
 * added without saying as which pet. A mark of another sign-in reserves none, because its pet may
 * have been listed long before the entry was sent. Nor does a mark reserve a pet that was shown
 * beside the marked entry, because the person would have named that pet.
 *
 * @param candidates the look-alikes that may be the pet of the entry
 * @param candidatesOf returns the look-alikes that may be the pet of another entry
 */
export async function petsReservedForOthers(
  readMarked: ReadMarked,
  entry: Entry,
  candidates: readonly Pet[],
  candidatesOf: (marked: Entry) => Promise<readonly Pet[]>,
): Promise<readonly Pet[]> {
  if (candidates.length === 0) return []
  const isOther = (marked: Entry) =>
    marked.signInId === entry.signInId && entryIdOf(marked) !== entryIdOf(entry)
  const markedEntries = (await readMarked(entry)).filter(isOther)
  const candidatesOfEach: (readonly Pet[])[] = []
  for (const marked of markedEntries) {
    const candidatesOfMarked = await candidatesOf(marked)
    candidatesOfEach.push(candidatesOfMarked.filter((pet) => !wasShownAtMark(marked, pet)))
  }
  const reservedIds = new Set(takeOldestOfEach(candidatesOfEach).map(({ id }) => id))
  return candidates.filter(({ id }) => reservedIds.has(id))
}

/** Returns whether the person saw the pet beside the entry when they marked the entry as added. */
function wasShownAtMark({ state }: Entry, { id }: Pet): boolean {
  return state.kind === 'added' && state.shownBeforeMark?.includes(id) === true
}

/**
 * Takes one pet for each entry: the oldest of its candidates that was not taken for an entry before
 * it. An entry whose candidates are all taken gets none.
 */
export function takeOldestOfEach(candidatesOfEach: readonly (readonly Pet[])[]): readonly Pet[] {
  const taken = new Map<Int64, Pet>()
  for (const candidates of candidatesOfEach) {
    const oldestFirst = candidates.toSorted((first, second) => compareInt64(first.id, second.id))
    const pet = oldestFirst.find(({ id }) => !taken.has(id))
    if (pet !== undefined) taken.set(pet.id, pet)
  }
  return [...taken.values()]
}
