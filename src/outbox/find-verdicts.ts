import type { Pet } from '#src/pets/pet.ts'
import { type Entry, type EntryId, entryIdOf } from './entry.ts'
import { isCheckable } from './entry-rules.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import type { Judge } from './lists/judge.ts'
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
  judge: Pick<Judge, 'checkStateOf' | 'createReaders'>,
): Promise<ReadonlyMap<EntryId, ImportVerdict>> {
  const verdicts = await readVerdicts(ledger, rows, judge)
  const offers = offerPets(new Map([...verdicts].map(([id, verdict]) => [id, petsFound(verdict)])))
  const offered = new Set([...offers.values()].map(petIdentity))
  return new Map(
    [...verdicts].map(([id, verdict]) => [id, verdictAfterOffers(verdict, offers.get(id), offered)]),
  )
}

/**
 * Returns the verdict about a row once each pet is offered to one row.
 *
 * @param offer the pet that is offered to this row
 * @param offered the identities of the pets that are offered to any row
 */
function verdictAfterOffers(
  verdict: Verdict,
  offer: Pet | undefined,
  offered: ReadonlySet<string>,
): ImportVerdict {
  const unoffered = verdict.pets.filter((pet) => !offered.has(petIdentity(pet)))
  if (offer !== undefined) return { ...verdict, pets: [offer, ...unoffered] }
  if (verdict.kind !== 'found') return { ...verdict, pets: unoffered }
  const doubtfulPets = [...verdict.pets, ...(verdict.doubtfulPets ?? [])]
  return { ...verdict, kind: 'taken-by-another-row', pets: unoffered, doubtfulPets }
}

async function readVerdicts(
  ledger: LedgerTransaction,
  rows: readonly Entry[],
  judge: Pick<Judge, 'checkStateOf' | 'createReaders'>,
): Promise<ReadonlyMap<EntryId, Verdict>> {
  const verdicts = new Map<EntryId, Verdict>()
  const readers = judge.createReaders(ledger)
  for (const row of rows.filter(isCheckable)) {
    // It is read anew: if it was settled since, its pet is answered, and it would seem to be
    // missing.
    const entry = await ledger.get(entryIdOf(row))
    const verdict = entry && (await judge.checkStateOf(ledger, entry, readers))
    if (entry !== undefined && isCheckable(entry) && isVerdict(verdict))
      verdicts.set(entryIdOf(entry), verdict)
  }
  return verdicts
}
