import { type IDBPTransaction, openDB } from 'idb'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { batchOf, type Entry, positionOf } from '#src/outbox/entry.ts'
import { startDeadline } from './deadline.ts'
import {
  type LedgerOnDisk,
  type LedgerOptions,
  type LedgerTransaction,
  StorageError,
  type EntryQuery,
} from './ledger.ts'
import { migrate } from './migrate.ts'
import {
  type Database,
  NO_SERVICE_FACTS,
  type Schema,
  type ServiceFacts,
  STORES,
  withFactsOf,
  withMarkers,
} from './schema.ts'
import { abort, createSleep, type Sleep } from './sleep.ts'

/** A read-only transaction has this type, too; writing in one throws a ReadOnlyError. */
type Transaction = IDBPTransaction<Schema, typeof STORES, 'readwrite'>

const VERSION = 4

/** Milliseconds without an answer of the disk, after which it counts as broken. */
const DEADLINE_MS = 5000

/**
 * The ledger on the disk. Nothing is opened before the first use; a connection that was lost is
 * opened again.
 */
export function createIndexedDbLedger({
  restore,
  onConnectionLost,
  onWrittenAfterAll,
  deadlineMs = DEADLINE_MS,
}: LedgerOptions & { readonly deadlineMs?: number } = {}): LedgerOnDisk {
  let connection: Promise<Database> | undefined
  let knownLedgerId: string | undefined
  const sleep = createSleep()

  function connect(): Promise<Database> {
    if (connection === undefined) {
      const opening = open(() => forget(opening))
      opening.catch(() => forget(opening))
      connection = opening
    }
    return connection
  }

  /** The next transaction opens another connection, unless there is another one already. */
  function forget(closed: Promise<Database>): void {
    if (connection === closed) connection = undefined
  }

  function reconnect(): void {
    connection?.then((database) => database.close()).catch(() => undefined)
    connection = undefined
  }

  async function open(onClosed: () => void): Promise<Database> {
    const lose = () => {
      onClosed()
      onConnectionLost?.()
    }
    const database = await openDB<Schema>(`${OWN_PREFIX}outbox`, VERSION, {
      async upgrade(upgraded, oldVersion, _newVersion, transaction) {
        sleep.follow(transaction)
        try {
          await migrate(upgraded, transaction, oldVersion)
        } catch {
          // Nobody awaits this function. The database stays as it was, and opening it fails.
          abort(transaction)
        }
      },
      /** Somebody deletes the database, or a newer version of the app opens it. */
      blocking(_currentVersion, _blockedVersion, event) {
        ;(event.target as IDBDatabase).close()
        lose()
      },
      terminated: lose,
    })
    try {
      if (sleep.isUnderWay()) await sleep.waitForEnd()
      await restoreIfReplaced(database)
      return database
    } catch (error) {
      database.close()
      throw error
    }
  }

  async function restoreIfReplaced(database: Database): Promise<void> {
    const reading = beginOn(database, 'readonly')
    const ledgerId = (await reading.objectStore('about').get('ledgerId')) as string
    const isReplaced = knownLedgerId !== undefined && ledgerId !== knownLedgerId
    if (isReplaced && restore !== undefined) await restoreIn(beginOn(database, 'readwrite'), restore)
    knownLedgerId = ledgerId
  }

  /**
   * Waits while the page sleeps, before the transaction begins and before the caller hears of its
   * end. A transaction that has failed is begun anew if the page has slept since it began.
   */
  async function transactWhileAwake<T>(
    mode: 'readonly' | 'readwrite',
    act: (transaction: LedgerTransaction) => Promise<T>,
  ): Promise<T> {
    if (sleep.isUnderWay()) await sleep.waitForEnd()
    const sleepCountBefore = sleep.count()
    try {
      return await transact(mode, act)
    } catch (error) {
      const hasSlept = sleep.count() !== sleepCountBefore
      const mayHaveWritten = error instanceof StorageError && error.mayHaveWritten
      if (!hasSlept || mayHaveWritten) throw error
    } finally {
      if (sleep.isUnderWay()) await sleep.waitForEnd()
    }
    return transactWhileAwake(mode, act)
  }

  async function transact<T>(
    mode: 'readonly' | 'readwrite',
    act: (transaction: LedgerTransaction) => Promise<T>,
  ): Promise<T> {
    let transaction: Transaction | undefined
    let isCommitting = false
    // We abort the transaction before the caller hears that it has failed, so that it writes
    // nothing later. Only one that is committing cannot be aborted.
    const deadline = startDeadline(
      deadlineMs,
      () => probe(sleep),
      () => abort(transaction),
    )
    try {
      transaction = await Promise.race([begin(mode), deadline.expired])
      const { done } = transaction
      done.catch(() => undefined)
      const result = await act(operationsOf(transaction, deadline.restart))
      isCommitting = true
      await Promise.race([done, deadline.expired])
      return result
    } catch (error) {
      abort(transaction)
      const isAborted = await Promise.race([isAbortedAtEnd(transaction), deadline.expired]).catch(() => false)
      throw new StorageError(error, { mayHaveWritten: isCommitting && !isAborted })
    } finally {
      deadline.clear()
    }
  }

  /**
   * Waits for the end of a transaction that has failed. Returns whether it was aborted, and has not
   * written all the same.
   */
  async function isAbortedAtEnd(transaction: Transaction | undefined): Promise<boolean> {
    try {
      await transaction?.done
    } catch {
      return true
    }
    if (transaction !== undefined) onWrittenAfterAll?.()
    return false
  }

  /** A connection may have closed without an event (iOS): then it is opened again, once. */
  async function begin(mode: 'readonly' | 'readwrite'): Promise<Transaction> {
    const usedConnection = connect()
    const database = await usedConnection
    try {
      return beginOn(database, mode)
    } catch {
      // Another transaction, or "Try again", may have opened another connection already.
      if (connection === usedConnection) reconnect()
      return beginOn(await connect(), mode)
    }
  }

  /** Begins a transaction, which is aborted if the page sleeps before it has ended. */
  function beginOn(database: Database, mode: 'readonly' | 'readwrite'): Transaction {
    const transaction = database.transaction(STORES, mode, { durability: 'strict' })
    return sleep.follow(transaction as Transaction)
  }

  return {
    read: (act) => transactWhileAwake('readonly', act),
    write: (act) => transactWhileAwake('readwrite', act),
    reconnect,
    suspend: () => sleep.begin(),
    resume: () => sleep.end(),
  }
}

async function restoreIn(
  transaction: Transaction,
  restore: NonNullable<LedgerOptions['restore']>,
): Promise<void> {
  await restore(operationsOf(transaction, () => undefined))
  await transaction.done
}

/**
 * Writes into a database of its own, which waits for no transaction of the outbox, so that a disk
 * which is busy with one of another tab is told from one that does not answer.
 */
async function probe({ follow }: Pick<Sleep, 'follow'>): Promise<void> {
  const database = await openDB(`${OWN_PREFIX}outbox-probe`, 1, {
    upgrade(upgraded, _oldVersion, _newVersion, transaction) {
      follow(transaction)
      upgraded.createObjectStore('probe')
    },
  })
  try {
    const transaction = follow(database.transaction('probe', 'readwrite', { durability: 'strict' }))
    await Promise.all([transaction.store.put(0, 0), transaction.done])
  } finally {
    database.close()
  }
}

function operationsOf(transaction: Transaction, onAnswer: () => void): LedgerTransaction {
  const imports = transaction.objectStore('imports')
  const entries = transaction.objectStore('entries')
  const about = transaction.objectStore('about')
  const answered = async <T>(request: Promise<T>): Promise<T> => {
    const result = await request
    onAnswer()
    return result
  }
  const sourceOf = ([by]: EntryQuery) => (by === 'batch' ? entries : entries.index(by))
  /**
   * Opens a new cursor for each step: in Chromium, a backwards cursor visits every record that it
   * skips.
   */
  const lastLookalike = async (lower: IDBValidKey, upper: IDBValidKey) => {
    const range = IDBKeyRange.bound(lower, upper, true, true)
    const cursor = await answered(entries.index('lookalike').openCursor(range, 'prev'))
    return cursor?.value
  }
  const readLastSequence = async () => Number((await answered(about.get('sequence'))) ?? 0)
  let services: Promise<ServiceFacts> | undefined
  /** Reads what is known of services, once in a transaction. */
  const readServices = (): Promise<ServiceFacts> => {
    services ??= answered(about.get('services')).then((known) => (known ?? NO_SERVICE_FACTS) as ServiceFacts)
    return services
  }
  const noteFactsOf = async (entry: Entry) => {
    const before = await readServices()
    const after = withFactsOf(before, entry)
    if (after === before) return
    services = Promise.resolve(after)
    await answered(about.put(after, 'services'))
  }
  const readLostHistory = async () => ((await answered(about.get('lostHistory'))) ?? []) as readonly string[]
  return {
    get: (id) => answered(entries.get([batchOf(id), positionOf(id)])),
    async put(entry) {
      await noteFactsOf(entry)
      return answered(entries.put(withMarkers(entry)))
    },
    delete: (id) => answered(entries.delete([batchOf(id), positionOf(id)])),
    findAll: (where, limit) => answered(sourceOf(where).getAll(rangeOf(where), limit)),
    first: (where) => answered(sourceOf(where).get(rangeOf(where))),
    maySend: async () => true,
    count: (where) => answered(sourceOf(where).count(rangeOf(where))),
    async newestOfEachImport({ baseUrl, lookalikeKey }, kind, below, isPassedOver) {
      const key = [baseUrl, lookalikeKey, kind]
      const newest: Entry[] = []
      // Those by hand, whose import ID is empty, come before all imports.
      let last = await lastLookalike([...key, '', []], [...key, []])
      while (last !== undefined) {
        const ofImport = [...key, last.importId]
        let older = last.sequence < below ? last : await lastLookalike(ofImport, [...ofImport, below])
        while (older !== undefined && isPassedOver(older))
          older = await lastLookalike(ofImport, [...ofImport, older.sequence])
        if (older !== undefined) newest.push(older)
        last = await lastLookalike([...key, '', []], ofImport)
      }
      return newest
    },
    lastSequence: readLastSequence,
    async takeSequence(count) {
      const last = await readLastSequence()
      await answered(about.put(last + count, 'sequence'))
      return last + 1
    },
    getImport: (id) => answered(imports.get(id)),
    imports: () => answered(imports.getAll()),
    putImport: (record) => answered(imports.put(record)),
    deleteImport: (id) => answered(imports.delete(id)),
    async noteLostHistory(signInId) {
      await answered(about.put([...new Set([...(await readLostHistory()), signInId])], 'lostHistory'))
    },
    baseUrlsOf: async (environmentId) => (await readServices()).baseUrls[environmentId] ?? [],
    changesPets: async (baseUrl) => (await readServices()).changing.includes(baseUrl),
    ledgerId: async () => ((await answered(about.get('ledgerId'))) ?? '') as string,
    hasLostHistory: async (signInId) => (await readLostHistory()).includes(signInId),
  }
}

function rangeOf(where: EntryQuery): IDBValidKey | IDBKeyRange {
  const [, ...key] = where
  switch (where[0]) {
    case 'batch':
    case 'lookalike':
    case 'confirmed':
      // An array is greater than every number and text, so this is all that begins with the key.
      return IDBKeyRange.bound(key, [...key, []], false, true)
    case 'overSince':
      return IDBKeyRange.upperBound(where[1])
    case 'open':
      return 1
    case 'heldBy':
    case 'form':
      return where[1]
    case 'state':
    case 'id':
      return key as IDBValidKey
  }
}
