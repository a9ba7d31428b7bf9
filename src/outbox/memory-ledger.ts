import { type Batch, type Entry, isOpenByHand, isOver, keyOf, partsOf } from './entry.ts'
import { type Ledger, type LedgerTransaction, StorageError, type Where } from './outbox-database.ts'

/**
 * The ledger of a tab whose person goes on without storage. What the disk still lets itself be read (`saved`) remains
 * evidence, and cannot be changed here: it could not be written.
 */
export function createMemoryLedger(saved: { batches: readonly Batch[]; entries: readonly Entry[] }): Ledger {
  const onDisk = new Set(saved.entries.map(({ batch }) => batch))
  const batches = new Map(saved.batches.map((batch) => [batch.id, batch]))
  const entries = new Map(saved.entries.map((entry) => [keyOf(entry), entry]))
  let last: Promise<unknown> = Promise.resolve()

  const change = async (batch: string, act: () => unknown) => {
    if (onDisk.has(batch)) throw new StorageError('it is on the disk, which cannot be written')
    act()
  }
  const all = async (...where: Where) =>
    [...entries.values()].filter(isAmong(where)).toSorted((a, b) => a.position - b.position)

  const transaction: LedgerTransaction = {
    get: async (key) => entries.get(key),
    put: (entry) => change(entry.batch, () => entries.set(keyOf(entry), entry)),
    delete: (key) => change(partsOf(key)[0], () => entries.delete(key)),
    all,
    first: async (...where) => (await all(...where))[0],
    count: async (...where) => (await all(...where)).length,
    batch: async (id) => batches.get(id),
    batches: async () => [...batches.values()],
    putBatch: (batch) => change(batch.id, () => batches.set(batch.id, batch)),
    deleteBatch: (id) => change(id, () => batches.delete(id)),
  }

  /** One after the other. Each changes one batch: one that is on the disk makes it fail before it has changed anything. */
  function transact<T>(act: (own: LedgerTransaction) => Promise<T>): Promise<T> {
    const result = last.then(() => act(transaction))
    last = result.catch(() => undefined)
    return result
  }

  return { read: transact, write: transact }
}

function isAmong([by, ...key]: Where): (entry: Entry) => boolean {
  return (entry) => {
    const { batch, baseUrl, animal, state, enteredAt } = entry
    const keys: Record<Exclude<Where[0], 'open' | 'overSince'>, readonly unknown[]> = {
      batch: [batch],
      state: [batch, state.kind],
      animal: [baseUrl, animal],
      id: [baseUrl, state.kind === 'added' ? state.id : undefined],
    }
    if (by === 'open') return isOpenByHand(entry)
    if (by === 'overSince') return isOver(entry) && enteredAt <= Number(key[0])
    return key.every((part, index) => part === keys[by][index])
  }
}
