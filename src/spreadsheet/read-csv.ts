import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { buildSheet } from './build-sheet.ts'
import { type Delimiter, delimiterName, guessDelimiter, readSeparatorLine } from './delimiter.ts'
import { parseRecords } from './parse-records.ts'
import { withoutQuotedLines } from './quoted-lines.ts'
import type { FileRow, Sheet } from './sheet.ts'
import { refuseOtherText } from './text-formats.ts'

/**
 * Reads comma, semicolon or tab separated text. Cells are not interpreted, except that formula
 * guards are removed.
 *
 * @param notes sentences about how the text was decoded
 * @throws {SheetProblem} of the first row that cannot be read
 */
export function readCsv(
  text: string,
  labels: CategoryLabels = new Map(),
  notes: readonly string[] = [],
): Sheet {
  const content = text.replace(/^\uFEFF+/, '')
  refuseOtherText(content)
  const { delimiter: declaredDelimiter, length } = readSeparatorLine(content)
  const table = content.slice(length)
  const lines = withoutQuotedLines(table) ?? table
  const delimiter = guessDelimiter(lines, declaredDelimiter)
  const options = { labels, delimiterName: delimiterName(delimiter), notes }
  return buildSheet(rowsOf(lines, delimiter), options)
}

function rowsOf(text: string, delimiter: Delimiter): Iterable<FileRow> {
  const records = parseRecords(text, 0, delimiter)
  // People and programs that draw a table with | put blanks around the cells.
  return delimiter === '|' ? Array.from(records, trimmed) : records
}

function trimmed(row: FileRow): FileRow {
  return { ...row, cells: row.cells.map((cell) => cell.trim()) }
}
