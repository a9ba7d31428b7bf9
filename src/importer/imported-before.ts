import type { Sheet } from './import-types.ts'
import { REPORT_COLUMNS } from './report.ts'
import type { ImportRecord, ImportStore, ListedImport } from './import-journal.ts'

/** What is known of the same rows: imported to the same address on this device, or said by the sheet, a report. */
export type ImportedBefore = {
  readonly imports: readonly ListedImport[]
  /**
   * The rows (by number) that are not to be sent once more unless a person asks for it: added, perhaps added, or waiting
   * in an import that can be resumed. Only a row that was rejected did nothing and will do nothing.
   */
  readonly settled: ReadonlySet<number>
}

/**
 * @param sheet a report that was mended and is imported in its turn says itself which of its rows were sent.
 * @throws what the store throws.
 */
export async function findImportedBefore(
  store: ImportStore,
  { fileHash, baseUrl }: Pick<ImportRecord, 'fileHash' | 'baseUrl'>,
  sheet: Sheet,
): Promise<ImportedBefore> {
  const imports = (await store.list()).filter(
    ({ record }) => record.fileHash === fileHash && record.baseUrl === baseUrl,
  )
  const rows = await Promise.all(imports.map(({ record }) => store.rows(record.id)))
  const settled = rows.flat().filter(({ outcome }) => outcome.kind !== 'rejected')
  return { imports, settled: new Set([...settled.map(({ number }) => number), ...sentByReport(sheet)]) }
}

function sentByReport({ header, rows }: Sheet): readonly number[] {
  const first = header.length - REPORT_COLUMNS.length
  if (REPORT_COLUMNS.some((name, index) => header[first + index] !== name)) return []
  return rows
    .filter(({ cells }) => cells[first] === 'added' || cells[first] === 'unknown')
    .map(({ number }) => number)
}
