import type { NewPet } from '#src/pets/pet.ts'
import { isSameNewPet, samePetKey } from '#src/pets/same-pet.ts'
import type { ImportRecord, ImportRow, ImportStore, ListedImport } from './import-journal.ts'
import type { RowValidation, Sheet } from './import-types.ts'
import { normalized } from './map-columns.ts'
import { REPORT_COLUMNS } from './report.ts'
import { readImports } from './saved-imports.ts'

/** Earlier imports of the same rows to the same address, as saved on this device or as the sheet itself says. */
export type ImportedBefore = {
  readonly imports: readonly ListedImport[]
  /**
   * The rows (by number) that are left out unless the user decides otherwise: added, unknown, or waiting in an import that
   * can be resumed. Rejected rows are not: they added nothing and never will.
   */
  readonly leftOut: ReadonlySet<number>
  /** Other rows (by number) that would add the same pet as an import of another file: only pointed out. */
  readonly matching: ReadonlySet<number>
}

/**
 * @throws when the records cannot be read.
 * @param sheet may be the edited report of an import, which says which of its rows were sent.
 * @param checks one for each of its rows.
 */
export async function findImportedBefore(
  store: Pick<ImportStore, 'list' | 'rows'>,
  { fileHash, baseUrl }: Pick<ImportRecord, 'fileHash' | 'baseUrl'>,
  sheet: Sheet,
  checks: readonly RowValidation[],
): Promise<ImportedBefore> {
  const saved = await readImports(store, ({ record }) => record.baseUrl === baseUrl)
  const ofThisFile = saved.filter(({ record }) => record.fileHash === fileHash)
  const sentFromOtherFiles = Map.groupBy(
    saved
      .filter(({ record }) => record.fileHash !== fileHash)
      .flatMap(({ record, rows }) =>
        rows.flatMap((row) =>
          row.newPet === undefined || isRejected(row)
            ? []
            : [{ newPet: row.newPet, startedAt: record.startedAt }],
        ),
      ),
    ({ newPet }) => samePetKey(newPet),
  )
  const wasSentFromOtherFile = (newPet: NewPet | undefined, since: number) =>
    newPet !== undefined &&
    (sentFromOtherFiles.get(samePetKey(newPet)) ?? []).some(
      (sent) => sent.startedAt >= since && isSameNewPet(sent.newPet, newPet),
    )
  const leftOut = ofThisFile.flatMap(({ record, rows }) =>
    // A rejected row may have been added by a later import, of the file of rejected rows for example.
    rows.filter((row) => !isRejected(row) || wasSentFromOtherFile(row.newPet, record.startedAt)),
  )
  const numbers = new Set([...leftOut.map(({ number }) => number), ...leftOutByReport(sheet)])
  const matching = sheet.rows.filter(
    ({ number }, index) => !numbers.has(number) && wasSentFromOtherFile(checks[index]?.newPet, 0),
  )
  return {
    imports: ofThisFile.map(({ record, counts }) => ({ record, counts })),
    leftOut: numbers,
    matching: new Set(matching.map(({ number }) => number)),
  }
}

function isRejected({ outcome }: ImportRow): boolean {
  return outcome.kind === 'rejected'
}

const OUTCOMES = new Set(['added', 'unknown', 'waiting', 'rejected', ''])

/** The rows of a report except the rejected ones. Columns of these names with other values are the user's own. */
function leftOutByReport({ header, rows }: Sheet): readonly number[] {
  const names = header.map(normalized)
  const first = names.findLastIndex((_, at) =>
    REPORT_COLUMNS.every((name, index) => names[at + index] === name),
  )
  if (first === -1 || rows.some(({ cells }) => !OUTCOMES.has(cells[first] ?? ''))) return []
  return rows
    .filter(({ cells }) => cells[first] !== 'rejected' && cells[first] !== '')
    .map(({ number }) => number)
}
