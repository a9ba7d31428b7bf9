import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { NewPet } from '#src/pets/pet.ts'
import type { ColumnMap, RowOutcome } from './import-types.ts'

/** One import, as it rests on disk until a person discards it: the only proof of what was sent. */
export type ImportRecord = {
  readonly id: string
  readonly environmentId: string
  /** Absolute: an import is never resumed under another one. */
  readonly baseUrl: string
  /** `undefined` for pasted rows. */
  readonly fileName: string | undefined
  readonly fileHash: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly header: readonly string[]
  readonly columns: ColumnMap
}

export type ImportRow = {
  /** From 0, in the order of the file. */
  readonly position: number
  /** As the spreadsheet counts. */
  readonly number: number
  readonly cells: readonly string[]
  /** `undefined` for a row that a check kept from being sent. */
  readonly newPet: NewPet | undefined
  readonly outcome: RowOutcome
}

export type OutcomeChange = { readonly position: number; readonly outcome: RowOutcome }

/**
 * The journal of imports. Every promise resolves when the transaction is complete, and rejects when the browser did
 * not keep it (blocked, full, deleted by hand).
 */
export type ImportStore = {
  create: (record: ImportRecord, rows: readonly ImportRow[]) => Promise<void>
  /** The imports of all environments, newest first. */
  list: () => Promise<readonly ImportRecord[]>
  /** As they are now. What is written from here on counts as a decision about these rows. */
  rows: (importId: string) => Promise<readonly ImportRow[]>
  /**
   * All or none. With strict durability: what resolves here survives the death of the browser. Rejects when another
   * tab has written since the rows were read: this one no longer knows what was sent.
   */
  write: (importId: string, changes: readonly OutcomeChange[]) => Promise<void>
  discard: (importId: string) => Promise<void>
  /** Whether a reload loses the record. */
  readonly isLasting: boolean
}

type RowKey = [importId: string, position: number]

type Schema = DBSchema & {
  imports: { key: string; value: ImportRecord }
  /** What a row says, written once; the outcome that it starts with is part of it. */
  rows: { key: RowKey; value: ImportRow & { readonly importId: string } }
  /**
   * What became of rows since, step by step from 1. Small, because a step is written while the next row waits. A step
   * is only ever added: of two tabs that run one import, the second finds its step taken.
   */
  journal: {
    key: [importId: string, step: number]
    value: { readonly importId: string; readonly step: number; readonly changes: readonly OutcomeChange[] }
  }
}

const NAME = 'petstore-admin.imports'
const VERSION = 2

/** Rows that are written or read within one task of the page. */
const BATCH = 500

/** @throws when the browser does not let the app keep anything, or the record is of a newer version of the app. */
export async function openImportStore(): Promise<ImportStore> {
  // Opened anew after a loss: a database deleted by hand, or closed for another tab, must not be written to.
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  const db = () => {
    opened ??= openDB<Schema>(NAME, VERSION, {
      upgrade(database) {
        // Version 1 was never released.
        for (const name of database.objectStoreNames) database.deleteObjectStore(name)
        database.createObjectStore('imports', { keyPath: 'id' })
        database.createObjectStore('rows', { keyPath: ['importId', 'position'] })
        database.createObjectStore('journal', { keyPath: ['importId', 'step'] })
      },
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

  /** The last step that this tab knows of, for each import. */
  const lastSteps = new Map<string, number>()
  /** Steps of one tab are written one after the other. */
  let written: Promise<unknown> = Promise.resolve()

  async function writeStep(importId: string, changes: readonly OutcomeChange[]): Promise<void> {
    const step = (lastSteps.get(importId) ?? 0) + 1
    const transaction = (await db()).transaction(['imports', 'journal'], 'readwrite', {
      durability: 'strict',
    })
    const imported = transaction.objectStore('imports').getKey(importId)
    const added = transaction.objectStore('journal').add({ importId, step, changes })
    // All is asked for: not waiting for the answers before the commit saves a turn of the event loop for each row.
    transaction.commit()
    await settled(transaction.done, [imported, added])
    if ((await imported) === undefined) {
      // Discarded, or deleted by hand: what was written is the record of nothing.
      await (await db()).delete('journal', all(importId))
      throw new Error(`There is no record ${importId}`)
    }
    lastSteps.set(importId, step)
  }

  return {
    isLasting: true,

    async create(record, rows) {
      const transaction = (await db()).transaction(['imports', 'rows'], 'readwrite', { durability: 'strict' })
      const store = transaction.objectStore('rows')
      const put = async () => {
        await transaction.objectStore('imports').put(record)
        for (let start = 0; start < rows.length; start += BATCH) {
          const batch = rows.slice(start, start + BATCH)
          await Promise.all(batch.map((row) => store.put({ ...row, importId: record.id })))
        }
      }
      await settled(transaction.done, [put()])
      lastSteps.set(record.id, 0)
    },

    async list() {
      const records = await (await db()).getAll('imports')
      return records.toSorted((a, b) => b.startedAt - a.startedAt)
    },

    async rows(importId) {
      const transaction = (await db()).transaction(['rows', 'journal'], 'readonly')
      const [rows, journal] = await Promise.all([
        inBatches((range) => transaction.objectStore('rows').getAll(range, BATCH), importId, positionOf),
        inBatches((range) => transaction.objectStore('journal').getAll(range, BATCH), importId, stepOf),
      ])
      lastSteps.set(importId, journal.at(-1)?.step ?? 0)
      const since = new Map<number, RowOutcome>()
      for (const { changes } of journal) {
        for (const { position, outcome } of changes) since.set(position, outcome)
      }
      return rows.map(({ position, number, cells, newPet, outcome }) => ({
        position,
        number,
        cells,
        newPet,
        outcome: since.get(position) ?? outcome,
      }))
    },

    write(importId, changes) {
      const write = written.then(() => writeStep(importId, changes))
      written = write.catch(() => undefined)
      return write
    },

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
  await Promise.all([...requests, done])
}

/** For a person who goes on although nothing can be kept: the same record in memory, gone with the page. */
export function createMemoryImportStore(): ImportStore {
  const records = new Map<string, { record: ImportRecord; rows: ImportRow[] }>()
  return {
    isLasting: false,
    async create(record, rows) {
      records.set(record.id, { record, rows: [...rows] })
    },
    async list() {
      return [...records.values()].map(({ record }) => record).toSorted((a, b) => b.startedAt - a.startedAt)
    },
    async rows(importId) {
      return records.get(importId)?.rows.slice() ?? []
    },
    async write(importId, changes) {
      const kept = records.get(importId)
      let rows = kept?.rows ?? []
      for (const { position, outcome } of changes) {
        const row = rows[position]
        if (row === undefined) throw new Error(`There is no record ${importId} with a row ${position}`)
        rows = rows.with(position, { ...row, outcome })
      }
      if (kept !== undefined) kept.rows = rows
    },
    async discard(importId) {
      records.delete(importId)
    },
  }
}
