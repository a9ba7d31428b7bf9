import type { Sheet } from './import-types.ts'
import { REPORT_COLUMNS } from './report.ts'
import type { ImportRecord, ImportRow, ImportStore, ListedImport } from './import-journal.ts'
import { normalized } from './map-columns.ts'
import { isSameNewPet } from '#src/pets/same-pet.ts'

/** What is known of the same rows: imported to the same address on this device, or said by the sheet, a report. */
export type ImportedBefore = {
  readonly imports: readonly ListedImport[]
  /**
   * The rows (by number) that are not to be sent once more unless a person asks for it: added, perhaps added, or waiting
   * in an import that can be resumed. Only a row that was rejected did nothing and will do nothing.
   */
  readonly settled: ReadonlySet<number>
}

/** @param sheet a report that was mended and is imported in its turn says itself which of its rows were sent. */
export async function findImportedBefore(
  store: ImportStore,
  { fileHash, baseUrl }: Pick<ImportRecord, 'fileHash' | 'baseUrl'>,
  sheet: Sheet,
): Promise<ImportedBefore> {
  // Where the records cannot be read now, the start finds them: it names those that the person knows of, and these are none.
  const kept = await readKept(store, baseUrl).catch(() => [])
  const ofTheseRows = kept.filter(({ record }) => record.fileHash === fileHash)
  const others = kept.filter(({ record }) => record.fileHash !== fileHash)
  const settled = ofTheseRows.flatMap(({ record, rows }) =>
    rows.filter((row) => !isOpen(row) || isMadeUpFor(row, record, others)),
  )
  return {
    imports: ofTheseRows.map(({ record, counts }) => ({ record, counts })),
    settled: new Set([...settled.map(({ number }) => number), ...settledByReport(sheet)]),
  }
}

type Kept = ListedImport & { readonly rows: readonly ImportRow[] }

async function readKept(store: ImportStore, baseUrl: string): Promise<readonly Kept[]> {
  const listed = (await store.list()).filter(({ record }) => record.baseUrl === baseUrl)
  const rows = await Promise.all(listed.map(({ record }) => store.rows(record.id)))
  return listed.map(({ record, counts }, index) => ({ record, counts, rows: rows[index] ?? [] }))
}

/** It did nothing, and will do nothing. */
function isOpen({ outcome }: ImportRow): boolean {
  return outcome.kind === 'rejected'
}

/** A later import, of the file of rejected rows for example, has the same pet. */
function isMadeUpFor({ newPet }: ImportRow, { startedAt }: ImportRecord, others: readonly Kept[]): boolean {
  if (newPet === undefined) return false
  return others
    .filter(({ record }) => record.startedAt >= startedAt)
    .some(({ rows }) =>
      rows.some((row) => !isOpen(row) && row.newPet !== undefined && isSameNewPet(row.newPet, newPet)),
    )
}

const OUTCOMES = new Set(['added', 'unknown', 'waiting', 'rejected', ''])

/** The rows of a report that it does not call rejected. Columns of that name with other words in them are somebody's own. */
function settledByReport({ header, rows }: Sheet): readonly number[] {
  const names = header.map(normalized)
  const first = names.findLastIndex((_, at) =>
    REPORT_COLUMNS.every((name, index) => names[at + index] === name),
  )
  if (first === -1 || rows.some(({ cells }) => !OUTCOMES.has(cells[first] ?? ''))) return []
  return rows
    .filter(({ cells }) => cells[first] !== 'rejected' && cells[first] !== '')
    .map(({ number }) => number)
}
