import { type Entry, type EntryId, entryIdOf } from '#src/outbox/entry.ts'
import { isDeletable, mayBeAdded } from '#src/outbox/entry-rules.ts'
import { addressesOf } from '#src/outbox/ledger/addresses-of.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { inSlices } from './in-slices.ts'
import { unholdByDeleted } from './unhold.ts'

/** Milliseconds after which a settled entry is deleted. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/**
 * The number of newest entries that are kept, because the clock may have been wrong when they were
 * entered.
 */
const KEPT_ENTRIES = 1000

/**
 * Forgets the rows of an import. What it added, and may have added, is still accounted for. A pet
 * that was held by a row which was never sent waits for a press, unless its visit is being sent.
 */
export async function discardImport(ledger: LedgerTransaction, id: string): Promise<void> {
  await ledger.deleteImport(id)
  const rows = await ledger.findAll(['batch', id])
  await inSlices(rows, (entry) => {
    const rest = { ...entry, row: undefined, newPet: undefined }
    if (entry.state.kind === 'added') return ledger.put(rest)
    if (!isInDoubt(entry)) return ledger.delete(entryIdOf(entry))
    return ledger.put({ ...rest, wasUnknown: true, state: { kind: 'discarded' } })
  })
  const deleted = rows.filter((entry) => entry.state.kind !== 'added' && !isInDoubt(entry))
  await unholdByDeleted(ledger, deleted)
}

function isInDoubt(entry: Entry): boolean {
  return mayBeAdded(entry) || entry.state.kind === 'sending'
}

/**
 * Returns the settled entries that were entered more than 30 days ago, without the newest 1,000 of
 * the ledger.
 *
 * @param now milliseconds since 1970
 */
export async function findOld(ledger: LedgerTransaction, now: number): Promise<readonly EntryId[]> {
  const last = await ledger.lastSequence()
  const old = await ledger.findAll(['overSince', now - KEPT_MS])
  return old.filter(({ sequence }) => sequence <= last - KEPT_ENTRIES).map(entryIdOf)
}

/**
 * Deletes those of these old entries that are still settled. It keeps any with a look-alike that
 * may have been added, because the pet of the entry must not be offered for that.
 */
export async function deleteOld(ledger: LedgerTransaction, ids: readonly EntryId[]): Promise<void> {
  for (const id of ids) {
    const entry = await ledger.get(id)
    const isOld = entry !== undefined && isDeletable(entry)
    if (isOld && !(await hasUnconfirmedLookalike(ledger, entry))) await ledger.delete(id)
  }
}

/** Returns whether a look-alike may have been added, at any address of the environment. */
async function hasUnconfirmedLookalike(ledger: LedgerTransaction, entry: Entry): Promise<boolean> {
  for (const baseUrl of await addressesOf(ledger, entry)) {
    const unknown = await ledger.count(['lookalike', baseUrl, entry.lookalikeKey, 'unknown'])
    const discarded = await ledger.findAll(['lookalike', baseUrl, entry.lookalikeKey, 'discarded'])
    if (unknown > 0 || discarded.some(mayBeAdded)) return true
  }
  return false
}
