import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { findDelimiter } from './delimiter.ts'
import { type CsvRecord, readRecord, startAfter } from './csv-records.ts'
import { SheetBuilder } from './sheet-builder.ts'
import type { ReadSheet } from './sheet.ts'

type ReadOptions = {
  /** Those of the decoding, which come first. */
  readonly notes?: readonly string[]
  /** They tell a pet from headings. */
  readonly labels?: CategoryLabels
}

/**
 * Reads comma, semicolon or tab separated text, either all of it or nothing: then with a message about the first invalid
 * row. Cells are not interpreted, except that formula guards are removed.
 */
export function readSheet(text: string, { notes = [], labels = new Map() }: ReadOptions = {}): ReadSheet {
  const { delimiter, start } = findDelimiter(text)
  const builder = new SheetBuilder(labels, delimiter)
  const nul = text.indexOf('\0')
  for (let at = start, number = 1; at < text.length; number += 1) {
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
