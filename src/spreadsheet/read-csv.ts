import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { buildSheet, isUnnamed, type Sheet } from './sheet.ts'

const DELIMITER_NAMES = { '\t': 'tab', ';': 'semicolon', ',': 'comma', '|': '|' } as const

/** `|` only where a `sep=|` line says so. */
type Delimiter = keyof typeof DELIMITER_NAMES

const UNCLOSED =
  'has a quotation mark with no closing one. Add it, or type "" for a quotation mark in the text.'
/** Also the result of an unclosed mark when another one follows further down. */
const TEXT_AFTER =
  'has text after a closing quotation mark. Close each quotation mark in this row, and type "" for one in the text.'
const UNREADABLE =
  'contains a character that cannot be read. Save the file again as “CSV UTF-8”, then choose it.'

/**
 * Reads comma, semicolon or tab separated text. Cells are not interpreted, except that formula guards are removed.
 *
 * @throws {SheetProblem} of the first row that cannot be read.
 */
export function readCsv(text: string, labels: CategoryLabels = new Map()): Sheet {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  // Spreadsheets neither show nor count this line.
  const [line, separator] = /^sep=([,;\t|])(?:\r\n?|\n|$)/i.exec(text.slice(start, start + 7)) ?? ['']
  const delimiter = (separator as Delimiter | undefined) ?? guessDelimiter(text, start)
  return buildSheet(readRecords(text, start + line.length, delimiter), labels, DELIMITER_NAMES[delimiter])
}

/**
 * The one by which the first row that is not blank has a known heading, else the most cells, else the one that is the least
 * likely in a name.
 */
function guessDelimiter(text: string, start: number): Delimiter {
  const header = start + text.slice(start).search(/[^\r\n]|$/)
  const splits = (['\t', ';', ','] as const).map((delimiter) => {
    const { cells = [], problem } = readRecords(text, header, delimiter).next().value ?? {}
    return { delimiter, cells: problem === undefined ? cells : [] }
  })
  const [best] = splits
    .filter(({ cells }) => cells.length > 1)
    .toSorted(
      (a, b) => Number(isUnnamed(a.cells)) - Number(isUnnamed(b.cells)) || b.cells.length - a.cells.length,
    )
  return best?.delimiter ?? ','
}

/**
 * As RFC 4180 has it, and more: CR, LF and CR LF may alternate (files that went through two programs have several), a
 * quotation mark inside of an unquoted cell is text, and blanks between a closing mark and the delimiter are dropped.
 */
function* readRecords(text: string, start: number, delimiter: Delimiter) {
  const rest = new RegExp(`([^${delimiter}\r\n]*)([${delimiter}]|\r\n?|\n|$)`, 'y')
  const nul = text.indexOf('\0')
  rest.lastIndex = start
  for (let number = 1; rest.lastIndex < text.length; number += 1) {
    const cells: string[] = []
    let problem: string | undefined
    let end: string | undefined = delimiter
    while (end === delimiter) {
      const opening = rest.lastIndex
      const closing = text[opening] === '"' ? closingQuote(text, opening) : undefined
      if (closing !== undefined) rest.lastIndex = Math.min(closing + 1, text.length)
      const [, plain = '', ending] = rest.exec(text) ?? []
      cells.push(closing === undefined ? plain : text.slice(opening + 1, closing).replaceAll('""', '"'))
      if (closing === text.length) problem = UNCLOSED
      else if (closing !== undefined && plain.trim() !== '') problem ??= TEXT_AFTER
      end = ending
    }
    if (nul !== -1 && nul < rest.lastIndex) problem = UNREADABLE
    yield { number, cells, problem }
  }
}

/** The end of the text where there is none. */
function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at === -1 ? text.length : at
}
