import {
  countsOf,
  ConcurrentImportError,
  type ImportJournal,
  type ImportRecord,
  type ImportRow,
  type ImportStore,
  isConcurrentImport,
} from './import-journal.ts'

/** For a browser without storage: the same record in memory, lost when the page reloads. */
export function createMemoryImportStore(): ImportStore {
  const entries = new Map<string, { record: ImportRecord; rows: readonly ImportRow[] }>()
  const journalOf = (record: ImportRecord, rows: readonly ImportRow[]): ImportJournal => ({
    record,
    rows,
    async append(changes) {
      const entry = entries.get(record.id)
      if (entry === undefined) throw new Error(`There is no record ${record.id}`)
      const next = [...entry.rows]
      for (const { position, outcome } of changes) {
        next[position] = { ...(next[position] as ImportRow), outcome }
      }
      entry.rows = next
    },
  })
  return {
    isPersistent: false,
    async create(record, rows, known) {
      const records = [...entries.values()].map((entry) => entry.record)
      if (isConcurrentImport(records, record, known)) throw new ConcurrentImportError()
      entries.set(record.id, { record, rows })
      return journalOf(record, rows)
    },
    async list() {
      return [...entries.values()]
        .map(({ record, rows }) => ({ record, counts: countsOf(rows) }))
        .toSorted((a, b) => b.record.startedAt - a.record.startedAt)
    },
    async open(importId) {
      const entry = entries.get(importId)
      return entry === undefined ? undefined : journalOf(entry.record, entry.rows)
    },
    rows: async (importId) => entries.get(importId)?.rows ?? [],
    async discard(importId) {
      entries.delete(importId)
    },
  }
}
