import { downloadCsv } from '#src/browser/download.ts'
import { csvText } from '#src/lib/csv.ts'
import type { Import, Entry, EntryState } from '#src/outbox/entry.ts'
import { isUnknownText } from '#src/outbox/outcome.ts'
import { importName } from './import-messages.ts'

export const REPORT_COLUMNS = ['outcome', 'id', 'message'] as const

/** The words for the outcome of a row in a report. */
export const OUTCOMES = ['added', 'rejected', 'unknown', 'not sent', 'left out', 'waiting'] as const

/** A row of a report in three cells. */
type OutcomeCells = readonly [outcome: (typeof OUTCOMES)[number], id: string, message: string]

export type OutcomeWord = OutcomeCells[0]

/** The outcomes whose words are common in other files, too. */
export const EVERYDAY_OUTCOMES = ['unknown', 'waiting'] as const satisfies readonly OutcomeWord[]

const SENDING_MESSAGE = 'This row was being sent when the report was created'
const WAITING_MESSAGE = 'Not sent yet'
const HELD_MESSAGE = 'It may already have been added'
const MARKED_MESSAGE = 'Marked as added; its ID is not known'

/** The messages that a report writes only about rows that may have been sent by now. */
const MESSAGES_OF_SENT_ROWS = new Set([SENDING_MESSAGE, WAITING_MESSAGE, HELD_MESSAGE, MARKED_MESSAGE])

/** Downloads the outcome of each row of an import. */
export function downloadReport(batch: Import, entries: readonly Entry[]): void {
  downloadCsv(`report ${nameWithoutExtension(batch)}.csv`, reportCsv(batch.header, entries))
}

/** Downloads rows of an import that a person corrects and imports again. */
export function downloadRowsToFix(batch: Import, entries: readonly Entry[]): void {
  downloadCsv(`rows to fix ${nameWithoutExtension(batch)}.csv`, reportCsv(batch.header, entries))
}

function nameWithoutExtension(batch: Import): string {
  return importName(batch).replace(/\.\w+$/, '')
}

/**
 * Returns the rows as they were in the file, each with its outcome in three more columns. If the
 * file was a report itself, the new report has these headings twice, and the last three count.
 */
export function reportCsv(
  header: Import['header'],
  entries: readonly Pick<Entry, 'row' | 'state'>[],
): string {
  const names = header ?? entries[0]?.row?.cells.map((_, column) => `Column ${column + 1}`) ?? []
  const rows = entries.map(({ row, state }) => [...(row?.cells ?? []), ...outcomeCells(state)])
  return csvText([[...names, ...REPORT_COLUMNS], ...rows])
}

/**
 * Returns the outcome of a row in three cells. A row that is being sent is unknown, because the
 * report does not say what becomes of it afterwards.
 */
export function outcomeCells(state: EntryState): OutcomeCells {
  switch (state.kind) {
    case 'added':
      return ['added', state.id ?? '', addedMessage(state)]
    case 'rejected':
      return ['rejected', '', state.message]
    case 'unknown':
      return ['unknown', '', state.message]
    case 'not-sent':
      return ['not sent', '', state.message]
    case 'held':
      return ['left out', '', HELD_MESSAGE]
    case 'sending':
      return ['unknown', '', SENDING_MESSAGE]
    case 'waiting':
    case 'discarded':
      return ['waiting', '', WAITING_MESSAGE]
  }
}

function addedMessage({ id, note }: Extract<EntryState, { kind: 'added' }>): string {
  if (note !== undefined) return note
  return id === undefined ? MARKED_MESSAGE : ''
}

/**
 * Returns whether a report may have written this message beside this outcome.
 *
 * @param environmentNames the names that are configured now
 */
export function isMessageOf(
  outcome: (typeof EVERYDAY_OUTCOMES)[number],
  message: string,
  environmentNames: readonly string[],
): boolean {
  if (outcome === 'waiting') return message === WAITING_MESSAGE
  return message === SENDING_MESSAGE || isUnknownText(message, (name) => environmentNames.includes(name))
}

/** Returns whether a report writes this message only about rows that may have been sent by now. */
export function isMessageOfSentRow(message: string): boolean {
  return MESSAGES_OF_SENT_ROWS.has(message)
}
