import { type Entry, type EntryId, entryIdOf } from './entry.ts'
import { isCheckable } from './entry-rules.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import type { Judge } from './lists/judge.ts'
import { petIdentity } from './lists/pet-identity.ts'
import { type ImportVerdict, isVerdict } from './lists/verdict.ts'

/**
 * Returns the verdicts about unconfirmed rows. If several rows may be the same pet, it is offered
 * to the first alone.
 */
export async function findVerdicts(
  ledger: LedgerTransaction,
  rows: readonly Entry[],
  judge: Pick<Judge, 'checkStateOf'>,
): Promise<ReadonlyMap<EntryId, ImportVerdict>> {
  const verdicts = new Map<EntryId, ImportVerdict>()
  const takenPets = new Set<string>()
  for (const row of rows.filter(isCheckable)) {
    // It is read anew: if it was settled since, its pet is answered, and it would seem to be
    // missing.
    const entry = await ledger.get(entryIdOf(row))
    const verdict = entry && (await judge.checkStateOf(ledger, entry))
    if (entry === undefined || !isCheckable(entry) || !isVerdict(verdict)) continue
    const pets = verdict.pets.filter((pet) => !takenPets.has(petIdentity(pet)))
    const [first] = pets
    if (first !== undefined) takenPets.add(petIdentity(first))
    const isTaken = verdict.kind === 'found' && first === undefined
    verdicts.set(
      entryIdOf(entry),
      isTaken ? { ...verdict, kind: 'taken-by-another-row', pets } : { ...verdict, pets },
    )
  }
  return verdicts
}
