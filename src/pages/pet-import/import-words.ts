import type { ImportRecord } from '#src/importer/import-store.ts'
import type { ImportCounts, PauseReason } from '#src/importer/run-import.ts'

const number = new Intl.NumberFormat('en')

export function counted(count: number, one: string, many: string): string {
  return `${number.format(count)} ${count === 1 ? one : many}`
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
  return `${number.format(added)} added, ${number.format(rejected)} rejected, ${number.format(unknown)} unknown, ${number.format(waiting)} waiting`
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
