import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { findDelimiter } from './delimiter.ts'
import { buildSheet } from './build-sheet.ts'
import { type Delimiter, readRecord, startAfter } from './csv-records.ts'
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
  return buildSheet(readRows(text, start, delimiter), { labels, notes, delimiter })
}

function* readRows(text: string, start: number, delimiter: Delimiter) {
  const nul = text.indexOf('\0')
  for (let at = start, number = 1; at < text.length; number += 1) {
    const { cells, end, problem } = readRecord(text, at, delimiter)
    if (nul !== -1 && nul < end) {
      yield {
        problem: `Row ${number} contains a character that cannot be read. Save the file again as “CSV UTF-8”, then choose it.`,
      }
    }
    yield problem === undefined ? { number, cells } : { problem: `Row ${number} ${PROBLEMS[problem]}` }
    at = startAfter(text, end)
  }
}

const PROBLEMS = {
  'unclosed-quote':
    'has a quotation mark with no closing one. Add it, or type "" for a quotation mark in the text.',
  // Also the result of an unclosed mark when another one follows further down.
  'text-after-quote':
    'has text after a closing quotation mark. Close each quotation mark in this row, and type "" for one in the text.',
} as const
