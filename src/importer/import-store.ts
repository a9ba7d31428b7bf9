import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type NewPet } from '#src/pets/pet.ts'
import { type ColumnMap, type RowOutcome } from './import-types.ts'

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
  rows: (importId: string) => Promise<readonly ImportRow[]>
  /** All or none. With strict durability: what resolves here survives the death of the browser. */
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
  /** What became of it since: small, because it is written while the next row waits. */
  outcomes: { key: RowKey; value: OutcomeChange & { readonly importId: string } }
}

const NAME = 'petstore-admin.imports'
const VERSION = 1

/** Rows that are written or read within one task of the page. */
const BATCH = 500

/** @throws when the browser does not let the app keep anything, or the record is of a newer version of the app. */
export async function openImportStore(): Promise<ImportStore> {
  // Opened anew after a loss: a database deleted by hand, or closed for another tab, must not be written to.
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  const db = () => {
    opened ??= openDB<Schema>(NAME, VERSION, {
      upgrade(database) {
        database.createObjectStore('imports', { keyPath: 'id' })
        database.createObjectStore('rows', { keyPath: ['importId', 'position'] })
        database.createObjectStore('outcomes', { keyPath: ['importId', 'position'] })
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
    },

    async list() {
      const records = await (await db()).getAll('imports')
      return records.toSorted((a, b) => b.startedAt - a.startedAt)
    },

    async rows(importId) {
      const transaction = (await db()).transaction(['rows', 'outcomes'], 'readonly')
      const [rows, outcomes] = await Promise.all([
        inBatches((range) => transaction.objectStore('rows').getAll(range, BATCH), importId),
        inBatches((range) => transaction.objectStore('outcomes').getAll(range, BATCH), importId),
      ])
      const since = new Map(outcomes.map(({ position, outcome }) => [position, outcome]))
      return rows.map(({ position, number, cells, newPet, outcome }) => ({
        position,
        number,
        cells,
        newPet,
        outcome: since.get(position) ?? outcome,
      }))
    },

    async write(importId, changes) {
      const transaction = (await db()).transaction(['imports', 'outcomes'], 'readwrite', {
        durability: 'strict',
      })
      const imported = transaction.objectStore('imports').getKey(importId)
      const outcomes = transaction.objectStore('outcomes')
      const puts = changes.map((change) => outcomes.put({ ...change, importId }))
      // All is asked for: not waiting for the answers before the commit saves a turn of the event loop for each row.
      transaction.commit()
      await settled(transaction.done, [imported, ...puts])
      if ((await imported) !== undefined) return
      // Discarded, or deleted by hand: what was written is the record of nothing.
      await (await db()).delete('outcomes', rowsOf(importId))
      throw new Error(`There is no record ${importId}`)
    },

    async discard(importId) {
      const transaction = (await db()).transaction(['imports', 'rows', 'outcomes'], 'readwrite', {
        durability: 'strict',
      })
      await settled(transaction.done, [
        transaction.objectStore('imports').delete(importId),
        transaction.objectStore('rows').delete(rowsOf(importId)),
        transaction.objectStore('outcomes').delete(rowsOf(importId)),
      ])
    },
  }
}

function rowsOf(importId: string, after = -1): IDBKeyRange {
  return IDBKeyRange.bound([importId, after], [importId, Infinity], true)
}

/** All rows of an import at once would hold the page up. */
async function inBatches<T extends { readonly position: number }>(
  read: (range: IDBKeyRange) => Promise<T[]>,
  importId: string,
): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const batch = await read(rowsOf(importId, all.at(-1)?.position))
    for (const row of batch) all.push(row)
    if (batch.length < BATCH) return all
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
