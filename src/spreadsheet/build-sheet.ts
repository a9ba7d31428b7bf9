import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { unguardCell } from '#src/lib/csv.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { findTable, HEADING_ROWS } from './find-headings.ts'
import {
  type ColumnKind,
  columnsOf,
  isUnnamed,
  kindOfCell,
  kindOfHeading,
  repeatedHeading,
} from './headings.ts'
import { type FileRow, refuse, type Sheet, type SheetRow, TOO_LARGE } from './sheet.ts'

/**
 * The most rows that are read. They are more than anybody adds one by one, and few enough to be
 * read, checked and written in one go.
 */
const MAX_ROWS = 10_000

/**
 * The most cells that are read, which are rows times columns. A small file with a header of all
 * columns that a spreadsheet has would use up the memory.
 */
const MAX_CELLS = 1_000_000

/**
 * The longest cell in characters. Spreadsheets keep 32,767 of a cell, and a text of megabytes would
 * block each look-up of its pet.
 */
const MAX_CELL_LENGTH = 2 ** 20

/**
 * The most characters of all cells together. A workbook can have one long text in a thousand
 * places.
 */
const MAX_CHARACTERS = 20_000_000

/** The number of characters of a title that a note quotes. */
const MAX_TITLE_LENGTH = 40

type Options = {
  /** The category labels, by which a pet is told from headings. */
  readonly labels: CategoryLabels
  /**
   * The name of what separates the cells. It is left out for a workbook, in which no cell is split
   * by mistake.
   */
  readonly delimiterName?: string | undefined
  /** Sentences about how the text was read. */
  readonly notes?: readonly string[]
}

/**
 * Finds the headings and gives all rows the same columns. Blank rows are left out, and formula
 * guards removed.
 *
 * @throws {SheetProblem}
 */
export function buildSheet(fileRows: Iterable<FileRow>, options: Options): Sheet {
  const { labels, delimiterName, notes = [] } = options
  const filledRows = rowsWithText(fileRows)
  if (filledRows.length === 0)
    refuse('No rows found. Row 1 must have the headings name and categoryId, with one pet per row below.')
  const { index, hasHeadings } = findTable(filledRows, labels)
  const titles = filledRows.slice(0, index)
  const table = withoutTooManyHidden(filledRows.slice(index))
  const firstRow = table.rows[0]?.cells ?? []
  refuseHeadingsAlone(table.rows)
  if (hasHeadings) refuseRepeatedHeading(firstRow)
  const width = widthOfTable(table.rows, hasHeadings ? delimiterName : undefined)
  refuseTooMany(table.rows, hasHeadings, width)

  const rows = table.rows.map((row) => padded(row, width))
  const columns = columnsOf(columnKinds(rows, hasHeadings, labels))
  const allNotes = [...notes, ...titleNotes(titles, hasHeadings), ...table.notes]
  if (!hasHeadings) return { rows, columns, notes: allNotes }
  const [headings, ...pets] = rows
  return { headings, rows: pets, columns, notes: allNotes }
}

/**
 * Returns the rows that have a text.
 *
 * @throws {SheetProblem} of the first row that cannot be read
 */
function rowsWithText(fileRows: Iterable<FileRow>): FileRow[] {
  const rows: FileRow[] = []
  let visibleCount = 0
  let characterCount = 0
  for (const { problem, ...row } of fileRows) {
    if (problem !== undefined) refuse(`Row ${row.number} ${problem}`)
    if (row.cells.some((cell) => cell.length > MAX_CELL_LENGTH)) refuse(TOO_LARGE)
    for (const cell of row.cells) characterCount += cell.length
    if (characterCount > MAX_CHARACTERS) refuse(TOO_LARGE)
    if (textWidth(row.cells) === 0) continue
    rows.push({ ...row, cells: row.cells.map(unguardCell) })
    if (row.isHidden !== true) visibleCount += 1
    // More rows would only be refused. The first ones may be titles and headings.
    if (visibleCount > MAX_ROWS + HEADING_ROWS) break
  }
  return rows
}

/** Leaves hidden rows out when there are so many that a person could not include them anyway. */
function withoutTooManyHidden(rows: readonly FileRow[]) {
  const hiddenCount = rows.filter(({ isHidden }) => isHidden === true).length
  if (hiddenCount === 0 || rows.length <= MAX_ROWS + 1) return { rows, notes: [] }
  const note = `${formatNumber(hiddenCount)} rows that are hidden in the spreadsheet were left out. They are too many to be included.`
  // The first row may be the headings, and those are needed.
  return { rows: rows.filter(({ isHidden }, index) => index === 0 || isHidden !== true), notes: [note] }
}

function refuseHeadingsAlone(rows: readonly FileRow[]): void {
  const [first] = rows
  if (first !== undefined && rows.length === 1 && !isUnnamed(first.cells))
    refuse('There are no rows below the header. Add one pet per row.')
}

function refuseRepeatedHeading(headings: readonly string[]): void {
  const heading = repeatedHeading(headings)
  if (heading !== undefined)
    refuse(`The heading “${heading}” appears more than once. Rename the column that should not be imported.`)
}

/**
 * Returns the number of columns. In a text, no row may have more than the headings, because a cell
 * was probably split by a delimiter in it.
 *
 * @param delimiterName `undefined` if each row may be as wide as it is
 */
function widthOfTable(rows: readonly FileRow[], delimiterName: string | undefined): number {
  if (delimiterName === undefined) return Math.max(...rows.map(({ cells }) => textWidth(cells)))
  const width = rows[0]?.cells.length ?? 0
  const wideRow = rows.find(({ cells }) => textWidth(cells) > width)
  if (wideRow !== undefined)
    refuse(
      `Row ${wideRow.number} has ${wideRow.cells.length} cells, but the header has ${width}. If a value contains a ${delimiterName}, put it in quotation marks.`,
    )
  return width
}

function refuseTooMany(rows: readonly FileRow[], hasHeadings: boolean, width: number): void {
  if (rows.length - Number(hasHeadings) > MAX_ROWS)
    refuse(`There are more than ${formatNumber(MAX_ROWS)} rows. Split them and import each part.`)
  if (rows.length * width > MAX_CELLS) refuse(TOO_LARGE)
}

function padded({ number, cells, isHidden }: FileRow, width: number): SheetRow {
  const row = { number, cells: Array.from({ length: width }, (_, column) => cells[column] ?? '') }
  return isHidden === true ? { ...row, isHidden } : row
}

/** Returns the kind of each column, by its heading or, without headings, by the first pet. */
function columnKinds(
  rows: readonly SheetRow[],
  hasHeadings: boolean,
  labels: CategoryLabels,
): readonly (ColumnKind | undefined)[] {
  const firstRow = rows[0]?.cells ?? []
  if (hasHeadings) return firstRow.map(kindOfHeading)
  const kindAt = (cells: readonly string[], column: number) => kindOfCell(cells[column] ?? '', labels)
  return firstRow.map((cell, column) => {
    if (!isVisuallyBlank(cell)) return kindAt(firstRow, column)
    // The first pet may lack a value that the others have, which must not get lost.
    const kindsOfOthers = new Set(rows.map(({ cells }) => kindAt(cells, column)))
    if (kindsOfOthers.has('status')) return 'status'
    return kindsOfOthers.has('category?') ? 'category?' : undefined
  })
}

/** Returns a sentence about the rows above the table, which are no pets. */
function titleNotes(titles: readonly FileRow[], hasHeadings: boolean): readonly string[] {
  const [first] = titles
  const last = titles.at(-1)
  if (first === undefined || last === undefined) return []
  const text = first.cells.find((cell) => !isVisuallyBlank(cell)) ?? ''
  const quoted = `“${bidiIsolate(truncate(text.trim(), MAX_TITLE_LENGTH))}”`
  const place = hasHeadings ? 'above the headings' : 'above the table'
  if (titles.length === 1) return [`Row ${first.number} is ${place}, so it was not read: ${quoted}.`]
  const range = `${first.number} ${titles.length === 2 ? 'and' : 'to'} ${last.number}`
  return [`Rows ${range} are ${place}, so they were not read: ${quoted} and more.`]
}

function textWidth(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => !isVisuallyBlank(cell)) + 1
}
