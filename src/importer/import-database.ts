import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import type { ImportRecord, ImportRow, OutcomeChange } from './import-journal.ts'
import type { ImportCounts } from './import-types.ts'

export type ImportEntry = ImportRecord & {
  /** When the import began; absent in entries of older versions of the app. */
  readonly counts?: ImportCounts
}

/**
 * The outcomes of rows since the import began, in steps from 1. Small, because the next row waits while one is written.
 * Steps are only ever added: of two tabs that run one import, the second finds its step taken.
 */
export type JournalStep = {
  readonly importId: string
  readonly step: number
  readonly changes: readonly OutcomeChange[]
  /** After this step, so that listing imports does not read their rows. */
  readonly counts?: ImportCounts
}

type Schema = DBSchema & {
  imports: { key: string; value: ImportEntry }
  /** Written once, each with its first outcome. */
  rows: { key: [importId: string, position: number]; value: ImportRow & { readonly importId: string } }
  journal: { key: [importId: string, step: number]; value: JournalStep }
}

type ImportDatabase = IDBPDatabase<Schema>

const NAME = `${OWN_PREFIX}imports`
const VERSION = 2

/** An upgrade must preserve the data of released versions: the records are the only proof of what was sent. */
export function upgradeDatabase(database: ImportDatabase, oldVersion: number): void {
  if (oldVersion >= 2) return
  // Version 1 was never released.
  for (const name of database.objectStoreNames) database.deleteObjectStore(name)
  database.createObjectStore('imports', { keyPath: 'id' })
  database.createObjectStore('rows', { keyPath: ['importId', 'position'] })
  database.createObjectStore('journal', { keyPath: ['importId', 'step'] })
}

/**
 * @returns a function that opens the database, once until its connection is lost (deleted by hand, or closed for an
 * upgrade in another tab).
 */
export function createConnection(): () => Promise<ImportDatabase> {
  let connection: Promise<ImportDatabase> | undefined
  const reset = () => {
    connection = undefined
  }
  return () => {
    connection ??= openDB<Schema>(NAME, VERSION, {
      upgrade: upgradeDatabase,
      blocking(_current, _blocked, event) {
        ;(event.target as IDBDatabase).close()
        reset()
      },
      terminated: reset,
    }).catch((error: unknown) => {
      reset()
      throw error
    })
    return connection
  }
}
