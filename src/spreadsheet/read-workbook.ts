// SheetJS comes from the package that publishes its current version on npm (DECISIONS.md).
import { type CellObject, read, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { decodeAstralEntities, decodeAstralEntitiesInZip } from './astral-entities.ts'
import { buildSheet } from './build-sheet.ts'
import { type CellContext, cellText, isFormulaWithoutResult } from './cell-text.ts'
import { DAMAGED_WORKBOOK, LOCKED_WORKBOOK } from './file-formats.ts'
import { HEADING_ROWS } from './find-headings.ts'
import { headingScore } from './headings.ts'
import { clearMerged, fillMerged } from './merged-cells.ts'
import { type FileRow, type ReadSheet, refuse, SheetProblem } from './sheet.ts'

type Options = {
  readonly labels: CategoryLabels
  /**
   * The sheet that the person has chosen. It is left out for the one that most likely has the pets.
   */
  readonly sheetName?: string | undefined
}

type NamedRows = { readonly name: string; readonly rows: readonly FileRow[] }

/**
 * Reads one sheet of a workbook: .xlsx, .xlsb, .xls, XML Spreadsheet 2003, SYLK, or a text of HTML.
 * Cells are as the spreadsheet shows them, except that numbers keep their digits (`cell-text.ts`).
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

/**
 * Returns whether HTML has a table with the headings of pets, so that it is more than a web page.
 */
export function hasTableOfPets(html: string): boolean {
  return visibleSheets(parse(html)).some(({ rows }) => bestScore(rows) > 0)
}

function parse(content: Uint8Array | string): WorkBook {
  try {
    const decoded = decodeEntities(content)
    return read(decoded, {
      type: typeof decoded === 'string' ? 'string' : 'array',
      // Rows are sparse arrays, so that a cell in the last row of a sheet costs nothing.
      dense: true,
      // SheetJS reads which rows are hidden only together with styles.
      cellStyles: true,
      cellNF: true,
      cellHTML: false,
      // Otherwise, the text of HTML would become numbers, which keep 15 digits.
      raw: true,
    })
  } catch (error) {
    if (error instanceof SheetProblem) throw error
    return refuse(/password|encrypt/i.test(String(error)) ? LOCKED_WORKBOOK : DAMAGED_WORKBOOK)
  }
}

function decodeEntities(content: Uint8Array | string): Uint8Array | string {
  if (typeof content === 'string') return decodeAstralEntities(content)
  const isZip = content[0] === 0x50 && content[1] === 0x4b
  return isZip ? decodeAstralEntitiesInZip(content) : content
}

/**
 * Refuses a workbook in which a sheet is missing. SheetJS omits a sheet that it cannot find in the
 * file.
 */
function refuseMissingSheet({ SheetNames, Sheets }: WorkBook): void {
  const missing = SheetNames.find((name) => Sheets[name] === undefined)
  if (missing !== undefined)
    refuse(
      `The sheet “${bidiIsolate(missing)}” could not be read. Save the file again as .xlsx or “CSV UTF-8”, then choose that file.`,
    )
}

/**
 * Returns the sheets that a person sees and that have rows. A workbook also lists charts and macros
 * as sheets; these have no rows.
 */
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

/**
 * Returns the first of the sheets that most surely have the headings of pets, else the first one.
 */
function sheetWithPets(sheets: readonly NamedRows[]): NamedRows | undefined {
  const scores = sheets.map(({ rows }) => bestScore(rows))
  return sheets[scores.indexOf(Math.max(...scores))]
}

function bestScore(rows: readonly FileRow[]): number {
  return Math.max(0, ...rows.slice(0, HEADING_ROWS).map(({ cells }) => headingScore(cells)))
}

/**
 * Returns the rows of a sheet that have a text of their own, with what merged cells show in them.
 */
function rowsOf(workbook: WorkBook, name: string): FileRow[] {
  const worksheet = workbook.Sheets[name]
  const data = worksheet?.['!data']
  if (worksheet === undefined || data === undefined) return []
  const context = contextOf(workbook, data)
  const texts = new Map<number, string[]>()
  // `forEach` skips what a sparse array does not have.
  data.forEach((cells, row) => {
    texts.set(row, textsOf(cells, context))
  })
  const merges = (worksheet['!merges'] ?? []).toSorted((a, b) => a.s.r - b.s.r)
  const mergedTexts = merges.map((range) => clearMerged(texts, range))
  const rows = [...texts].filter(([, cells]) => !cells.every(isVisuallyBlank))
  // Merged cells are filled in after blank rows are removed. Otherwise, a merged cell that goes on
  // below the last pet would add rows.
  const remaining = new Map(rows)
  for (const [index, range] of merges.entries()) fillMerged(remaining, range, mergedTexts[index] ?? '')
  return rows.map(([row, cells]) => ({ number: row + 1, cells, isHidden: isHiddenRow(worksheet, row) }))
}

type CellsOfRow = readonly (CellObject | undefined)[]

function contextOf(workbook: WorkBook, data: readonly CellsOfRow[]): CellContext {
  const { CalcPr } = (workbook.Workbook ?? {}) as { CalcPr?: { fullCalcOnLoad?: string } }
  const isToBeCalculated = CalcPr?.fullCalcOnLoad === '1' || CalcPr?.fullCalcOnLoad === 'true'
  return {
    is1904: workbook.Workbook?.WBProps?.date1904 === true,
    isUncalculated: isToBeCalculated || (!isOffice2007(workbook) && hasOnlyFormulasWithoutResult(data)),
  }
}

/**
 * Says whether a workbook is .xlsx, .xlsm or .xlsb. Only these can say that a program has to
 * calculate the formulas.
 */
function isOffice2007({ bookType }: WorkBook): boolean {
  return bookType === 'xlsx' || bookType === 'xlsm' || bookType === 'xlsb'
}

function hasOnlyFormulasWithoutResult(data: readonly CellsOfRow[]): boolean {
  const formulas = data.flatMap((cells) => cells.filter((cell) => cell?.f !== undefined))
  return formulas.every((cell) => cell !== undefined && isFormulaWithoutResult(cell))
}

function textsOf(cells: CellsOfRow, context: CellContext): string[] {
  const texts: string[] = []
  cells.forEach((cell, column) => {
    const text = cellText(cell, context)
    if (text === '') return
    while (texts.length < column) texts.push('')
    texts[column] = text
  })
  return texts
}

/** Returns whether a row is hidden, filtered out, in a group that is closed, or has no height. */
function isHiddenRow(worksheet: WorkSheet, row: number): boolean {
  const { hidden = false, hpt, hpx } = worksheet['!rows']?.[row] ?? {}
  return hidden || hpt === 0 || hpx === 0
}
