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
  const twice = names.find((name, column) => kindOfHeading(name) && names.indexOf(name) < column)
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
  const kinds = filled[0]?.cells.map((cell, column) => {
    if (hasHeadings) return kindOfHeading(cell)
    // The status of the first pet may be blank: those of the others must not get lost.
    const isOfOthers =
      cell.trim() === '' && filled.some(({ cells }) => kindOfCell(cells[column] ?? '', labels) === 'status')
    return isOfOthers ? 'status' : kindOfCell(cell, labels)
  })
  const sheet = { rows: filled, columns: columnsOf(kinds ?? []) }
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

/** Names that differ only in case and white space are the same. */
export function normalized(columnName: string): string {
  // Not toLocaleLowerCase: in Turkish "CATEGORYID" would get a dotless i.
  return columnName.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** What a column may be, by its heading or by a pet. `category?`: unless another one surely is the category. */
type Kind = PetFormField | 'category?'

/** `undefined` for columns that are only copied to the report. */
export function kindOfHeading(heading: string): Kind | undefined {
  const name = normalized(heading)
  if (/^category[ _]?id$/.test(name)) return 'category'
  // In the CSV of a list, that is the label.
  if (name === 'category') return 'category?'
  return name === 'name' || name === 'status' ? name : undefined
}

export function kindOfCell(cell: string, labels: CategoryLabels): Kind | undefined {
  // Beside a label, a number may be anything.
  if (isNumber(cell)) return 'category?'
  if (parseCategory(cell, labels).id !== undefined) return 'category'
  if (isPetStatus(cell.trim().toLowerCase())) return 'status'
  return cell.trim() === '' ? undefined : 'name'
}

/** Whether none of the headings is one that is known: they may as well be a pet. */
export function isUnnamed(header: readonly string[]): boolean {
  return header.every((cell) => kindOfHeading(cell) === undefined)
}

export function isPet(cells: readonly string[], labels: CategoryLabels): boolean {
  const kinds = cells.map((cell) => kindOfCell(cell, labels))
  return isUnnamed(cells) && kinds.some((kind) => kind !== undefined && kind !== 'name')
}

/** None where two could be it. */
export function columnsOf(kinds: readonly (Kind | undefined)[]): ColumnMap {
  const only = (kind: Kind) => {
    const column = kinds.indexOf(kind)
    return column !== -1 && column === kinds.lastIndexOf(kind) ? column : undefined
  }
  const category = only(kinds.includes('category') ? 'category' : 'category?')
  return { name: only('name'), category, status: only('status') }
}
