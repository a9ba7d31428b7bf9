import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import {
  countsOf,
  ConcurrentImportError,
  type ImportJournal,
  type ImportRecord,
  type ImportRow,
  type ImportStore,
  isConcurrentImport,
  type OutcomeChange,
  Tally,
} from './import-journal.ts'
import type { ImportCounts, RowOutcome } from './import-types.ts'

type RowKey = [importId: string, position: number]

type Schema = DBSchema & {
  /** `counts`: as it began; not there in what an older version of the app has left. */
  imports: { key: string; value: ImportRecord & { readonly counts?: ImportCounts } }
  /** What a row says, written once; the outcome that it starts with is part of it. */
  rows: { key: RowKey; value: ImportRow & { readonly importId: string } }
  /**
   * What became of rows since, step by step from 1. Small, because a step is written while the next row waits. A step
   * is only ever added: of two tabs that run one import, the second finds its step taken.
   */
  journal: {
    key: [importId: string, step: number]
    value: {
      readonly importId: string
      readonly step: number
      readonly changes: readonly OutcomeChange[]
      /** After this step, so that listing imports need not read their rows. */
      readonly counts?: ImportCounts
    }
  }
}

const NAME = 'petstore-admin.imports'
const VERSION = 2

/** Rows that are written or read within one task of the page. */
const BATCH = 500

type Database = IDBPDatabase<Schema>

/** A version of its own for each change, which keeps what is there: the records are the only proof of what was sent. */
export function upgradeDatabase(database: Database, oldVersion: number): void {
  if (oldVersion >= 2) return
  // Version 1 was never released.
  for (const name of database.objectStoreNames) database.deleteObjectStore(name)
  database.createObjectStore('imports', { keyPath: 'id' })
  database.createObjectStore('rows', { keyPath: ['importId', 'position'] })
  database.createObjectStore('journal', { keyPath: ['importId', 'step'] })
}

/** @throws when the browser does not let the app keep anything, or the record is of a newer version of the app. */
export async function openImportStore(): Promise<ImportStore> {
  // Opened anew after a loss: a database deleted by hand, or closed for another tab, must not be written to.
  let opened: Promise<Database> | undefined
  const db = () => {
    opened ??= openDB<Schema>(NAME, VERSION, {
      upgrade: upgradeDatabase,
      blocking(_current, _blocked, event) {
        ;(event.target as IDBDatabase).close()
        opened = undefined
      },
      terminated() {
        opened = undefined
      },
    }).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  await db()

  async function read(importId: string) {
    const transaction = (await db()).transaction(['imports', 'rows', 'journal'], 'readonly')
    const [entry, rows, journal] = await Promise.all([
      transaction.objectStore('imports').get(importId),
      inBatches((range) => transaction.objectStore('rows').getAll(range, BATCH), importId, positionOf),
      inBatches((range) => transaction.objectStore('journal').getAll(range, BATCH), importId, stepOf),
    ])
    const since = new Map<number, RowOutcome>()
    for (const { changes } of journal) {
      for (const { position, outcome } of changes) since.set(position, outcome)
    }
    return {
      entry,
      rows: rows.map(({ position, number, cells, newPet, outcome }) => ({
        position,
        number,
        cells,
        newPet,
        outcome: since.get(position) ?? outcome,
      })),
      lastStep: journal.at(-1)?.step ?? 0,
    }
  }

  async function writeStep(step: Schema['journal']['value']): Promise<void> {
    const transaction = (await db()).transaction(['imports', 'journal'], 'readwrite', {
      durability: 'strict',
    })
    const imported = transaction.objectStore('imports').getKey(step.importId)
    const added = transaction.objectStore('journal').add(step)
    // All is asked for: not waiting for the answers before the commit saves a turn of the event loop for each row.
    transaction.commit()
    await settled(transaction.done, [imported, added])
    if ((await imported) === undefined) {
      // Discarded, or deleted by hand: what was written is the record of nothing.
      await (await db()).delete('journal', all(step.importId))
      throw new Error(`There is no record ${step.importId}`)
    }
  }

  function journalOf(record: ImportRecord, rows: readonly ImportRow[], lastStep: number): ImportJournal {
    const tally = new Tally(rows)
    let step = lastStep
    /** Steps are written one after the other. */
    let written: Promise<unknown> = Promise.resolve()
    return {
      record,
      rows,
      append(changes) {
        const write = async (before: Promise<unknown>) => {
          await before
          const counts = tally.countsAfter(changes)
          await writeStep({ importId: record.id, step: step + 1, changes, counts })
          step += 1
          tally.take(changes)
        }
        const writing = write(written)
        written = writing.catch(() => undefined)
        return writing
      },
    }
  }

  return {
    isPersistent: true,

    async create(record, rows, known) {
      const transaction = (await db()).transaction(['imports', 'rows'], 'readwrite', { durability: 'strict' })
      const store = transaction.objectStore('rows')
      const put = async () => {
        // In the transaction that writes: of two tabs that import the same rows, the second sees the first.
        const imports = transaction.objectStore('imports')
        if (isConcurrentImport(await imports.getAll(), record, known)) {
          transaction.abort()
          throw new ConcurrentImportError()
        }
        await imports.put({ ...record, counts: countsOf(rows) })
        for (let start = 0; start < rows.length; start += BATCH) {
          const batch = rows.slice(start, start + BATCH)
          await Promise.all(batch.map((row) => store.put({ ...row, importId: record.id })))
        }
      }
      await settled(transaction.done, [put()])
      return journalOf(record, rows, 0)
    },

    async list() {
      const transaction = (await db()).transaction(['imports', 'journal'], 'readonly')
      const entries = await transaction.objectStore('imports').getAll()
      const lastSteps = await Promise.all(
        entries.map(({ id }) => transaction.objectStore('journal').openCursor(all(id), 'prev')),
      )
      const listed = await Promise.all(
        entries.map(async (entry, index) => {
          const { value: lastStep } = lastSteps[index] ?? {}
          const counts =
            (lastStep === undefined ? entry.counts : lastStep.counts) ?? countsOf((await read(entry.id)).rows)
          return { record: recordOf(entry), counts }
        }),
      )
      return listed.toSorted((a, b) => b.record.startedAt - a.record.startedAt)
    },

    async open(importId) {
      const { entry, rows, lastStep } = await read(importId)
      return entry === undefined ? undefined : journalOf(recordOf(entry), rows, lastStep)
    },

    rows: async (importId) => (await read(importId)).rows,

    async discard(importId) {
      const transaction = (await db()).transaction(['imports', 'rows', 'journal'], 'readwrite', {
        durability: 'strict',
      })
      await settled(transaction.done, [
        transaction.objectStore('imports').delete(importId),
        transaction.objectStore('rows').delete(all(importId)),
        transaction.objectStore('journal').delete(all(importId)),
      ])
    },
  }
}

const positionOf = ({ position }: { position: number }) => position
const stepOf = ({ step }: { step: number }) => step

function recordOf({ counts: _counts, ...record }: Schema['imports']['value']): ImportRecord {
  return record
}

function all(importId: string, after = -1): IDBKeyRange {
  return IDBKeyRange.bound([importId, after], [importId, Infinity], true)
}

/** All rows of an import at once would hold the page up. */
async function inBatches<T>(
  read: (range: IDBKeyRange) => Promise<T[]>,
  importId: string,
  numberOf: (entry: T) => number,
): Promise<T[]> {
  const entries: T[] = []
  for (;;) {
    const last = entries.at(-1)
    const batch = await read(all(importId, last === undefined ? undefined : numberOf(last)))
    for (const entry of batch) entries.push(entry)
    if (batch.length < BATCH) return entries
  }
}

/** A request that fails also fails the transaction: both promises are awaited, so that neither goes unheard. */
async function settled(done: Promise<void>, requests: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled([...requests, done])
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
