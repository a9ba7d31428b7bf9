import { compareInt64 } from '#src/lib/int64.ts'
import type { Pet } from '#src/pets/pet.ts'
import { type Entry, entryIdOf } from '#src/outbox/entry.ts'
import { addressesOf } from '#src/outbox/ledger/addresses-of.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { hasNoId } from './duplicates.ts'
import type { ReadAnswered } from './standings.ts'

type Ledger = Pick<LedgerTransaction, 'findAll' | 'baseUrlsOf'>

/**
 * Reads the look-alikes of an entry that a person has marked as added without saying as which pet.
 * It reads them at all addresses of the environment, and returns them in the order of the ledger.
 */
export type ReadMarked = (entry: Entry) => Promise<readonly Entry[]>

/**
 * Creates the reader of one transaction. It asks the ledger once for each look-alike key, because
 * many entries may be alike.
 */
export function createMarkedReader(ledger: Ledger): ReadMarked {
  const markedByKey = new Map<string, Promise<readonly Entry[]>>()

  return (entry) => {
    const key = `${entry.environmentId} ${entry.baseUrl} ${entry.lookalikeKey}`
    const marked = markedByKey.get(key) ?? findMarked(ledger, entry)
    markedByKey.set(key, marked)
    return marked
  }
}

async function findMarked(ledger: Ledger, entry: Entry): Promise<readonly Entry[]> {
  const marked: Entry[] = []
  for (const baseUrl of await addressesOf(ledger, entry)) {
    const added = await ledger.findAll(['lookalike', baseUrl, entry.lookalikeKey, 'added'])
    marked.push(...added.filter(hasNoId))
  }
  return marked.toSorted((first, second) => first.sequence - second.sequence)
}

/**
 * Returns those of the candidates that are reserved for other entries, which a person has marked as
 * added without saying as which pet.
 *
 * @param candidates the look-alikes that may be the pet of the entry
 * @param lookalikes all look-alikes. A marked entry may also have a pet that is too old for this
 *   entry.
 */
export async function petsReservedForOthers(
  { readAnswered, readMarked }: { readonly readAnswered: ReadAnswered; readonly readMarked: ReadMarked },
  entry: Entry,
  candidates: readonly Pet[],
  lookalikes: readonly Pet[],
): Promise<readonly Pet[]> {
  if (candidates.length === 0) return []
  const marked = (await readMarked(entry)).filter((other) => entryIdOf(other) !== entryIdOf(entry))
  if (marked.length === 0) return []
  const unanswered: Pet[] = []
  for (const pet of lookalikes) {
    const answered = await readAnswered(entry, pet)
    if (answered.length === 0) unanswered.push(pet)
  }
  const reservedIds = new Set(reservedPets(marked, unanswered).map(({ id }) => id))
  return candidates.filter(({ id }) => reservedIds.has(id))
}

/**
 * Returns the pets that are reserved for marked entries. Each entry gets the oldest pet that was
 * not there before the entry was sent, and that no entry before it has got.
 *
 * @param unanswered the look-alikes that answer no entry
 */
export function reservedPets(marked: readonly Entry[], unanswered: readonly Pet[]): readonly Pet[] {
  const oldestFirst = unanswered.toSorted((first, second) => compareInt64(first.id, second.id))
  const reserved = new Set<Pet>()
  for (const { knownBefore } of marked) {
    const pet = oldestFirst.find(
      (candidate) => !reserved.has(candidate) && !knownBefore.includes(candidate.id),
    )
    if (pet !== undefined) reserved.add(pet)
  }
  return [...reserved]
}
