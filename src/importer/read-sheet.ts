import { findDelimiter } from './delimiter.ts'
import type { Sheet } from './import-types.ts'
import { cellsOf, endOfRecord, startAfter } from './csv-records.ts'
import { SheetBuilder } from './sheet-builder.ts'
import { createTimeSlice } from './time-slice.ts'

export type ReadOptions = {
  /** What was to be said about the decoding; goes before the notes of the reading. */
  readonly notes?: readonly string[]
  /** There is no header: the columns are called "Column 1" and so on, for the person to map. */
  readonly firstRowIsData?: boolean
}

/**
 * Reads comma, semicolon or tab separated text: all of it, or nothing and what is wrong with the first row that
 * can't be read. Does not look into the cells, except that the guard against formulas is taken off.
 */
export async function readSheet(
  text: string,
  { notes = [], firstRowIsData = false }: ReadOptions = {},
): Promise<{ sheet: Sheet; problem?: never } | { sheet?: never; problem: string }> {
  const slice = createTimeSlice()
  const { delimiter, start } = findDelimiter(text)
  const builder = new SheetBuilder(delimiter, firstRowIsData)
  const nul = text.indexOf('\0')
  for (let at = start, number = 1; at < text.length; number += 1) {
    if (slice.isExpired()) await slice.yield()
    const end = endOfRecord(text, at, delimiter)
    if (nul !== -1 && (end === -1 || nul < end)) {
      return {
        problem: `Row ${number} contains a character that cannot be read. Save the file again as “CSV UTF-8”, then choose it.`,
      }
    }
    if (end === -1) return { problem: unclosed(number) }
    const cells = cellsOf(text.slice(at, end), delimiter)
    if (cells === undefined) return { problem: textAfterQuote(number) }
    const problem = builder.add(number, cells)
    if (problem !== undefined) return { problem }
    at = startAfter(text, end)
  }
  return builder.finish(notes)
}

function unclosed(row: number): string {
  return `Row ${row} has a quotation mark with no closing one. Add it, or type "" for a quotation mark in the text.`
}

function textAfterQuote(row: number): string {
  // Also what becomes of a mark that is not closed when another one follows further down.
  return `Row ${row} has text after a closing quotation mark. Close each quotation mark in this row, and type "" for one in the text.`
}
