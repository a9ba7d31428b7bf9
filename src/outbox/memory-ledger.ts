import { type Batch, type Entry, isOpenByHand, keyOf } from './entry.ts'
import { type Ledger, type LedgerTransaction, StorageError, type Where } from './outbox-database.ts'

/**
 * The ledger of a tab whose person goes on without storage. What the disk still lets itself be read (`saved`) remains
 * evidence. It is neither deleted nor sent from here: that could not be written, and another tab may send it.
 */
export function createMemoryLedger(saved: { batches: readonly Batch[]; entries: readonly Entry[] }): Ledger {
  const onDisk = new Set<string>([...saved.batches.map(({ id }) => id), ...saved.entries.map(keyOf)])
  const batches = new Map(saved.batches.map((batch) => [batch.id, batch]))
  const entries = new Map(saved.entries.map((entry) => [keyOf(entry), entry]))
  let last: Promise<unknown> = Promise.resolve()

  const refuseOnDisk = (name: string) => {
    if (onDisk.has(name)) throw new StorageError('it is on the disk, which cannot be written')
  }
  const all = async (...where: Where) =>
    [...entries.values()].filter((entry) => isAmong(where, entry)).toSorted((a, b) => a.position - b.position)

  const transaction: LedgerTransaction = {
    get: async (key) => entries.get(key),
    async put(entry) {
      if (entry.state.kind === 'sending') refuseOnDisk(keyOf(entry))
      entries.set(keyOf(entry), entry)
    },
    delete: async (key) => entries.delete(key),
    all,
    async first(...where) {
      const found = await all(...where)
      return found.find((entry) => !onDisk.has(keyOf(entry))) ?? found[0]
    },
    count: async (...where) => (await all(...where)).length,
    batch: async (id) => batches.get(id),
    batches: async () => [...batches.values()],
    async putBatch(batch) {
      refuseOnDisk(batch.id)
      batches.set(batch.id, batch)
    },
    async deleteBatch(id) {
      refuseOnDisk(id)
      batches.delete(id)
    },
  }

  /** One after the other. What is refused is refused before anything has changed. */
  function transact<T>(act: (own: LedgerTransaction) => Promise<T>): Promise<T> {
    const result = last.then(() => act(transaction))
    last = result.catch(() => undefined)
    return result
  }

  return { read: transact, write: transact }
}

function isAmong([by, ...key]: Where, entry: Entry): boolean {
  const { batch, baseUrl, animal, state } = entry
  if (by === 'open') return isOpenByHand(entry)
  const keys: Record<typeof by, readonly unknown[]> = {
    batch: [batch],
    state: [batch, state.kind],
    animal: [baseUrl, animal],
    id: [baseUrl, state.kind === 'added' ? state.id : undefined],
    // Nothing is deleted because it is old.
    overSince: [],
  }
  return key.every((part, index) => part === keys[by][index])
}
