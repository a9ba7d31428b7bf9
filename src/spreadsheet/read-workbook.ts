// SheetJS, from the package that publishes its current version on npm: DECISIONS.md.
import { type CellObject, type Range, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { decodeAstralEntities, decodeAstralEntitiesInZip } from './astral-entities.ts'
import { buildSheet } from './build-sheet.ts'
import { NO_RESULT } from './cell-errors.ts'
import { DAMAGED_WORKBOOK, LOCKED_WORKBOOK } from './file-formats.ts'
import { HEADING_ROWS } from './find-headings.ts'
import { headingScore } from './headings.ts'
import { type FileRow, type ReadSheet, refuse } from './sheet.ts'

/** Digits that spreadsheets keep of a number; the rest is 0. */
const KEPT_DIGITS = 15

type Options = {
  readonly labels: CategoryLabels
  /** The sheet that the person has chosen; left out for the one that most likely has the pets. */
  readonly sheetName?: string | undefined
}

type NamedRows = { readonly name: string; readonly rows: readonly FileRow[] }

/**
 * Reads one sheet of a workbook: .xlsx, .xlsb, .xls, XML Spreadsheet 2003, SYLK, or a text of HTML.
 * Cells are as the spreadsheet shows them, but for thousands separators.
 *
 * @throws {SheetProblem}
 */
export function readWorkbook(content: Uint8Array | string, { labels, sheetName }: Options): ReadSheet {
  const workbook = parse(content)
  refuseMissingSheet(workbook)
  const sheets = visibleSheets(workbook)
  if (sheets.length === 0 && hasHiddenRows(workbook))
    refuse(
      'All rows are on a hidden sheet. Unhide it in your spreadsheet program, save the file, then choose it again.',
    )
  const chosen = sheets.find(({ name }) => name === sheetName) ?? sheetWithPets(sheets)
  const notes = sheets.length > 1 ? [`Only the sheet “${bidiIsolate(chosen?.name ?? '')}” was read.`] : []
  return {
    sheet: buildSheet(chosen?.rows ?? [], { labels, notes }),
    sheetName: chosen?.name,
    sheetNames: sheets.map(({ name }) => name),
  }
}

/** Returns whether HTML has a table with the headings of pets, so that it is more than a web page. */
export function hasTableOfPets(html: string): boolean {
  return visibleSheets(parse(html)).some(({ rows }) => bestScore(rows) > 0)
}

function parse(content: Uint8Array | string): WorkBook {
  try {
    const decoded = decodeEntities(content)
    return read(decoded, {
      type: typeof decoded === 'string' ? 'string' : 'array',
      // Rows as sparse arrays: a cell in the last row of a sheet costs nothing.
      dense: true,
      // Which rows are hidden comes with their style.
      cellStyles: true,
      cellNF: true,
      cellHTML: false,
      // Otherwise, the text of HTML would become numbers, which keep 15 digits.
      raw: true,
    })
  } catch (error) {
    return refuse(/password|encrypt/i.test(String(error)) ? LOCKED_WORKBOOK : DAMAGED_WORKBOOK)
  }
}

function decodeEntities(content: Uint8Array | string): Uint8Array | string {
  if (typeof content === 'string') return decodeAstralEntities(content)
  const isZip = content[0] === 0x50 && content[1] === 0x4b
  return isZip ? decodeAstralEntitiesInZip(content) : content
}

/** SheetJS leaves a sheet away that it cannot find in the file. */
function refuseMissingSheet({ SheetNames, Sheets }: WorkBook): void {
  const missing = SheetNames.find((name) => Sheets[name] === undefined)
  if (missing !== undefined)
    refuse(
      `The sheet “${bidiIsolate(missing)}” could not be read. Save the file again as .xlsx or “CSV UTF-8”, then choose that file.`,
    )
}

/** Returns the sheets that a person sees and that have rows. Charts and macros are sheets, too. */
function visibleSheets(workbook: WorkBook): readonly NamedRows[] {
  return workbook.SheetNames.filter((_name, index) => !isHiddenSheet(workbook, index))
    .map((name) => ({ name, rows: rowsOf(workbook, name) }))
    .filter(({ rows }) => rows.length > 0)
}

function hasHiddenRows(workbook: WorkBook): boolean {
  return workbook.SheetNames.some(
    (name, index) => isHiddenSheet(workbook, index) && rowsOf(workbook, name).length > 0,
  )
}

function isHiddenSheet(workbook: WorkBook, index: number): boolean {
  return (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0
}

/** Returns the first of the sheets that most surely have the headings of pets, else the first one. */
function sheetWithPets(sheets: readonly NamedRows[]): NamedRows | undefined {
  const scores = sheets.map(({ rows }) => bestScore(rows))
  return sheets[scores.indexOf(Math.max(...scores))]
}

function bestScore(rows: readonly FileRow[]): number {
  return Math.max(0, ...rows.slice(0, HEADING_ROWS).map(({ cells }) => headingScore(cells)))
}

/** Returns the rows of a sheet that have a text of their own, with what merged cells show in them. */
function rowsOf(workbook: WorkBook, name: string): FileRow[] {
  const worksheet = workbook.Sheets[name]
  const data = worksheet?.['!data']
  if (worksheet === undefined || data === undefined) return []
  const context = contextOf(workbook)
  const texts = new Map<number, string[]>()
  // `forEach` skips what a sparse array does not have.
  data.forEach((cells, row) => {
    texts.set(row, textsOf(cells, context))
  })
  const merges = (worksheet['!merges'] ?? []).toSorted((a, b) => a.s.r - b.s.r)
  const mergedTexts = merges.map((range) => clearMerged(texts, range))
  const rows = [...texts].filter(([, cells]) => !cells.every(isVisuallyBlank))
  // After the blank rows are gone, so that a merged cell which goes on below the last pet adds none.
  const remaining = new Map(rows)
  for (const [index, range] of merges.entries()) fillMerged(remaining, range, mergedTexts[index] ?? '')
  return rows.map(([row, cells]) => ({ number: row + 1, cells, isHidden: isHiddenRow(worksheet, row) }))
}

/** What the text of a cell depends on besides the cell. */
type Context = {
  /** `true` if dates are counted from 1904, as Excel for Mac once did. */
  readonly is1904: boolean
  /** `true` if a spreadsheet program calculates all formulas when it opens the file. */
  readonly isToBeCalculated: boolean
}

function contextOf(workbook: WorkBook): Context {
  const { CalcPr } = (workbook.Workbook ?? {}) as { CalcPr?: { fullCalcOnLoad?: string } }
  return {
    is1904: workbook.Workbook?.WBProps?.date1904 === true,
    isToBeCalculated: CalcPr?.fullCalcOnLoad === '1' || CalcPr?.fullCalcOnLoad === 'true',
  }
}

function textsOf(cells: readonly (CellObject | undefined)[], context: Context): string[] {
  const texts: string[] = []
  cells.forEach((cell, column) => {
    const text = cellText(cell, context)
    if (text === '') return
    while (texts.length < column) texts.push('')
    texts[column] = text
  })
  return texts
}

/**
 * Clears the cells of a merged range, but not the first one, which the spreadsheet shows in their
 * place. Returns its text.
 */
function clearMerged(texts: ReadonlyMap<number, string[]>, { s: first, e: last }: Range): string {
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
function fillMerged(texts: ReadonlyMap<number, string[]>, { s: first, e: last }: Range, text: string): void {
  for (const [, cells] of rowsBetween(texts, first.r, last.r)) {
    while (cells.length <= first.c) cells.push('')
    cells[first.c] = text
  }
}

function rowsBetween<Cells>(
  texts: ReadonlyMap<number, Cells>,
  first: number,
  last: number,
): readonly (readonly [row: number, cells: Cells])[] {
  // Whole columns may be merged, and most of their rows do not exist.
  if (last - first > texts.size) return [...texts].filter(([row]) => row >= first && row <= last)
  const rows: (readonly [number, Cells])[] = []
  for (let row = first; row <= last; row += 1) {
    const cells = texts.get(row)
    if (cells !== undefined) rows.push([row, cells])
  }
  return rows
}

/** Returns whether a row is hidden, filtered out, in a group that is closed, or has no height. */
function isHiddenRow(worksheet: WorkSheet, row: number): boolean {
  const { hidden = false, hpt, hpx } = worksheet['!rows']?.[row] ?? {}
  return hidden || hpt === 0 || hpx === 0
}

/** Returns what a spreadsheet shows in a cell, with all the digits that it keeps. */
function cellText(cell: CellObject | undefined, { is1904, isToBeCalculated }: Context): string {
  switch (cell?.t) {
    case undefined:
      return ''
    // A cell without a value: blank, or a formula whose result is not in the file.
    case 'z':
      return cell.f === undefined ? '' : NO_RESULT
    case 'b':
      return cell.v === true ? 'TRUE' : 'FALSE'
    case 'n':
      // Programs that do not calculate store 0 for each formula.
      if (isToBeCalculated && cell.f !== undefined && cell.v === 0) return NO_RESULT
      return numberText(Number(cell.v), String(cell.z ?? 'General'), is1904)
    case 's':
      return withPlainLineBreaks(String(cell.v ?? ''))
    case 'e':
    case 'd':
      return cell.w ?? ''
  }
}

/** Programs write CR LF for a line break, and some leave a CR at the end, which nobody sees. */
function withPlainLineBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/\r+$/, '')
}

/** Returns a number as it is shown, but without thousands separators. */
function numberText(value: number, format: string, is1904: boolean): string {
  const kept = Number(value.toPrecision(KEPT_DIGITS))
  const digits = String(kept)
  // A format would make up digits beyond those, and one with an exponent would drop some.
  if (/General|E[+-]/i.test(format) || Math.abs(kept) >= 10 ** KEPT_DIGITS) return digits
  if (SSF.is_date(format)) return dateText(kept, format, is1904) ?? digits
  return formatted(kept, format.replaceAll(',', ''), is1904) ?? digits
}

/** Returns `undefined` if there is no such date. Spreadsheets show #### then. */
function dateText(value: number, format: string, is1904: boolean): string | undefined {
  const text = formatted(value, withQuotedDots(format), is1904)
  return text === undefined || isVisuallyBlank(text) ? undefined : text
}

/** SheetJS takes a dot behind a part of a date for fractions of a second, and fails: "dd.mm.yyyy". */
function withQuotedDots(format: string): string {
  const literalsAndDots = /"[^"]*"|\\.|\[[^\]]*\]|\.(?!0)/g
  return format.replaceAll(literalsAndDots, (part) => (part === '.' ? '"."' : part))
}

/** Returns `undefined` for a format that SheetJS does not know. */
function formatted(value: number, format: string, is1904: boolean): string | undefined {
  try {
    return SSF.format(format, value, { date1904: is1904 }) as string
  } catch {
    return undefined
  }
}
