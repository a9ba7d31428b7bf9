import { type Batch, type Entry, isOpenByHand, keyOf, partsOf } from './entry.ts'
import { type Ledger, type LedgerTransaction, StorageError } from './outbox-database.ts'

/**
 * The ledger of a tab whose person goes on without storage. What the disk still lets itself be read (`saved`) remains
 * evidence, and cannot be changed here: it could not be written.
 */
export function createMemoryLedger(saved: { batches: readonly Batch[]; entries: readonly Entry[] }): Ledger {
  const onDisk = new Set(saved.batches.map(({ id }) => id))
  let batches = new Map(saved.batches.map((batch) => [batch.id, batch]))
  let entries = new Map(saved.entries.map((entry) => [keyOf(entry), entry]))
  let last: Promise<unknown> = Promise.resolve()

  const isOwn = (batch: string) => {
    if (onDisk.has(batch)) throw new StorageError('it is on the disk, which cannot be written')
  }
  const find = async (isWanted: (entry: Entry) => boolean) =>
    [...entries.values()].filter(isWanted).toSorted((a, b) => a.position - b.position)

  function operations(): LedgerTransaction {
    return {
      get: (key) => Promise.resolve(entries.get(key)),
      put: async (entry) => {
        isOwn(entry.batch)
        entries.set(keyOf(entry), entry)
      },
      delete: async (key) => {
        isOwn(partsOf(key)[0])
        entries.delete(key)
      },
      alike: (baseUrl, animal) => find((entry) => entry.baseUrl === baseUrl && entry.animal === animal),
      withId: (baseUrl, id) =>
        find(({ state, ...entry }) => entry.baseUrl === baseUrl && state.kind === 'added' && state.id === id),
      inBatch: (batch, kind) =>
        find((entry) => entry.batch === batch && (kind === undefined || entry.state.kind === kind)),
      first: async (batch, kind) =>
        (await find((entry) => entry.batch === batch && entry.state.kind === kind))[0],
      count: async (batch, kind) =>
        (await find((entry) => entry.batch === batch && entry.state.kind === kind)).length,
      openByHand: () => find(isOpenByHand),
      batch: (id) => Promise.resolve(batches.get(id)),
      batches: () => Promise.resolve([...batches.values()]),
      putBatch: async (batch) => {
        isOwn(batch.id)
        batches.set(batch.id, batch)
      },
      deleteBatch: async (id) => {
        isOwn(id)
        batches.delete(id)
      },
    }
  }

  /** One after the other; one that fails leaves nothing behind. */
  function transact<T>(act: (transaction: LedgerTransaction) => Promise<T>): Promise<T> {
    const result = last.then(async () => {
      const before = { batches: new Map(batches), entries: new Map(entries) }
      try {
        return await act(operations())
      } catch (error) {
        ;({ batches, entries } = before)
        throw error
      }
    })
    last = result.catch(() => undefined)
    return result
  }

  return { isPersistent: false, read: transact, write: transact }
}
