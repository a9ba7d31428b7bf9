import { downloadCsv } from '#src/browser/download.ts'
import { csvText } from '#src/lib/csv.ts'
import type { Batch, Entry, EntryState } from '#src/outbox/entry.ts'
import { normalized, type Sheet } from '#src/spreadsheet/sheet.ts'
import { importName } from './import-messages.ts'

const REPORT_COLUMNS = ['outcome', 'id', 'message'] as const

/** What a report says of rows that were sent, or are still to be. */
const SENT = new Set(['added', 'unknown', 'waiting'])

/** The report, or that part of it which is to be fixed and imported again. */
export function downloadReport(batch: Batch, entries: readonly Entry[], what = 'report'): void {
  const name = `${what} ${importName(batch).replace(/\.\w+$/, '')}.csv`
  downloadCsv(name, reportCsv(batch.header, entries))
}

/** Where the input was a report itself, its columns outcome, id and message stay; ours are the last three. */
export function reportCsv(header: Batch['header'], entries: readonly Pick<Entry, 'row' | 'state'>[]): string {
  const names = header ?? entries[0]?.row?.cells.map((_, column) => `Column ${column + 1}`) ?? []
  const rows = entries.map(({ row, state }) => [...(row?.cells ?? []), ...outcomeCells(state)])
  return csvText([[...names, ...REPORT_COLUMNS], ...rows])
}

/** What is being sent is unknown to the reader. */
const OUTCOMES: Readonly<Record<EntryState['kind'], readonly [outcome: string, message?: string]>> = {
  added: ['added'],
  rejected: ['rejected'],
  unknown: ['unknown'],
  'not-sent': ['not sent'],
  held: ['left out', 'It may already have been added'],
  sending: ['unknown', 'This row was being sent when the report was created'],
  waiting: ['waiting', 'Not sent yet'],
  discarded: ['waiting', 'Not sent yet'],
}

export function outcomeCells(state: EntryState): readonly [outcome: string, id: string, message: string] {
  const [outcome, message = ''] = OUTCOMES[state.kind]
  if (state.kind !== 'added') return [outcome, '', 'message' in state ? state.message : message]
  const { id, note = id === undefined ? 'Marked as added; its ID is not known' : '' } = state
  return [outcome, id ?? '', note]
}

/** The numbers of the rows that were sent, where a sheet is the report of an import, whatever was edited in it since. */
export function reportedRows({ headings, rows }: Sheet): ReadonlySet<number> {
  const names = headings?.cells.map(normalized) ?? []
  const at = names.findLastIndex((_, start) =>
    REPORT_COLUMNS.every((name, index) => names[start + index] === name),
  )
  const sent = rows.filter(({ cells }) => at !== -1 && SENT.has(normalized(cells[at] ?? '')))
  return new Set(sent.map(({ number }) => number))
}
