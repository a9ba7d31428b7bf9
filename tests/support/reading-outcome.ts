import { checkRow, problemsText } from '#src/spreadsheet/check-row.ts'
import { readFile } from '#src/spreadsheet/read-file.ts'
import { doubtAbout, repeatsHeadings } from '#src/spreadsheet/row-marks.ts'
import { type ReadSheet, type Sheet, SheetProblem, type SheetRow, valuesOf } from '#src/spreadsheet/sheet.ts'

const LABELS = new Map([
  ['1', 'Dogs'],
  ['2', 'Cats'],
])

/**
 * Reads a file and returns the result, which is the problem of the file, or the notes and then each
 * row as "2: Rex · 5 · sold", "2: its problem" or "2: hidden".
 */
export async function readingOutcome(file: File, sheetName?: string): Promise<string | readonly string[]> {
  const result = await readOrProblem(file, sheetName)
  if (typeof result === 'string') return result
  const { sheet, sheetNames, sheetName: readName } = result
  const missing = (['name', 'category'] as const).filter((field) => sheet.columns[field] === undefined)
  if (missing.length > 0) return `Where is ${missing.join(', ')}?`
  const choice = sheetNames.length > 1 ? [`${readName} of ${sheetNames.join(', ')}`] : []
  return [...choice, ...sheet.notes, ...sheet.rows.map((row) => rowOutcome(row, sheet))]
}

async function readOrProblem(file: File, sheetName?: string): Promise<ReadSheet | string> {
  try {
    return await readFile(file, { labels: LABELS, sheetName })
  } catch (error) {
    if (error instanceof SheetProblem) return error.message
    throw error
  }
}

function rowOutcome({ number, cells, isHidden }: SheetRow, sheet: Sheet): string {
  if (isHidden === true) return `${number}: hidden`
  if (repeatsHeadings(cells, sheet)) return `${number}: repeats the headings`
  const { newPet, problems } = checkRow(valuesOf(cells, sheet.columns), LABELS)
  if (newPet === undefined) return `${number}: ${problemsText(problems)}`
  const { name, categoryId, status } = newPet
  const doubt = doubtAbout(cells, name)
  return `${number}: ${[name, categoryId, status].filter((text) => text !== undefined).join(' · ')}${doubt === undefined ? '' : ` (may be a ${doubt})`}`
}
