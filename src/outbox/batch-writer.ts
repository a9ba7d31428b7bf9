import { type Entry, type EntryId, entryIdOf } from './entry.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import type { Clock } from './ports.ts'
import type { Storage } from './storage.ts'
import { discard } from './transitions/decide.ts'

/**
 * Something that the ledger does not have yet: a pet that was entered, or what became of one that
 * was sent.
 */
type Unwritten = {
  /** As it will be in the ledger. */
  readonly entry: Entry
  readonly kind: 'entered' | 'outcome'
  /** Returns the entries by hand that this unholds. */
  readonly write: (transaction: LedgerTransaction) => Promise<readonly EntryId[]>
}

/**
 * The work of a transaction. `unheldIds` are the entries by hand that were unheld by what was
 * written first in it.
 */
type TransactionBody<T> = (transaction: LedgerTransaction, unheldIds: readonly EntryId[]) => Promise<T>

/**
 * Milliseconds after which something counts as "Not saved" while it is still being written: a disk
 * that hangs while it commits says neither that it has written nor that it has failed.
 */
const SHOW_AFTER_MS = 2000

export type Flushed = { readonly isWritten: boolean; readonly unheldIds: readonly EntryId[] }

/**
 * Runs the transactions of one batch one after the other. Each first writes what could not be
 * written before, and nothing is dropped unless the person discards it.
 */
export function createBatchWriter(
  storage: Pick<Storage, 'write'>,
  clock: Pick<Clock, 'sleep'>,
  onUnwrittenChange: () => void,
) {
  const unwritten = new Set<Unwritten>()
  /**
   * Those that a transaction has failed to write, or writes slowly: they are shown as "Not saved".
   */
  const unsaved = new Set<Unwritten>()
  /**
   * The pets that a person has discarded here before they were sent. One may come to wait later all
   * the same: it was being written or claimed at the press, its write was said to have failed and
   * had not, or a copy of this tab has written it.
   */
  const discardedIds = new Set<EntryId>()
  let lastTransaction: Promise<unknown> = Promise.resolve()

  /** @throws {StorageError} when nothing was written. */
  function transact<T>(act: TransactionBody<T>): Promise<T> {
    const result = lastTransaction.then(() => transactNow(act))
    lastTransaction = result.catch(() => undefined)
    return result
  }

  async function transactNow<T>(act: TransactionBody<T>): Promise<T> {
    const items = [...unwritten]
    const written = new AbortController()
    if (items.length > 0) void showIfSlow(items, written.signal)
    try {
      const value = await storage.write(async (transaction) => {
        const unheldIds = await discardAll(transaction, discardedIds)
        for (const item of items) unheldIds.push(...(await item.write(transaction)))
        return act(transaction, unheldIds)
      })
      forget(items)
      return value
    } catch (error) {
      showAsUnsaved(items)
      throw error
    } finally {
      written.abort()
    }
  }

  function showAsUnsaved(items: readonly Unwritten[]): void {
    for (const item of items) unsaved.add(item)
    if (items.length > 0) onUnwrittenChange()
  }

  async function showIfSlow(items: readonly Unwritten[], written: AbortSignal): Promise<void> {
    try {
      await clock.sleep(SHOW_AFTER_MS, written)
    } catch {
      return
    }
    // Somebody may have discarded one meanwhile.
    showAsUnsaved(items.filter((item) => unwritten.has(item)))
  }

  /**
   * Forgets what was written or discarded, and tells about it where it was shown as "Not saved".
   */
  function forget(items: readonly Unwritten[]): void {
    const wasShown = items.some((item) => unsaved.has(item))
    for (const item of items) {
      unwritten.delete(item)
      unsaved.delete(item)
    }
    if (wasShown) onUnwrittenChange()
  }

  /**
   * Notes at once that a person discards a pet, so that it is neither written nor sent any more
   * unless its request has left.
   */
  function noteDiscarded(id: EntryId): void {
    discardedIds.add(id)
    forget([...unwritten].filter(({ entry, kind }) => kind === 'entered' && entryIdOf(entry) === id))
  }

  return {
    transact,

    /** Returns all that the ledger does not have yet, also what is being written. */
    unwritten: (): readonly Unwritten[] => [...unwritten],

    /** Returns what a transaction has failed to write, or writes slowly. */
    unsaved: (): readonly Unwritten[] => [...unsaved],

    add(item: Unwritten): void {
      unwritten.add(item)
    },

    /** Writes what is not written yet. Never rejects. */
    async flush(): Promise<Flushed> {
      if (unwritten.size === 0) return { isWritten: true, unheldIds: [] }
      try {
        return { isWritten: true, unheldIds: await transact(async (_transaction, unheldIds) => unheldIds) }
      } catch {
        return { isWritten: false, unheldIds: [] }
      }
    },

    noteDiscarded,

    /** Forgets that a pet was discarded whose request had left already. */
    forgetDiscarded: (id: EntryId): boolean => discardedIds.delete(id),

    /** Returns whether a person has discarded the pet here. */
    isDiscarded: (id: EntryId): boolean => discardedIds.has(id),
  }
}

/** Discards those of these entries that wait. Returns the entries by hand that this unholds. */
async function discardAll(transaction: LedgerTransaction, ids: Iterable<EntryId>): Promise<EntryId[]> {
  const unheldIds: EntryId[] = []
  for (const id of ids) {
    const kind = (await transaction.get(id))?.state.kind
    if (kind === 'waiting' || kind === 'held') unheldIds.push(...(await discard(transaction, id)))
  }
  return unheldIds
}

export type BatchWriter = ReturnType<typeof createBatchWriter>
