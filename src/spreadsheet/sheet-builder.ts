import { formatNumber } from '#src/lib/format-number.ts'
import { unguardCell } from '#src/lib/formula-guard.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { isPet, isUnnamed, meaningOf, normalized } from './map-columns.ts'
import type { ReadSheet, Sheet } from './sheet.ts'
import type { Delimiter } from './csv-records.ts'

/** More than anybody adds one by one; few enough to be read, validated and written in one go. */
const MAX_ROWS = 10_000

/**
 * Rows times columns. Short rows are filled up, so that a small file with a header of 16,384 columns (all
 * that a spreadsheet has) would use up the memory of the tab.
 */
const MAX_CELLS = 1_000_000

export const TOO_LARGE = 'This file is too large. Remove columns you do not need, or split it.'

const DELIMITER_NAMES: Readonly<Record<Delimiter, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': '|',
}

/** Collects rows, each checked against the first one. */
export class SheetBuilder {
  private readonly labels: CategoryLabels
  private readonly delimiter: Delimiter | undefined
  private header: string[] | undefined
  private headerRow: number | undefined
  private readonly rows: { number: number; cells: string[] }[] = []
  private blankSinceRow = 0
  private blank = 0
  private short = 0
  private firstShort = 0

  /** @param delimiter `undefined` for a workbook, in which no cell can be split by mistake. */
  constructor(labels: CategoryLabels, delimiter?: Delimiter) {
    this.labels = labels
    this.delimiter = delimiter
  }

  add(number: number, rawCells: readonly string[]): string | undefined {
    if (rawCells.every((cell) => cell.trim() === '')) {
      if (this.header !== undefined) this.blankSinceRow += 1
      return undefined
    }
    // Blank rows at the end are not counted.
    this.blank += this.blankSinceRow
    this.blankSinceRow = 0
    const cells = rawCells.map(unguardCell)
    if (this.header !== undefined) return this.addRow(number, cells, this.header)
    if (isPet(cells, this.labels)) return this.addRow(number, cells, (this.header = []))
    this.header = cells
    this.headerRow = number
    return duplicateColumn(cells)
  }

  finish(notes: readonly string[]): ReadSheet {
    const { header, headerRow, rows } = this
    if (header === undefined) {
      return {
        problem:
          'No rows found. Row 1 must have the headings name and categoryId, with one pet per row below.',
      }
    }
    if (rows.length === 0 && !isUnnamed(header))
      return { problem: 'There are no rows below the header. Add one pet per row.' }
    for (const { cells } of rows) while (cells.length < header.length) cells.push('')
    const sheet = { header, headerRow, rows, notes: [...notes, ...this.notes()] }
    return { sheet: rows.length === 0 ? withFirstRow(sheet, true) : sheet }
  }

  private addRow(number: number, cells: string[], header: string[]): string | undefined {
    const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1
    if (this.delimiter === undefined || this.headerRow === undefined) {
      while (header.length < filled)
        header.push(this.headerRow === undefined ? columnName(header.length) : '')
    }
    const width = header.length
    if (filled > width) {
      return `Row ${number} has ${cells.length} cells, but the header has ${width}. If a value contains a ${DELIMITER_NAMES[this.delimiter ?? ',']}, put it in quotation marks.`
    }
    if (this.rows.length === MAX_ROWS) {
      return `There are more than ${formatNumber(MAX_ROWS)} rows. Split them and import each part.`
    }
    if ((this.rows.length + 1) * width > MAX_CELLS) return TOO_LARGE
    if (cells.length < width && this.headerRow !== undefined) {
      if (this.short === 0) this.firstShort = number
      this.short += 1
    }
    this.rows.push({ number, cells: cells.slice(0, width) })
    return undefined
  }

  private notes(): readonly string[] {
    const notes: string[] = []
    if (this.blank === 1) notes.push('1 blank row was skipped.')
    if (this.blank > 1) notes.push(`${formatNumber(this.blank)} blank rows were skipped.`)
    if (this.short === 1) {
      notes.push(`Row ${this.firstShort} has missing values, read as blank.`)
    }
    if (this.short > 1) {
      notes.push(
        `${formatNumber(this.short)} rows have missing values, read as blank. The first is row ${this.firstShort}.`,
      )
    }
    return notes
  }
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
    if (meaningOf(cell) === undefined) continue
    if (seen.has(normalized(cell))) {
      return `The heading “${cell.trim()}” appears more than once. Rename the column that should not be imported.`
    }
    seen.add(normalized(cell))
  }
  return undefined
}
