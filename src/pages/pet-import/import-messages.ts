import type { CheckState } from '#src/importer/open-import.ts'
import type { ImportRecord, ListedImport } from '#src/importer/import-journal.ts'
import type { ImportSnapshot, PauseReason } from '#src/importer/import-runner.ts'
import type { ImportCounts } from '#src/importer/import-types.ts'
import type { ReadyReview } from '#src/importer/ready-review.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { formatTime } from '#src/lib/format-time.ts'

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

// Review

export function reviewSummary(counts: { valid: number; invalid: number; duplicates: number }): string {
  const { valid, invalid, duplicates } = counts
  const problems =
    invalid > 0
      ? `${counted(invalid, 'row has a problem', 'rows have problems')} and will not be added.`
      : valid > 0
        ? 'All rows are ready to add.'
        : ''
  const repeated =
    duplicates > 0
      ? ` ${counted(duplicates, 'row duplicates another', 'rows duplicate others')}. ${duplicates === 1 ? 'Both' : 'All of them'} will be added.`
      : ''
  return problems + repeated
}

/** Rows that match pets of other imports on this device. */
export function matchingRowsMessage(count: number): string {
  return count === 1
    ? '1 row matches a pet in your saved imports. Check that it is another animal before you add it.'
    : `${formatNumber(count)} rows match pets in your saved imports. Check that they are other animals before you add them.`
}

export function importedBeforeMessage({ imports }: ReadyReview['before']): string {
  if (imports.length === 0) return 'This is the report of an import.'
  const times = imports.map(({ record, counts }) => `${formatTime(record.startedAt)}, ${countsText(counts)}`)
  return `You already imported these rows: ${times.join('; ')}.`
}

export function importedBeforeDetails(imports: readonly ListedImport[], includesSettled: boolean): string {
  const hasRows = (kind: 'unknown' | 'waiting') => imports.some(({ counts }) => counts[kind] > 0)
  return [
    includesSettled
      ? 'Every row will be added again.'
      : 'Rows that were added, or may be added by that import, are left out.',
    ...(hasRows('unknown') ? ['Resolve unknown rows in that import first.'] : []),
    ...(hasRows('waiting') ? ['Resume that import to add the rows that are waiting.'] : []),
  ].join(' ')
}

// Run

export function stateMessage(
  { state, counts, progress }: Pick<ImportSnapshot, 'state' | 'counts' | 'progress'>,
  service: string,
): string {
  switch (state.phase) {
    case 'running':
      return state.waitingUntil === undefined
        ? `Adding pets to ${service}: ${formatNumber(progress.done)} of ${formatNumber(progress.total)}`
        : `${service} is busy. Continuing at ${formatTime(state.waitingUntil)}`
    case 'pausing':
      return 'Pausing after the current row'
    case 'paused':
      return pauseMessage(state.reason, service)
    case 'finished':
      return `Import finished: ${formatNumber(counts.added)} added, ${formatNumber(counts.rejected)} rejected, ${formatNumber(counts.unknown)} unknown`
  }
}

function pauseMessage(reason: PauseReason, service: string): string {
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

// Unresolved rows

export function unknownRowsMessage(count: number, service: string, check: CheckState): string {
  const confirmed = `${counted(count, 'row is', 'rows are')} unknown: ${service} did not confirm whether ${count === 1 ? 'it was' : 'they were'} added.`
  return check.kind === 'checked' || check.kind === 'checking'
    ? confirmed
    : `${confirmed} Check the list before you send ${count === 1 ? 'it' : 'them'} again.`
}

export const foundMessage = (count: number): string =>
  `${counted(count, 'unknown row was', 'unknown rows were')} found in the list:`

/** @param rows their numbers, in a text. */
export const notFoundMessage = (count: number, rows: string): string =>
  `${counted(count, 'unknown row was', 'unknown rows were')} not found in the full list: ${rows}.`

export const notFoundYetMessage = (count: number, rows: string): string =>
  `${counted(count, 'unknown row was', 'unknown rows were')} not found yet: ${rows}. ${count === 1 ? 'Its request' : 'Their requests'} may still be on the way. Check again in a minute.`

export const inconclusiveMessage = (count: number, rows: string, service: string): string =>
  `${counted(count, 'unknown row was', 'unknown rows were')} not found, but ${service} returns at most 100 pets per list: ${rows}. Sending ${count === 1 ? 'it again could create a duplicate' : 'them again could create duplicates'}.`

export const noDuplicatesMessage = (isTruncated: boolean, service: string): string =>
  isTruncated
    ? `No possible duplicates found in the pets ${service} returned. There may be others.`
    : 'No possible duplicates found.'

export const duplicatesMessage = (isTruncated: boolean, service: string): string =>
  `These pets match rows in this import but have other IDs. They may be duplicates or older pets.${isTruncated ? ` ${service} returns at most 100 pets per list, so there may be others.` : ''}`

// Saved imports

type Failure = 'elsewhere' | 'other-address' | 'gone' | 'changed' | 'discard-failed' | 'open-failed'

export function savedImportProblem(record: ImportRecord, failure: Failure): string {
  const name = importName(record)
  switch (failure) {
    case 'elsewhere':
      return `${name} is open in another tab.`
    case 'gone':
      return `${name} was discarded in another tab.`
    case 'changed':
      return `${name} has changed in another tab, so it was not discarded.`
    case 'other-address':
      return `${name} was started for ${record.baseUrl}.`
    case 'open-failed':
      return `${name} could not be opened. Try again.`
    case 'discard-failed':
      return `${name} could not be discarded. Try again.`
  }
}
