import { downloadText } from '#src/browser/download.ts'
import type { Batch, Entry } from '#src/outbox/entry.ts'
import { reportCsv } from '#src/spreadsheet/report.ts'
import { outcomeCells, reportName } from './import-messages.ts'

export function downloadReport(batch: Batch, entries: readonly Entry[]): void {
  const rows = entries.map(({ row, state }) => ({ cells: row?.cells ?? [], outcome: outcomeCells(state) }))
  downloadText(reportName(batch), [reportCsv(batch.header ?? [], rows)])
}
