import { numberText } from '#src/lib/number-text.ts'
import type { ImportRecord } from '#src/importer/import-store.ts'
import type { ImportCounts, PauseReason } from '#src/importer/run-import.ts'

export function counted(count: number, one: string, many: string): string {
  return `${numberText(count)} ${count === 1 ? one : many}`
}

export function importName({ fileName }: Pick<ImportRecord, 'fileName'>): string {
  return fileName ?? 'Pasted rows'
}

export function reportName(record: Pick<ImportRecord, 'fileName'>): string {
  return `report ${importName(record).replace(/\.\w+$/, '')}.csv`
}

export function rowsToMendName(record: Pick<ImportRecord, 'fileName'>): string {
  return `rows to mend ${importName(record).replace(/\.\w+$/, '')}.csv`
}

export function countsText({ added, rejected, unknown, waiting }: ImportCounts): string {
  return `${numberText(added)} added, ${numberText(rejected)} rejected, ${numberText(unknown)} unknown, ${numberText(waiting)} waiting`
}

export function pauseText(reason: PauseReason, service: string): string {
  switch (reason) {
    case 'person':
      return 'Paused. Nothing is sent until you press “Resume”.'
    case 'key':
      return `Your key for ${service} is no longer accepted. Sign in again, and the import goes on with the row that was refused.`
    case 'offline':
      return 'You are offline. Nothing is sent until you press “Resume”.'
    case 'three-unknown':
      return `${service} did not answer for three rows in a row, so the import is paused. See that it works, then press “Resume”.`
    case 'record':
      return 'This device could not keep the record of the next row, so it was not sent. Make room on the disk, then press “Resume”. If another tab runs this import, go on there.'
  }
}
