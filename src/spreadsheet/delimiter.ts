import { fieldOf } from './map-columns.ts'
import { type Delimiter, readRecord, startAfter } from './csv-records.ts'

/** In order of preference where two split the header equally well: a comma is the likeliest to be part of a name. */
const CANDIDATES: readonly Delimiter[] = ['\t', ';', ',']

/**
 * What separates the cells, and where the first row starts: after a byte-order mark and a `sep=;` line, which spreadsheets
 * neither show nor count.
 */
export function findDelimiter(text: string): { delimiter: Delimiter; start: number } {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  const separatorLine = /^sep=([,;\t|])(?=[\r\n]|$)/i.exec(text.slice(start, start + 6))
  if (separatorLine?.[1] === undefined) return { delimiter: guessDelimiter(text, start), start }
  return {
    delimiter: separatorLine[1] as Delimiter,
    start: startAfter(text, start + separatorLine[0].length),
  }
}

/** The one that gives the first row that is not blank the most known column names, else the most cells. */
function guessDelimiter(text: string, start: number): Delimiter {
  const blank = /[\r\n]*/y
  blank.lastIndex = start
  blank.test(text)
  const header = blank.lastIndex
  let best: { delimiter: Delimiter; known: number; cells: number } = { delimiter: ',', known: 0, cells: 1 }
  for (const delimiter of CANDIDATES) {
    const { cells, problem } = readRecord(text, header, delimiter)
    if (problem !== undefined || cells.length === 1) continue
    const known = cells.filter((cell) => fieldOf(cell) !== undefined).length
    if (known > best.known || (known === best.known && cells.length > best.cells)) {
      best = { delimiter, known, cells: cells.length }
    }
  }
  return best.delimiter
}
