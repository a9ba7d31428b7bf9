import type { Entry, Import } from './entry.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import type { Sender } from './sender.ts'
import type { View } from './view.ts'

type Options = {
  readonly view: Pick<View, 'followedImports' | 'hasFormerRowsOf' | 'everShown'>
  readonly senderOf: (batch: string) => Pick<Sender, 'unwritten'>
}

/**
 * The records of the imports that were opened in this tab. If the database is deleted, they are
 * written into the new one with their rows.
 */
export function createImportRecords({ view, senderOf }: Options) {
  const records = new Map<string, Import>()

  /** Returns the records of the imports of which rows are or were shown here, or are unwritten. */
  function everShown(): readonly Import[] {
    return [...records.values()].filter(({ id }) => {
      const wasShown = view.followedImports().includes(id) || view.hasFormerRowsOf(id)
      return wasShown || senderOf(id).unwritten().length > 0
    })
  }

  return {
    /** Keeps the record of an import that is opened. */
    remember(record: Import): void {
      records.set(record.id, record)
    },

    /** Returns whether the batch is an import that was opened in this tab. */
    has: (batch: string): boolean => records.has(batch),

    everShown,

    /**
     * Writes these records into a new database.
     *
     * @param isRecorded returns whether a row was in the old database, and is not in memory alone
     */
    async restoreInto(ledger: LedgerTransaction, isRecorded: (row: Entry) => boolean): Promise<void> {
      const rowsInMemory = view.everShown().filter((entry) => !isRecorded(entry))
      const importsInMemory = new Set(rowsInMemory.map(({ importId }) => importId))
      const recorded = everShown().filter(({ id }) => !importsInMemory.has(id))
      for (const record of recorded) await ledger.putImport(record)
    },
  }
}
