import { downloadText } from '#src/browser/download.ts'
import type { Batch, Entry, EntryState } from '#src/outbox/entry.ts'
import { type ReportRow, reportCsv } from '#src/spreadsheet/report.ts'
import { importName } from './import-messages.ts'

/** The report, or that part of it which is to be fixed and imported again. */
export function downloadReport(batch: Batch, entries: readonly Entry[], what = 'report'): void {
  const rows = entries.map(({ row, state }) => ({ cells: row?.cells ?? [], outcome: outcomeCells(state) }))
  const name = `${what} ${importName(batch).replace(/\.\w+$/, '')}.csv`
  downloadText(name, [reportCsv(batch.header ?? [], rows)])
}

/** The cells outcome, id and message. What is being sent is unknown to the reader. */
export function outcomeCells(state: EntryState): ReportRow['outcome'] {
  switch (state.kind) {
    case 'added': {
      const { id, note = id === undefined ? 'Added, but its ID is not known' : '' } = state
      return ['added', id ?? '', note]
    }
    case 'rejected':
    case 'unknown':
      return [state.kind, '', state.message]
    case 'not-sent':
      return ['not sent', '', state.message]
    case 'held':
      return ['left out', '', 'It may already have been added']
    case 'sending':
      return ['unknown', '', 'This row was being sent when the report was created']
    case 'waiting':
    case 'discarded':
      return ['waiting', '', 'Not sent yet']
  }
}

/** For whoever shows a demo: most rows are ready, the others have what goes wrong in practice. */
export function downloadSample(): void {
  const lines = [
    'name,category,status',
    'Bruno,Dogs,available',
    'Lilly,Cats,available',
    'Felix,Catz,avail',
    'Minka,Catz,avail',
    ',Birds,available',
    'Polly,Birds,sold',
    'Bruno,Dogs,available',
    'Goldie,9007199254740990,available',
    'Hopper,Rabbits,pending',
  ]
  downloadText('sample with problems.csv', [lines.join('\r\n')])
}
