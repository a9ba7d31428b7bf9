import { compareInt64 } from '#src/lib/int64.ts'
import type { Pet } from '#src/pets/pet.ts'
import { type Entry, entryIdOf } from '#src/outbox/entry.ts'
import { addressesOf } from '#src/outbox/ledger/addresses-of.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { hasNoId } from './duplicates.ts'
import type { ReadAnswered } from './standings.ts'

type Ledger = Pick<LedgerTransaction, 'findAll' | 'baseUrlsOf'>

/**
 * Reads the look-alikes of an entry that a person has marked as added, without saying as which pet,
 * at all addresses of its environment. They come in the order of the ledger.
 */
export type ReadMarked = (entry: Entry) => Promise<readonly Entry[]>

/**
 * Asks the ledger once for each look-alike key, because many entries may be alike. For one
 * transaction.
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
 * Returns those of the pets that may be the pet of the entry which others keep for themselves,
 * because a person has marked these as added.
 *
 * @param pets the look-alikes that answer no entry, and were not there before the entry was sent
 * @param lookalikes all look-alikes. Older ones may be the pets of the marked entries as well.
 */
export async function petsKeptByMarked(
  { readAnswered, readMarked }: { readonly readAnswered: ReadAnswered; readonly readMarked: ReadMarked },
  entry: Entry,
  pets: readonly Pet[],
  lookalikes: readonly Pet[],
): Promise<readonly Pet[]> {
  if (pets.length === 0) return []
  const marked = (await readMarked(entry)).filter((other) => entryIdOf(other) !== entryIdOf(entry))
  if (marked.length === 0) return []
  const unanswered: Pet[] = []
  for (const pet of lookalikes) {
    const answered = await readAnswered(entry, pet)
    if (answered.length === 0) unanswered.push(pet)
  }
  const keptIds = new Set(petsOfMarked(marked, unanswered).map(({ id }) => id))
  return pets.filter(({ id }) => keptIds.has(id))
}

/**
 * Returns the pets that marked entries keep for themselves: each keeps the oldest one that was not
 * there before it was sent, and that no other one keeps.
 *
 * @param unanswered the look-alikes that answer no entry
 */
export function petsOfMarked(marked: readonly Entry[], unanswered: readonly Pet[]): readonly Pet[] {
  const oldestFirst = unanswered.toSorted((first, second) => compareInt64(first.id, second.id))
  const kept = new Set<Pet>()
  for (const { knownBefore } of marked) {
    const own = oldestFirst.find((pet) => !kept.has(pet) && !knownBefore.includes(pet.id))
    if (own !== undefined) kept.add(own)
  }
  return [...kept]
}
