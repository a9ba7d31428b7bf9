import { type Entry, type EntryId, entryIdOf } from './entry.ts'
import { isCheckable } from './entry-rules.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import { createAccounts, type Judge } from './lists/judge.ts'
import { offerPets } from './lists/offer-pets.ts'
import { petIdentity } from './lists/pet-identity.ts'
import { type ImportVerdict, isVerdict, petsFound, type Verdict } from './lists/verdict.ts'

/**
 * Returns the verdicts about unconfirmed rows. A pet is offered to one row alone: the first of
 * `pets` is offered, and the others are those that are offered to no row.
 */
export async function findVerdicts(
  ledger: LedgerTransaction,
  rows: readonly Entry[],
  judge: Pick<Judge, 'checkStateOf'>,
): Promise<ReadonlyMap<EntryId, ImportVerdict>> {
  const verdicts = await readVerdicts(ledger, rows, judge)
  const offers = offerPets(new Map([...verdicts].map(([id, verdict]) => [id, petsFound(verdict)])))
  const offered = new Set([...offers.values()].map(petIdentity))
  const withOffer = (id: EntryId, verdict: Verdict): ImportVerdict => {
    const offer = offers.get(id)
    const others = verdict.pets.filter((pet) => !offered.has(petIdentity(pet)))
    if (offer !== undefined) return { ...verdict, pets: [offer, ...others] }
    if (verdict.kind !== 'found') return { ...verdict, pets: others }
    const doubtfulPets = [...verdict.pets, ...(verdict.doubtfulPets ?? [])]
    return { ...verdict, kind: 'taken-by-another-row', pets: others, doubtfulPets }
  }
  return new Map([...verdicts].map(([id, verdict]) => [id, withOffer(id, verdict)]))
}

async function readVerdicts(
  ledger: LedgerTransaction,
  rows: readonly Entry[],
  judge: Pick<Judge, 'checkStateOf'>,
): Promise<ReadonlyMap<EntryId, Verdict>> {
  const verdicts = new Map<EntryId, Verdict>()
  const accounts = createAccounts(ledger)
  for (const row of rows.filter(isCheckable)) {
    // It is read anew: if it was settled since, its pet is answered, and it would seem to be
    // missing.
    const entry = await ledger.get(entryIdOf(row))
    const verdict = entry && (await judge.checkStateOf(ledger, entry, accounts))
    if (entry !== undefined && isCheckable(entry) && isVerdict(verdict))
      verdicts.set(entryIdOf(entry), verdict)
  }
  return verdicts
}
