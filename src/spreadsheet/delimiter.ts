import { HEADING_ROWS } from './find-headings.ts'
import { isUnnamed, namesBothColumns } from './headings.ts'
import { parseRecords } from './parse-records.ts'
import { refuse } from './sheet.ts'

/**
 * The characters that may separate cells, the least likely in a name first, with their names in
 * messages.
 */
const DELIMITER_NAMES = { '\t': 'tab', ';': 'semicolon', ',': 'comma', '|': '|' } as const

export type Delimiter = keyof typeof DELIMITER_NAMES

const DELIMITERS = Object.keys(DELIMITER_NAMES) as Delimiter[]

/** Separators that we recognise in order to name them in a refusal. */
const UNSUPPORTED = ['^', '~', ':', '\u001F', '\u0001', '§', '¦', '/', '\\', '&', '#', '*']

export function delimiterName(delimiter: Delimiter): string {
  return DELIMITER_NAMES[delimiter]
}

/** A line `sep=;` at the beginning, which spreadsheet programs neither show nor count. */
export type SeparatorLine = {
  readonly delimiter: Delimiter | undefined
  /** The number of characters of the line with its line break. */
  readonly length: number
}

/**
 * Reads the line that says what separates the cells, if there is one. Programs also write it in
 * quotation marks, with blanks, as `\t`, and with delimiters behind it.
 *
 * @throws {SheetProblem} if it says something that is not supported
 */
export function readSeparatorLine(text: string): SeparatorLine {
  const [line = '', firstLine = ''] = /^([^\r\n]*)(?:\r\n?|\n|$)/.exec(text) ?? []
  const none = { delimiter: undefined, length: 0 }
  const [, quote, separator] = /^\s*("?)sep ?= ?(\\t|[^\w\s]|\t)\1[;,\t|\s]*$/i.exec(firstLine) ?? []
  if (quote === undefined || separator === undefined) return none
  const character = separator === String.raw`\t` ? '\t' : separator
  const delimiter = DELIMITERS.find((each) => each === character)
  if (delimiter === undefined) refuseSeparator(character)
  return { delimiter, length: line.length }
}

/**
 * Returns the delimiter with which one of the first rows names both columns. If there is none, it
 * is the one that a line at the beginning declares, else the one by which the first row has a known
 * heading, else the one that splits most of the first rows.
 *
 * @throws {SheetProblem} if the cells are separated by something that is not supported
 */
export function guessDelimiter(text: string, declaredDelimiter: Delimiter | undefined): Delimiter {
  const splits = DELIMITERS.map((delimiter) => splitBy(text, delimiter))
  const naming = splits.filter(({ rows }) => rows.some(namesBothColumns))
  // The line is wrong when a program has saved the file again in another form.
  const declaredAndNaming = naming.find(({ delimiter }) => delimiter === declaredDelimiter)
  const delimiterByHeadings = (declaredAndNaming ?? naming[0])?.delimiter
  if (delimiterByHeadings !== undefined) return delimiterByHeadings
  if (declaredDelimiter !== undefined) return declaredDelimiter
  const unsupported = UNSUPPORTED.find((character) => splitBy(text, character).rows.some(namesBothColumns))
  if (unsupported !== undefined) refuseSeparator(unsupported)
  // Without headings, a | is more likely a part of a name.
  const likely = splits.filter(({ delimiter, splitCount }) => delimiter !== '|' && splitCount > 0)
  const [best] = likely.toSorted(
    (a, b) =>
      Number(a.isFirstUnnamed) - Number(b.isFirstUnnamed) ||
      b.splitCount - a.splitCount ||
      b.firstWidth - a.firstWidth,
  )
  return best?.delimiter ?? ','
}

/** The first rows of a text, split by a character. */
type Split<Character> = {
  readonly delimiter: Character
  /** The cells of the rows that can be read and are not blank. */
  readonly rows: readonly (readonly string[])[]
  /** The number of rows with more than one cell. */
  readonly splitCount: number
  /** The number of cells of the first row. */
  readonly firstWidth: number
  /** `true` if the first row has no known heading. */
  readonly isFirstUnnamed: boolean
}

function splitBy<Character extends string>(text: string, delimiter: Character): Split<Character> {
  const rows: (readonly string[])[] = []
  for (const { cells, problem } of parseRecords(text, 0, delimiter)) {
    if (problem === undefined && cells.some((cell) => cell.trim() !== '')) rows.push(cells)
    if (problem !== undefined || rows.length === HEADING_ROWS) break
  }
  const [firstRow = []] = rows
  return {
    delimiter,
    rows,
    splitCount: rows.filter((cells) => cells.length > 1).length,
    firstWidth: firstRow.length,
    isFirstUnnamed: isUnnamed(firstRow),
  }
}

function refuseSeparator(character: string): never {
  const isVisible = /^[\p{P}\p{S}]$/u.test(character)
  const name = isVisible ? `“${character}”` : 'a character that cannot be seen'
  return refuse(
    `The cells of this file are separated by ${name}. Save it with commas, semicolons or tabs, then choose it.`,
  )
}
