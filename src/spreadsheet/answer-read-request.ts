import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { readCsv } from './read-csv.ts'
import { readFile } from './read-file.ts'
import { type ReadSheet, SheetProblem, type SheetRow } from './sheet.ts'

/** The request to read a text, or a sheet of a file. */
export type ReadRequest = { readonly labels: CategoryLabels } & (
  | { readonly text: string; readonly file?: undefined }
  | { readonly file: File; readonly sheetName?: string | undefined }
)

/** The answers of the worker, which are any number of `rows`, and then one of the others. */
export type ReaderAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly SheetRow[] }
  /** The sheet without its rows. */
  | { readonly kind: 'read'; readonly read: ReadSheet }
  | { readonly kind: 'refused'; readonly message: string }

/** The page unpacks a message in one go, so each has no more than it unpacks in some 10 ms. */
const MAX_CELLS_IN_MESSAGE = 20_000
const MAX_CHARACTERS_IN_MESSAGE = 500_000

/** Reads rows, and sends them to the page in parts that do not block it. */
export async function answerReadRequest(
  request: ReadRequest,
  send: (answer: ReaderAnswer) => void,
): Promise<void> {
  try {
    const read = await readRequest(request)
    const { rows, ...sheet } = read.sheet
    for (const part of partsOf(rows)) send({ kind: 'rows', rows: part })
    send({ kind: 'read', read: { ...read, sheet: { ...sheet, rows: [] } } })
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error
    send({ kind: 'refused', message: error.message })
  }
}

async function readRequest(request: ReadRequest): Promise<ReadSheet> {
  if (request.file !== undefined) return readFile(request.file, request)
  return { sheet: readCsv(request.text, request.labels), sheetNames: [] }
}

function* partsOf(rows: readonly SheetRow[]): Generator<readonly SheetRow[]> {
  let part: SheetRow[] = []
  let cellCount = 0
  let characterCount = 0
  for (const row of rows) {
    part.push(row)
    cellCount += row.cells.length
    for (const cell of row.cells) characterCount += cell.length
    if (cellCount < MAX_CELLS_IN_MESSAGE && characterCount < MAX_CHARACTERS_IN_MESSAGE) continue
    yield part
    part = []
    cellCount = 0
    characterCount = 0
  }
  if (part.length > 0) yield part
}
