import type { ReaderAnswer, ReadRequest } from '#src/spreadsheet/answer-read-request.ts'
import { readCsv } from '#src/spreadsheet/read-csv.ts'
import { type ReadSheet, SheetProblem, type SheetRow, TOO_LARGE } from '#src/spreadsheet/sheet.ts'
import { startReader } from './start-reader.ts'

/**
 * The longest text in characters that is read in the page. That takes a few milliseconds, so it
 * needs no worker.
 */
const MAX_TEXT_IN_PAGE = 100_000

/** The milliseconds after which a file counts as too large. Ten megabytes take a second or two. */
const MAX_READING_MS = 30_000

const TOO_SLOW = `${TOO_LARGE} Your browser did not finish reading it within ${MAX_READING_MS / 1000} seconds.`

const DID_NOT_LOAD =
  'The part of the app that reads spreadsheets did not load. Check your connection, then try again, or paste a few rows.'

/**
 * Reads a file or a text without blocking the page.
 *
 * @throws {SheetProblem} if it cannot be read, or not in reasonable time
 * @throws the reason of the signal
 */
export async function readRows(request: ReadRequest, signal: AbortSignal): Promise<ReadSheet> {
  const { file } = request
  if (file === undefined && request.text.length <= MAX_TEXT_IN_PAGE)
    return { sheet: readCsv(request.text, request.labels), sheetNames: [] }
  return readInWorker(request, signal)
}

export type ReadRows = typeof readRows

async function readInWorker(request: ReadRequest, signal: AbortSignal): Promise<ReadSheet> {
  const worker = start()
  const tooSlow = AbortSignal.timeout(MAX_READING_MS)
  try {
    return await answerOf(worker, request, AbortSignal.any([signal, tooSlow]))
  } catch (error) {
    if (tooSlow.aborted && !signal.aborted) throw new SheetProblem(TOO_SLOW)
    throw error
  } finally {
    worker.terminate()
  }
}

function start(): Worker {
  try {
    return startReader()
  } catch {
    // The content security policy of the site may forbid workers.
    throw new SheetProblem(DID_NOT_LOAD)
  }
}

function answerOf(worker: Worker, request: ReadRequest, signal: AbortSignal): Promise<ReadSheet> {
  return new Promise((resolve, reject) => {
    const rows: SheetRow[] = []
    const receive = (answer: ReaderAnswer) => {
      switch (answer.kind) {
        case 'rows':
          rows.push(...answer.rows)
          break
        case 'read':
          resolve({ ...answer.read, sheet: { ...answer.read.sheet, rows } })
          break
        case 'refused':
          reject(new SheetProblem(answer.message))
          break
      }
    }
    worker.addEventListener('message', ({ data }: MessageEvent<ReaderAnswer>) => receive(data))
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      reject(new SheetProblem(problemOf(event)))
    })
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    worker.postMessage(request)
  })
}

/** Returns what went wrong in a worker. If its script did not load, the event has no message. */
function problemOf(event: Event): string {
  const message = event instanceof ErrorEvent ? event.message : ''
  if (message === '') return DID_NOT_LOAD
  return /memory|allocation|array length|call stack/i.test(message)
    ? TOO_LARGE
    : `This file could not be read (${message}). Save it as “CSV UTF-8”, then choose that file.`
}
