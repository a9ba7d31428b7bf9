import { findDelimiter } from './delimiter.ts'
import type { Sheet } from './import-types.ts'
import { type CsvRecord, readRecord, startAfter } from './csv-records.ts'
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
    const record = readRecord(text, at, delimiter)
    if (nul !== -1 && nul < record.end) {
      return {
        problem: `Row ${number} contains a character that cannot be read. Save the file again as “CSV UTF-8”, then choose it.`,
      }
    }
    const problem = recordProblem(record, number) ?? builder.add(number, record.cells)
    if (problem !== undefined) return { problem }
    at = startAfter(text, record.end)
  }
  return builder.finish(notes)
}

function recordProblem({ problem }: CsvRecord, row: number): string | undefined {
  switch (problem) {
    case 'unclosed-quote':
      return `Row ${row} has a quotation mark with no closing one. Add it, or type "" for a quotation mark in the text.`
    case 'text-after-quote':
      // Also the result of an unclosed mark when another one follows further down.
      return `Row ${row} has text after a closing quotation mark. Close each quotation mark in this row, and type "" for one in the text.`
    case undefined:
      return undefined
  }
}
