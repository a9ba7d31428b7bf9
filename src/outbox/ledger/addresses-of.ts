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
