import type { Range } from '@e965/xlsx'

/** The texts of the rows of a sheet, by the index of the row from 0. */
type Texts = ReadonlyMap<number, string[]>

/**
 * Clears the cells of a merged range, but not the first one, which the spreadsheet shows in their
 * place. Returns its text.
 */
export function clearMerged(texts: Texts, { s: first, e: last }: Range): string {
  const text = texts.get(first.r)?.[first.c] ?? ''
  for (const [row, cells] of rowsBetween(texts, first.r, last.r)) {
    const isFirstRow = row === first.r
    for (let column = first.c; column <= last.c && column < cells.length; column += 1) {
      const isFirstCell = isFirstRow && column === first.c
      if (!isFirstCell) cells[column] = ''
    }
  }
  return text
}

/** Puts the text of a merged range into each of its rows. */
export function fillMerged(texts: Texts, { s: first, e: last }: Range, text: string): void {
  // A blank range may be as wide as a sheet.
  if (text === '') return
  for (const [, cells] of rowsBetween(texts, first.r, last.r)) {
    while (cells.length <= first.c) cells.push('')
    cells[first.c] = text
  }
}

function rowsBetween(
  texts: Texts,
  first: number,
  last: number,
): readonly (readonly [row: number, cells: string[]])[] {
  // Whole columns may be merged, and most of their rows do not exist.
  if (last - first > texts.size) return [...texts].filter(([row]) => row >= first && row <= last)
  const rows: (readonly [number, string[]])[] = []
  for (let row = first; row <= last; row += 1) {
    const cells = texts.get(row)
    if (cells !== undefined) rows.push([row, cells])
  }
  return rows
}
