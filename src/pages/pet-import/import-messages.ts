import { formatNumber } from '#src/lib/format-number.ts'
import type { ImportRecord } from '#src/importer/import-journal.ts'
import type { ImportCounts } from '#src/importer/import-types.ts'
import type { PauseReason } from '#src/importer/import-runner.ts'

export function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

export function importName({ fileName }: Pick<ImportRecord, 'fileName'>): string {
  return fileName ?? 'Pasted rows'
}

export function reportName(record: Pick<ImportRecord, 'fileName'>): string {
  return `report ${importName(record).replace(/\.\w+$/, '')}.csv`
}

export function rejectedRowsName(record: Pick<ImportRecord, 'fileName'>): string {
  return `rejected rows ${importName(record).replace(/\.\w+$/, '')}.csv`
}

export function countsText({ added, rejected, unknown, waiting }: ImportCounts): string {
  return `${formatNumber(added)} added, ${formatNumber(rejected)} rejected, ${formatNumber(unknown)} unknown, ${formatNumber(waiting)} waiting`
}

export function pauseMessage(reason: PauseReason, service: string): string {
  switch (reason) {
    case 'user':
      return 'Paused. Select Resume to continue.'
    case 'key':
      return `Import paused. Your key for ${service} no longer works. Sign in again to continue.`
    case 'offline':
      return 'Import paused because you are offline. Reconnect, then select Resume.'
    case 'consecutive-unknown':
      return `Import paused: ${service} did not respond to three rows in a row. Check that ${service} is working, then select Resume.`
    case 'storage':
      return 'Import paused: progress could not be saved. Free up disk space, then select Resume. If it is open in another tab, continue there.'
  }
}
