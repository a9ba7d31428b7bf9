import { formatNumber } from '#src/lib/format-number.ts'
import { unguardCell } from '#src/lib/formula-guard.ts'
import type { Sheet, SheetRow } from './sheet.ts'
import { meaningOf, normalized } from './map-columns.ts'
import type { Delimiter } from './csv-records.ts'

/** More than anybody adds one by one; few enough to be read, validated and written in one go. */
const MAX_ROWS = 10_000

/**
 * Rows times columns. Short rows are filled up to the header, so that a small file with a header of 16,384 columns (all
 * that a spreadsheet has) would use up the memory of the tab.
 */
const MAX_CELLS = 1_000_000

const DELIMITER_NAMES: Readonly<Record<Delimiter, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': '|',
}

/** Collects rows, each checked against the header. */
export class SheetBuilder {
  private readonly delimiter: Delimiter
  private readonly firstRowIsData: boolean
  private header: readonly string[] | undefined
  private readonly rows: SheetRow[] = []
  private blankSinceRow = 0
  private blank = 0
  private short = 0
  private firstShort = 0

  constructor(delimiter: Delimiter, firstRowIsData: boolean) {
    this.delimiter = delimiter
    this.firstRowIsData = firstRowIsData
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
    if (this.header === undefined) {
      if (!this.firstRowIsData) {
        this.header = cells
        return duplicateColumn(cells)
      }
      this.header = cells.map((_, column) => `Column ${column + 1}`)
    }
    return this.addRow(number, cells, this.header.length)
  }

  finish(notes: readonly string[]): { sheet: Sheet; problem?: never } | { sheet?: never; problem: string } {
    const { header, rows } = this
    if (header === undefined) {
      return {
        problem:
          'No rows found. Row 1 must have the headings name and categoryId, with one pet per row below.',
      }
    }
    if (rows.length === 0) {
      const problem = header.some((cell) => meaningOf(cell) !== undefined)
        ? 'There are no rows below the header. Add one pet per row.'
        : 'There is only one row, and row 1 is read as the header. Add a row with the headings name and categoryId above it.'
      return { problem }
    }
    return { sheet: { header, rows, notes: [...notes, ...this.notes()] } }
  }

  private addRow(number: number, cells: string[], width: number): string | undefined {
    if (cells.slice(width).some((cell) => cell.trim() !== '')) {
      return `Row ${number} has ${cells.length} cells, but the header has ${width}. If a value contains a ${DELIMITER_NAMES[this.delimiter]}, put it in quotation marks.`
    }
    if (this.rows.length === MAX_ROWS) {
      return `There are more than ${formatNumber(MAX_ROWS)} rows. Split them and import each part.`
    }
    if ((this.rows.length + 1) * width > MAX_CELLS) {
      return 'This file is too large. Remove columns you do not need, or split it.'
    }
    if (cells.length < width) {
      if (this.short === 0) this.firstShort = number
      this.short += 1
      while (cells.length < width) cells.push('')
    }
    cells.length = width
    this.rows.push({ number, cells })
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
