import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { decodeText } from './decode-text.ts'
import { formatOf } from './file-formats.ts'
import { readCsv } from './read-csv.ts'
import { type ReadSheet, refuse } from './sheet.ts'
import { isHtml, isSylk, isXmlSpreadsheet, refuseWebPage } from './text-formats.ts'

/** The largest file in bytes. */
const MAX_BYTES = 10 * 2 ** 20

const READER_MISSING =
  'The part of the app that reads Excel files did not load. Check your connection and choose the file again, or save it as “CSV UTF-8”.'

/**
 * Matches rows and texts that a table of HTML does not show, but which SheetJS would read like any
 * other.
 */
const HIDDEN_HTML = /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|<[a-z]+\b[^>]*\shidden\b/i

const HIDES_SOMETHING =
  'This is a table of a web page that hides some of its rows or texts. Open it in a spreadsheet program and save it as .xlsx or “CSV UTF-8”, then choose that file.'

type Options = {
  /** The category labels, by which a pet is told from headings. */
  readonly labels: CategoryLabels
  /** The sheet of a workbook that the person has chosen. */
  readonly sheetName?: string | undefined
}

/**
 * Reads a file by its content, never by its name or type.
 *
 * @throws {SheetProblem}
 */
export async function readFile(file: File, options: Options): Promise<ReadSheet> {
  if (file.size === 0) refuse('This file is empty. Choose one with a header row and one pet per row.')
  if (file.size > MAX_BYTES)
    refuse(`The file must be ${MAX_BYTES / 2 ** 20} MB or smaller. Split it and import each part.`)
  const bytes = await bytesOf(file)
  if (formatOf(bytes) === 'workbook') return readAsWorkbook(bytes, options)
  return readAsText(bytes, options)
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    return refuse(
      `${file.name} could not be read. It was changed or moved, or it is a folder. Choose it again.`,
    )
  }
}

async function readAsText(bytes: Uint8Array, options: Options): Promise<ReadSheet> {
  const { text, notes } = decodeText(bytes)
  if (isXmlSpreadsheet(text) || isSylk(text)) return withNotes(await readAsWorkbook(text, options), notes)
  if (isHtml(text)) return withNotes(await readAsHtml(text, options), notes)
  return { sheet: readCsv(text, options.labels, notes), sheetNames: [] }
}

function withNotes(read: ReadSheet, notes: readonly string[]): ReadSheet {
  return { ...read, sheet: { ...read.sheet, notes: [...notes, ...read.sheet.notes] } }
}

/** A table of pets that a program has saved as HTML, often under a name like .xls. */
async function readAsHtml(html: string, options: Options): Promise<ReadSheet> {
  if (!/<table\b/i.test(html)) refuseWebPage()
  const { hasTableOfPets } = await loadWorkbookReader()
  // A web page that asks for a sign-in may have tables as well.
  if (!hasTableOfPets(html)) refuseWebPage()
  if (HIDDEN_HTML.test(html)) refuse(HIDES_SOMETHING)
  return readAsWorkbook(html, options)
}

async function readAsWorkbook(content: Uint8Array | string, options: Options): Promise<ReadSheet> {
  const { readWorkbook } = await loadWorkbookReader()
  return readWorkbook(content, options)
}

/**
 * Loads the code that reads workbooks. It is larger than the whole rest of the page, so it is
 * loaded only for somebody who has such a file.
 */
async function loadWorkbookReader() {
  return import('./read-workbook.ts').catch(() => refuse(READER_MISSING))
}
