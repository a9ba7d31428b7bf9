import { type Entry, entryIdOf, type Import } from '#src/outbox/entry.ts'
import { isOpenByHand } from '#src/outbox/entry-rules.ts'
import { type Ledger, type LedgerTransaction, StorageError, type EntryQuery } from './ledger.ts'

/** The content of the disk, as far as it can be read. */
export type DiskContent = {
  readonly imports: readonly Import[]
  readonly entries: readonly Entry[]
  readonly lastSequence: number
}

/**
 * The ledger of a tab whose person goes on without a record. What is on the disk (`saved`) remains
 * evidence. It is neither deleted nor sent from here: that could not be written, and another tab
 * may send it.
 */
export function createInMemoryLedger(saved: DiskContent): Ledger {
  const onDisk = new Set<string>([...saved.imports.map(({ id }) => id), ...saved.entries.map(entryIdOf)])
  const imports = new Map(saved.imports.map((record) => [record.id, record]))
  const entries = new Map(saved.entries.map((entry) => [entryIdOf(entry), entry]))
  let sequence = saved.lastSequence
  let lastTransaction: Promise<unknown> = Promise.resolve()

  const refuseOnDisk = (id: string) => {
    if (onDisk.has(id)) throw new StorageError('it is on the disk, which cannot be written')
  }
  const findAll = async (where: EntryQuery, limit = Infinity) =>
    [...entries.values()]
      .filter((entry) => isAmong(where, entry))
      .toSorted((first, second) => orderIn(where, first) - orderIn(where, second))
      .slice(0, limit)

  const transaction: LedgerTransaction = {
    get: async (id) => entries.get(id),
    async put(entry) {
      if (entry.state.kind === 'sending') refuseOnDisk(entryIdOf(entry))
      entries.set(entryIdOf(entry), entry)
    },
    async delete(id) {
      refuseOnDisk(id)
      entries.delete(id)
    },
    findAll: findAll,
    // An entry that may not be sent must not stand in the way of those that may.
    async first(where) {
      const matches = await findAll(where)
      return matches.find((entry) => !onDisk.has(entryIdOf(entry))) ?? matches[0]
    },
    count: async (where) => (await findAll(where)).length,
    async newestOfEachImport({ baseUrl, lookalikeKey }, kind, below, isPassedOver) {
      const lookalikes = await findAll(['lookalike', baseUrl, lookalikeKey, kind])
      const older = lookalikes.filter((entry) => entry.sequence < below && !isPassedOver(entry))
      // They come in ascending order, so that the newest of each import overwrites the others.
      const newest = new Map(older.map((entry) => [entry.importId, entry]))
      newest.delete('')
      return [...newest.values()]
    },
    async takeSequence(count) {
      const first = sequence + 1
      sequence += count
      return first
    },
    getImport: async (id) => imports.get(id),
    imports: async () => [...imports.values()],
    async putImport(record) {
      refuseOnDisk(record.id)
      imports.set(record.id, record)
    },
    async deleteImport(id) {
      refuseOnDisk(id)
      imports.delete(id)
    },
  }

  /** Runs one transaction after the other. One that throws has changed nothing. */
  function transact<T>(act: (transaction: LedgerTransaction) => Promise<T>): Promise<T> {
    const result = lastTransaction.then(() => allOrNothing(act))
    lastTransaction = result.catch(() => undefined)
    return result
  }

  async function allOrNothing<T>(act: (transaction: LedgerTransaction) => Promise<T>): Promise<T> {
    const before = { imports: new Map(imports), entries: new Map(entries), sequence }
    try {
      return await act(transaction)
    } catch (error) {
      replaceContent(imports, before.imports)
      replaceContent(entries, before.entries)
      sequence = before.sequence
      throw error
    }
  }

  return { read: transact, write: transact, reconnect: () => undefined }
}

function replaceContent<K, V>(map: Map<K, V>, content: ReadonlyMap<K, V>): void {
  map.clear()
  for (const [key, value] of content) map.set(key, value)
}

function orderIn([by]: EntryQuery, { position, sequence }: Entry): number {
  return by === 'lookalike' ? sequence : position
}

function isAmong(where: EntryQuery, entry: Entry): boolean {
  const { batch, baseUrl, lookalikeKey, state, signInId, importId } = entry
  const id = state.kind === 'added' ? state.id : undefined
  switch (where[0]) {
    case 'batch':
      return where[1] === undefined || where[1] === batch
    case 'state':
      return where[1] === batch && where[2] === state.kind
    case 'lookalike':
      if (where[4] !== undefined && where[4] !== importId) return false
      return where[1] === baseUrl && where[2] === lookalikeKey && where[3] === state.kind
    case 'id':
      return where[1] === baseUrl && where[2] === id
    case 'confirmed':
      return where[1] === baseUrl && where[2] === signInId && id !== undefined
    case 'heldBy':
      return state.kind === 'held' && state.by.includes(where[1])
    case 'open':
      return isOpenByHand(entry)
    case 'overSince':
      // A tab without a record deletes nothing for its age.
      return false
  }
}
