import { createConnection, type ImportEntry, type JournalStep } from './import-database.ts'
import {
  ConcurrentImportError,
  countsOf,
  type ImportJournal,
  type ImportRecord,
  type ImportRow,
  type ImportStore,
  isConcurrentImport,
  Tally,
} from './import-journal.ts'
import type { RowOutcome } from './import-types.ts'

/** Rows that are read or written at once: all of them would block the page. */
const BATCH = 500

/** @throws when the browser has no storage for the app, or the database is of a newer version of the app. */
export async function openImportStore(): Promise<ImportStore> {
  const db = createConnection()
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

  async function writeStep(step: JournalStep): Promise<void> {
    const transaction = (await db()).transaction(['imports', 'journal'], 'readwrite', {
      durability: 'strict',
    })
    const imported = transaction.objectStore('imports').getKey(step.importId)
    const added = transaction.objectStore('journal').add(step)
    // An explicit commit saves one turn of the event loop per row.
    transaction.commit()
    await settled(transaction.done, [imported, added])
    if ((await imported) === undefined) {
      // Discarded, or deleted by hand: the step belongs to no import.
      await (await db()).delete('journal', keysOf(step.importId))
      throw new Error(`There is no record ${step.importId}`)
    }
  }

  function journalOf(record: ImportRecord, rows: readonly ImportRow[], lastStep: number): ImportJournal {
    const tally = new Tally(rows)
    let step = lastStep
    let lastWrite: Promise<unknown> = Promise.resolve()
    return {
      record,
      rows,
      append(changes) {
        const write = async (previous: Promise<unknown>) => {
          await previous
          const counts = tally.countsAfter(changes)
          await writeStep({ importId: record.id, step: step + 1, changes, counts })
          step += 1
          tally.apply(changes)
        }
        const result = write(lastWrite)
        lastWrite = result.catch(() => undefined)
        return result
      },
    }
  }

  return {
    isPersistent: true,

    async create(record, rows, known) {
      const transaction = (await db()).transaction(['imports', 'rows'], 'readwrite', { durability: 'strict' })
      const store = transaction.objectStore('rows')
      const put = async () => {
        // In the same transaction as the write: of two tabs that import the same rows, the second sees the first.
        const imports = transaction.objectStore('imports')
        if (isConcurrentImport(await imports.getAll(), record, known)) throw new ConcurrentImportError()
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
        entries.map(({ id }) => transaction.objectStore('journal').openCursor(keysOf(id), 'prev')),
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
        transaction.objectStore('rows').delete(keysOf(importId)),
        transaction.objectStore('journal').delete(keysOf(importId)),
      ])
    },
  }
}

const positionOf = ({ position }: { position: number }) => position
const stepOf = ({ step }: { step: number }) => step

function recordOf({ counts: _counts, ...record }: ImportEntry): ImportRecord {
  return record
}

function keysOf(importId: string, after = -1): IDBKeyRange {
  return IDBKeyRange.bound([importId, after], [importId, Infinity], true)
}

async function inBatches<T>(
  read: (range: IDBKeyRange) => Promise<T[]>,
  importId: string,
  numberOf: (entry: T) => number,
): Promise<T[]> {
  const entries: T[] = []
  for (;;) {
    const last = entries.at(-1)
    const batch = await read(keysOf(importId, last === undefined ? undefined : numberOf(last)))
    for (const entry of batch) entries.push(entry)
    if (batch.length < BATCH) return entries
  }
}

/** A failed request fails its transaction, too: both are awaited, so that neither is an unhandled rejection. */
async function settled(done: Promise<void>, requests: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled([...requests, done])
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
