import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { type Batch, type Entry, type EntryState, isOpenByHand, isOver, type Key, partsOf } from './entry.ts'

type Schema = DBSchema & {
  batches: { key: string; value: Batch }
  entries: {
    key: IDBValidKey
    value: Entry & Markers
    indexes: Record<Exclude<Where[0], 'batch'>, IDBValidKey>
  }
}

/** Indexes of few among many: `isOpenByHand`, and when it was entered, if it `isOver`. */
type Markers = { open: 1 | undefined; overSince: number | undefined }

/** What entries are found by; those of all environments where none is named. */
export type Where =
  | readonly ['batch']
  | readonly ['batch', batch: string]
  | readonly ['state', batch: string, kind: EntryState['kind']]
  | readonly ['animal', baseUrl: string, animal: string]
  | readonly ['id', baseUrl: string, id: Int64]
  | readonly ['open']
  | readonly ['overSince', before: number]

/** One transaction. Only its own methods may be awaited in it. */
export type LedgerTransaction = {
  readonly get: (key: Key) => Promise<Entry | undefined>
  readonly put: (entry: Entry) => Promise<unknown>
  readonly delete: (key: Key) => Promise<unknown>
  /** Those of a batch in its order. */
  readonly all: (...where: Where) => Promise<readonly Entry[]>
  readonly first: (...where: Where) => Promise<Entry | undefined>
  readonly count: (...where: Where) => Promise<number>
  readonly batch: (id: string) => Promise<Batch | undefined>
  readonly batches: () => Promise<readonly Batch[]>
  readonly putBatch: (batch: Batch) => Promise<unknown>
  readonly deleteBatch: (id: string) => Promise<unknown>
}

/**
 * Where entries are kept. `write` is atomic, and resolves once its transaction is complete with strict durability: what was
 * written survives a crash of the browser.
 */
export type Ledger = {
  /** @throws {StorageError} */
  readonly read: <T>(act: (transaction: LedgerTransaction) => Promise<T>) => Promise<T>
  /** @throws {StorageError} when nothing was written. */
  readonly write: <T>(act: (transaction: LedgerTransaction) => Promise<T>) => Promise<T>
}

/** The browser did not read or write: blocked, full, deleted by hand, or no answer in 5 s. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  /** The database is of a newer version of the app. */
  readonly isNewer: boolean

  constructor(cause: unknown) {
    super('the outbox could not be read or written', { cause })
    this.isNewer = cause instanceof DOMException && cause.name === 'VersionError'
  }
}

const VERSION = 2

/** Milliseconds without an answer of the database. */
const DEADLINE_MS = 5000

type Database = IDBPDatabase<Schema>
type Transaction = IDBPTransaction<Schema, ['batches', 'entries'], 'readwrite' | 'versionchange'>

/** Nothing is opened before the first use; a connection that was lost is opened again. */
export function createLedger(): Ledger {
  let connection: Promise<Database> | undefined
  const reset = () => {
    connection = undefined
  }

  function open(): Promise<Database> {
    connection ??= openDB<Schema>(`${OWN_PREFIX}outbox`, VERSION, {
      async upgrade(database, before, _now, transaction) {
        if (before === 0) {
          database.createObjectStore('batches', { keyPath: 'id' })
          const entries = database.createObjectStore('entries', { keyPath: ['batch', 'position'] })
          entries.createIndex('animal', ['baseUrl', 'animal'])
          entries.createIndex('state', ['batch', 'state.kind'])
          entries.createIndex('id', ['baseUrl', 'state.id'])
          entries.createIndex('open', 'open')
        }
        transaction.objectStore('entries').createIndex('overSince', 'overSince')
        await fromVersion1(transaction)
      },
      blocking(_current, _blocked, event) {
        ;(event.target as IDBDatabase).close()
        reset()
      },
      terminated: reset,
    })
    connection.catch(reset)
    return connection
  }

  async function transact<T>(
    mode: 'readonly' | 'readwrite',
    act: (transaction: LedgerTransaction) => Promise<T>,
  ): Promise<T> {
    const { promise: expired, reject } = Promise.withResolvers<never>()
    expired.catch(() => undefined)
    let transaction: Transaction | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    /** A database that hangs must not keep anybody from adding pets: what was begun is aborted first. */
    const answered = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        abort(transaction)
        reject(new Error(`no answer within ${DEADLINE_MS} ms`))
      }, DEADLINE_MS)
    }
    answered()
    try {
      const database = await Promise.race([open(), expired])
      const stores = ['batches', 'entries'] as const
      transaction = database.transaction(stores, mode, { durability: 'strict' }) as Transaction
      const { done } = transaction
      done.catch(() => undefined)
      const result = await act(operationsOf(transaction, answered))
      await done
      return result
    } catch (error) {
      abort(transaction)
      await transaction?.done.catch(() => undefined)
      throw new StorageError(error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    read: (act) => transact('readonly', act),
    write: (act) => transact('readwrite', act),
  }
}

/** There, entries by hand had a record of their batch, too, and a discarded file kept its own. */
async function fromVersion1(transaction: Transaction) {
  const [batches, entries] = [transaction.objectStore('batches'), transaction.objectStore('entries')]
  const known = new Map((await batches.getAll()).map((batch) => [batch.id, batch]))
  for (const entry of await entries.getAll()) {
    const { environmentId = '' } = known.get(entry.batch) ?? {}
    await entries.put(withMarkers({ ...entry, environmentId }))
  }
  for (const batch of known.values())
    if (('source' in batch && batch.source === 'hand') || 'isDiscarded' in batch)
      await batches.delete(batch.id)
}

function withMarkers(entry: Entry): Entry & Markers {
  const overSince = isOver(entry) ? entry.enteredAt : undefined
  return { ...entry, open: isOpenByHand(entry) ? 1 : undefined, overSince }
}

function abort(transaction: Transaction | undefined): void {
  try {
    transaction?.abort()
  } catch {
    // It has ended, or is being committed: its end is awaited.
  }
}

function operationsOf(transaction: Transaction, answered: () => void): LedgerTransaction {
  const batches = transaction.objectStore('batches')
  const entries = transaction.objectStore('entries')
  const answer = async <T>(request: Promise<T>): Promise<T> => {
    const result = await request
    answered()
    return result
  }
  const source = ([by]: Where) => (by === 'batch' ? entries : entries.index(by))
  return {
    get: (key) => answer(entries.get(partsOf(key))),
    put: (entry) => answer(entries.put(withMarkers(entry))),
    delete: (key) => answer(entries.delete(partsOf(key))),
    all: (...where) => answer(source(where).getAll(query(where))),
    first: (...where) => answer(source(where).get(query(where))),
    count: (...where) => answer(source(where).count(query(where))),
    batch: (id) => answer(batches.get(id)),
    batches: () => answer(batches.getAll()),
    putBatch: (batch) => answer(batches.put(batch)),
    deleteBatch: (id) => answer(batches.delete(id)),
  }
}

function query([by, ...key]: Where): IDBValidKey | IDBKeyRange {
  if (by === 'batch') return IDBKeyRange.bound(key, [...key, []], true)
  if (by === 'overSince') return IDBKeyRange.upperBound(key[0])
  return by === 'open' ? 1 : key
}
