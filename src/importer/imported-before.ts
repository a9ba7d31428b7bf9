import type { NewPet } from '#src/pets/pet.ts'
import { isSameNewPet, samePetKey } from '#src/pets/same-pet.ts'
import type { RowValidation, Sheet } from './import-types.ts'
import { REPORT_COLUMNS } from './report.ts'
import type { ImportRecord, ImportRow, ImportStore, ListedImport } from './import-journal.ts'
import { normalized } from './map-columns.ts'

/** What is known of the same rows: imported to the same address on this device, or said by the sheet, a report. */
export type ImportedBefore = {
  readonly imports: readonly ListedImport[]
  /**
   * The rows (by number) that are not to be sent once more unless a person asks for it: added, perhaps added, or waiting
   * in an import that can be resumed. Only a row that was rejected did nothing and will do nothing.
   */
  readonly settled: ReadonlySet<number>
  /** Other rows (by number) that would add the same pet as an import of another file: to point out, and no more. */
  readonly alike: ReadonlySet<number>
}

/**
 * @param sheet a report that was mended and is imported in its turn says itself which of its rows were sent.
 * @param checks one for each of its rows.
 */
export async function findImportedBefore(
  store: ImportStore,
  { fileHash, baseUrl }: Pick<ImportRecord, 'fileHash' | 'baseUrl'>,
  sheet: Sheet,
  checks: readonly RowValidation[],
): Promise<ImportedBefore> {
  // Where the records cannot be read now, the start finds them: it names those that the person knows of, and these are none.
  const savedImports = await readSavedImports(store, baseUrl).catch(() => [])
  const ofTheseRows = savedImports.filter(({ record }) => record.fileHash === fileHash)
  const others = Map.groupBy(
    savedImports
      .filter(({ record }) => record.fileHash !== fileHash)
      .flatMap(({ record, rows }) =>
        rows.flatMap((row) => (isOpen(row) ? [] : sentRow(row, record.startedAt))),
      ),
    ({ newPet }) => samePetKey(newPet),
  )
  const isOpenInAnotherTab = (newPet: NewPet | undefined, since: number) =>
    newPet !== undefined &&
    (others.get(samePetKey(newPet)) ?? []).some(
      (sent) => sent.startedAt >= since && isSameNewPet(sent.newPet, newPet),
    )
  const settled = ofTheseRows.flatMap(({ record, rows }) =>
    // Rejected, and added since by a later import, of the file of rejected rows for example.
    rows.filter((row) => !isOpen(row) || isOpenInAnotherTab(row.newPet, record.startedAt)),
  )
  const numbers = new Set([...settled.map(({ number }) => number), ...settledByReport(sheet)])
  const alike = sheet.rows.filter(
    ({ number }, index) => !numbers.has(number) && isOpenInAnotherTab(checks[index]?.newPet, 0),
  )
  return {
    imports: ofTheseRows.map(({ record, counts }) => ({ record, counts })),
    settled: numbers,
    alike: new Set(alike.map(({ number }) => number)),
  }
}

type Kept = ListedImport & { readonly rows: readonly ImportRow[] }

async function readSavedImports(store: ImportStore, baseUrl: string): Promise<readonly Kept[]> {
  const listed = (await store.list()).filter(({ record }) => record.baseUrl === baseUrl)
  const rows = await Promise.all(listed.map(({ record }) => store.rows(record.id)))
  return listed.map(({ record, counts }, index) => ({ record, counts, rows: rows[index] ?? [] }))
}

/** It did nothing, and will do nothing. */
function isOpen({ outcome }: ImportRow): boolean {
  return outcome.kind === 'rejected'
}

function sentRow({ newPet }: ImportRow, startedAt: number): { newPet: NewPet; startedAt: number }[] {
  return newPet === undefined ? [] : [{ newPet, startedAt }]
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
