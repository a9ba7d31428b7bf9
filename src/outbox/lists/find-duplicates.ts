import type { Pet } from '#src/pets/pet.ts'
import type { Entry } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { type Duplicate, duplicatesOf } from './duplicates.ts'
import { createAnsweredReader, readUnaccounted } from './unaccounted.ts'

type Lists = {
  /** Returns the pets with this look-alike key that lists have shown. */
  readonly lookalikesOf: (lookalikeKey: string) => readonly Pet[]
  /** Pets that are offered for entries which may have been added. */
  readonly offered: readonly Pet[]
  /** Returns the pets that an earlier request of an added entry may have added. They come first. */
  readonly foundFor?: (entry: Entry) => readonly Pet[]
}

/**
 * Compares each added entry with the lists, because the browser may have sent its request twice.
 */
export async function findDuplicates<E extends Entry>(
  ledger: LedgerTransaction,
  added: readonly E[],
  { lookalikesOf, offered, foundFor = () => [] }: Lists,
): Promise<readonly Duplicate<E>[]> {
  const readAnswered = createAnsweredReader(ledger)
  const candidates: { entry: E; pets: readonly Pet[] }[] = []
  for (const entry of added) {
    const unaccounted = await readUnaccounted(readAnswered, entry, lookalikesOf(entry.lookalikeKey))
    candidates.push({ entry, pets: [...foundFor(entry), ...unaccounted] })
  }
  return duplicatesOf(candidates, offered)
}
