import type { Int64 } from '#src/lib/int64.ts'
import type { Entry } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from './ledger.ts'

/**
 * Returns the address of an entry, and all others that its environment has or had. There, it may
 * have been the same service or another one.
 */
export async function addressesOf(
  ledger: Pick<LedgerTransaction, 'baseUrlsOf'>,
  { environmentId, baseUrl }: Pick<Entry, 'environmentId' | 'baseUrl'>,
): Promise<readonly string[]> {
  return [...new Set([baseUrl, ...(await ledger.baseUrlsOf(environmentId))])]
}

/**
 * Returns the entries with the look-alike key of this one that were added under this ID, at any
 * address of its environment: an ID is evidence for the pet whose name and category it has.
 */
export async function findAnswered(
  ledger: Pick<LedgerTransaction, 'findAll' | 'baseUrlsOf'>,
  entry: Pick<Entry, 'environmentId' | 'baseUrl' | 'lookalikeKey'>,
  id: Int64,
): Promise<readonly Entry[]> {
  const answered: Entry[] = []
  for (const baseUrl of await addressesOf(ledger, entry)) {
    const withThisId = await ledger.findAll(['id', baseUrl, id])
    answered.push(...withThisId.filter(({ lookalikeKey }) => lookalikeKey === entry.lookalikeKey))
  }
  return answered
}
