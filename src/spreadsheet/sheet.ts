import { formatNumber } from '#src/lib/format-number.ts'
import { unguardCell } from '#src/lib/csv.ts'
import type { PetFormField, PetFormValues } from '#src/pets/pet-form.ts'
import { isPetStatus } from '#src/pets/pet.ts'
import { type CategoryLabels, parseCategory } from '#src/pets/validate-new-pet.ts'
import { isNumber } from './check-row.ts'

export type Sheet<Row = SheetRow> = {
  /** `undefined`: the first row is a pet. */
  readonly headings?: Row | undefined
  readonly rows: readonly Row[]
  readonly columns: ColumnMap
  /** What the user should know about how it was read, for example as Windows-1252. */
  readonly note?: string | undefined
}

export type SheetRow = {
  /** As a spreadsheet counts: the header is row 1, blank rows count. */
  readonly number: number
  readonly cells: readonly string[]
}

/** Columns from 0; `undefined` where none is known. */
export type ColumnMap = Readonly<Record<PetFormField, number | undefined>>

/** As they stand in the fields of a pet; '' where there is no such column. */
export function valuesOf(cells: readonly string[], columns: Partial<ColumnMap> = {}): PetFormValues {
  const textOf = (field: PetFormField) => cells[columns[field] ?? -1] ?? ''
  return { name: textOf('name'), category: textOf('category'), status: textOf('status') }
}

/** Why rows cannot be read, for the person who has chosen them: all are read, or none. */
export class SheetProblem extends Error {}

/** @throws {SheetProblem} */
export function refuse(why: string): never {
  throw new SheetProblem(why)
}

/** More than anybody adds one by one; few enough to be read, checked and written in one go. */
const MAX_ROWS = 10_000

/** Rows times columns: a small file with a header of all columns that a spreadsheet has would use up the memory. */
const MAX_CELLS = 1_000_000

export const TOO_LARGE = 'This file is too large. Remove columns you do not need, or split it.'

/**
 * Finds the headings and gives all rows the same columns. Blank rows are left out, and formula guards removed.
 *
 * @param labels tell a pet from headings.
 * @param delimiter the name of what separates the cells; left out for a workbook, in which none is split by mistake.
 * @throws {SheetProblem}
 */
export function buildSheet(
  records: Iterable<SheetRow & { readonly problem?: string | undefined }>,
  labels: CategoryLabels,
  note?: string,
  delimiter?: string,
): Sheet {
  const rows: SheetRow[] = []
  for (const { number, cells, problem } of records) {
    if (problem !== undefined) refuse(`Row ${number} ${problem}`)
    if (widthOf(cells) > 0) rows.push({ number, cells: cells.map(unguardCell) })
    // One may be the headings.
    if (rows.length > MAX_ROWS + 1) break
  }
  const [first] = rows
  if (first === undefined)
    refuse('No rows found. Row 1 must have the headings name and categoryId, with one pet per row below.')
  if (rows.length === 1 && !isUnnamed(first.cells))
    refuse('There are no rows below the header. Add one pet per row.')
  const hasHeadings = rows.length > 1 && !isPet(first.cells, labels)
  const names = first.cells.map(normalized)
  const twice = names.find((name, column) => fieldOf(name) !== undefined && names.indexOf(name) < column)
  if (hasHeadings && twice !== undefined)
    refuse(`The heading “${twice}” appears more than once. Rename the column that should not be imported.`)
  const width =
    hasHeadings && delimiter !== undefined
      ? first.cells.length
      : Math.max(...rows.map(({ cells }) => widthOf(cells)))
  const wide = rows.find(({ cells }) => widthOf(cells) > width)
  if (wide !== undefined)
    refuse(
      `Row ${wide.number} has ${wide.cells.length} cells, but the header has ${width}. If a value contains a ${delimiter}, put it in quotation marks.`,
    )
  if (rows.length - Number(hasHeadings) > MAX_ROWS)
    refuse(`There are more than ${formatNumber(MAX_ROWS)} rows. Split them and import each part.`)
  if (rows.length * width > MAX_CELLS) refuse(TOO_LARGE)
  const filled = rows.map(({ number, cells }) => ({
    number,
    cells: Array.from({ length: width }, (_, column) => cells[column] ?? ''),
  }))
  const columns = hasHeadings ? columnsOfHeadings(first.cells) : columnsOfPet(first.cells, labels)
  const sheet = { rows: filled, columns, note }
  return hasHeadings ? toggleFirstRow(sheet) : sheet
}

/** The same rows and columns, with the first row as headings where it was a pet, and as a pet where it was headings. */
export function toggleFirstRow<Row>({ headings, rows, ...rest }: Sheet<Row>): Sheet<Row> {
  if (headings !== undefined) return { ...rest, rows: [headings, ...rows] }
  return { ...rest, headings: rows[0], rows: rows.slice(1) }
}

function widthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1
}

/** The field of a column with this name; `undefined` for columns that are only copied to the report. */
function fieldOf(columnName: string): PetFormField | undefined {
  const name = normalized(columnName)
  if (/^category(?:[ _]?id)?$/.test(name)) return 'category'
  return name === 'name' || name === 'status' ? name : undefined
}

/** Names that differ only in case and white space are the same. */
export function normalized(columnName: string): string {
  // Not toLocaleLowerCase: in Turkish "CATEGORYID" would get a dotless i.
  return columnName.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** Whether none of the headings is one that is known: they may as well be a pet. */
export function isUnnamed(header: readonly string[]): boolean {
  return header.every((cell) => fieldOf(cell) === undefined)
}

export function isPet(cells: readonly string[], labels: CategoryLabels): boolean {
  return isUnnamed(cells) && cells.some((cell) => isNumber(cell) || isLabel(cell, labels) || isStatus(cell))
}

/** No column twice. */
export function columnsOfHeadings(headings: readonly string[]): ColumnMap {
  const columnOf = (field: PetFormField, except = '') =>
    onlyIndex(headings, (cell) => fieldOf(cell) === field && normalized(cell) !== except)
  return {
    name: columnOf('name'),
    // Beside one that names the ID, as in the CSV of a list, "category" is the label.
    category: columnOf('category') ?? columnOf('category', 'category'),
    status: columnOf('status'),
  }
}

export function columnsOfPet(cells: readonly string[], labels: CategoryLabels): ColumnMap {
  // A number beside a label may be anything.
  const category = cells.some((cell) => isLabel(cell, labels))
    ? onlyIndex(cells, (cell) => isLabel(cell, labels))
    : onlyIndex(cells, isNumber)
  const status = onlyIndex(cells, isStatus)
  const name = onlyIndex(
    cells,
    (cell, index) => index !== category && index !== status && cell.trim() !== '' && !isNumber(cell),
  )
  return { name, category, status }
}

function onlyIndex(
  cells: readonly string[],
  fits: (cell: string, index: number) => boolean,
): number | undefined {
  const index = cells.findIndex(fits)
  return index !== -1 && index === cells.findLastIndex(fits) ? index : undefined
}

function isLabel(cell: string, labels: CategoryLabels): boolean {
  return !isNumber(cell) && parseCategory(cell, labels).id !== undefined
}

function isStatus(cell: string): boolean {
  return isPetStatus(cell.trim().toLowerCase())
}
