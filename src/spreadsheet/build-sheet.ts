import { formatNumber } from '#src/lib/format-number.ts'
import { unguardCell } from '#src/lib/formula-guard.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import type { Delimiter } from './csv-records.ts'
import { fieldOf, isPet, isUnnamed, normalized } from './map-columns.ts'
import type { ReadSheet, Sheet, SheetRow } from './sheet.ts'

/** More than anybody adds one by one; few enough to be read, validated and written in one go. */
const MAX_ROWS = 10_000

/**
 * Rows times columns. Short rows are filled up, so that a small file with a header of 16,384 columns (all that a
 * spreadsheet has) would use up the memory of the tab.
 */
const MAX_CELLS = 1_000_000

export const TOO_LARGE = 'This file is too large. Remove columns you do not need, or split it.'

const DELIMITER_NAMES: Readonly<Record<Delimiter, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': '|',
}

type BuildOptions = {
  readonly labels: CategoryLabels
  /** On how the rows were read; they come first. */
  readonly notes: readonly string[]
  /** Left out for a workbook, in which no cell can be split by mistake. */
  readonly delimiter?: Delimiter
}

/** Finds the headings and holds each row against them. Rows that are blank are left out, and formula guards removed. */
export function buildSheet(
  rawRows: Iterable<SheetRow | { readonly problem: string }>,
  { labels, notes, delimiter }: BuildOptions,
): ReadSheet {
  let header: string[] | undefined
  let headerRow: number | undefined
  const rows: { number: number; cells: string[] }[] = []
  const short: number[] = []
  const blank: number[] = []
  for (const rawRow of rawRows) {
    if ('problem' in rawRow) return rawRow
    const { number } = rawRow
    const width = rawRow.cells.findLastIndex((cell) => cell.trim() !== '') + 1
    if (width === 0) {
      if (header !== undefined) blank.push(number)
      continue
    }
    const cells = rawRow.cells.map(unguardCell)
    if (header === undefined && !isPet(cells, labels)) {
      header = delimiter === undefined ? cells.slice(0, width) : cells
      headerRow = number
      const problem = duplicateColumn(header)
      if (problem !== undefined) return { problem }
      continue
    }
    header ??= []
    const isFixed = delimiter !== undefined && headerRow !== undefined
    if (isFixed && width > header.length) {
      return {
        problem: `Row ${number} has ${cells.length} cells, but the header has ${header.length}. If a value contains a ${DELIMITER_NAMES[delimiter]}, put it in quotation marks.`,
      }
    }
    while (header.length < width) header.push(headerRow === undefined ? columnName(header.length) : '')
    if (rows.length === MAX_ROWS) {
      return {
        problem: `There are more than ${formatNumber(MAX_ROWS)} rows. Split them and import each part.`,
      }
    }
    if ((rows.length + 1) * header.length > MAX_CELLS) return { problem: TOO_LARGE }
    if (isFixed && cells.length < header.length) short.push(number)
    rows.push({ number, cells: cells.slice(0, header.length) })
  }
  if (header === undefined) {
    return {
      problem: 'No rows found. Row 1 must have the headings name and categoryId, with one pet per row below.',
    }
  }
  if (rows.length === 0 && !isUnnamed(header)) {
    return { problem: 'There are no rows below the header. Add one pet per row.' }
  }
  for (const { cells } of rows) while (cells.length < header.length) cells.push('')
  const last = rows.at(-1)?.number ?? 0
  const skipped = blank.filter((number) => number < last).length
  const sheet = { header, headerRow, rows, notes: [...notes, ...blankNote(skipped), ...shortNote(short)] }
  return { sheet: rows.length === 0 ? withFirstRow(sheet, true) : sheet }
}

function blankNote(count: number): readonly string[] {
  if (count === 0) return []
  return [count === 1 ? '1 blank row was skipped.' : `${formatNumber(count)} blank rows were skipped.`]
}

function shortNote([first, ...others]: readonly number[]): readonly string[] {
  if (first === undefined) return []
  if (others.length === 0) return [`Row ${first} has missing values, read as blank.`]
  const count = formatNumber(others.length + 1)
  return [`${count} rows have missing values, read as blank. The first is row ${first}.`]
}

/** The same rows, with the first as a pet or as headings. */
export function withFirstRow(sheet: Sheet, isFirstRowPet: boolean): Sheet {
  const { header, headerRow, rows } = sheet
  const [first, ...others] = rows
  if (isFirstRowPet && headerRow !== undefined) {
    const pet = { number: headerRow, cells: header }
    const names = header.map((_, column) => columnName(column))
    return { ...sheet, header: names, headerRow: undefined, rows: [pet, ...rows] }
  }
  if (isFirstRowPet || headerRow !== undefined || first === undefined) return sheet
  return { ...sheet, header: first.cells, headerRow: first.number, rows: others }
}

function columnName(column: number): string {
  return `Column ${column + 1}`
}

/** Two columns of the same field, of which either may be meant. Other names may appear twice. */
function duplicateColumn(header: readonly string[]): string | undefined {
  const seen = new Set<string>()
  for (const cell of header) {
    if (fieldOf(cell) === undefined) continue
    if (seen.has(normalized(cell))) {
      return `The heading “${cell.trim()}” appears more than once. Rename the column that should not be imported.`
    }
    seen.add(normalized(cell))
  }
  return undefined
}
