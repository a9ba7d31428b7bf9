import type { CheckState } from '#src/importer/open-import.ts'
import type { ImportRecord, ListedImport } from '#src/importer/import-journal.ts'
import type { ImportSnapshot, PauseReason } from '#src/importer/import-runner.ts'
import type { ImportCounts } from '#src/importer/import-types.ts'
import type { ReadyReview } from '#src/importer/ready-review.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
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
  const times = imports.map(
    ({ record, counts }) => `${bidiIsolate(formatTime(record.startedAt))}, ${countsText(counts)}`,
  )
  return `You already imported these rows: ${times.join('; ')}.`
}

export function importedBeforeDetails(imports: readonly ListedImport[], includesLeftOut: boolean): string {
  const hasRows = (kind: 'unknown' | 'waiting') => imports.some(({ counts }) => counts[kind] > 0)
  return [
    includesLeftOut
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
  const messages: Record<PauseReason, string> = {
    user: 'Paused. Select Resume to continue.',
    leaving:
      'Import paused: the last request was cut off when you were about to leave this page. Select Resume to continue.',
    key: `Import paused. Your key for ${service} no longer works. Sign in again to continue.`,
    offline: 'Import paused because you are offline. Reconnect, then select Resume.',
    'consecutive-unknown': `Import paused: ${service} did not respond to three rows in a row. Check that ${service} is working, then select Resume.`,
    storage:
      'Import paused: progress could not be saved. Free up disk space, then select Resume. If it is open in another tab, continue there.',
  }
  return messages[reason]
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
export function stillUnknownMessage(
  kind: 'notFound' | 'notFoundYet' | 'inconclusive',
  count: number,
  rows: string,
  service: string,
): string {
  const notFound = `${counted(count, 'unknown row was', 'unknown rows were')} not found`
  switch (kind) {
    case 'notFound':
      return `${notFound} in the full list: ${rows}.`
    case 'notFoundYet':
      return `${notFound} yet: ${rows}. ${count === 1 ? 'Its request' : 'Their requests'} may still be on the way. Check again in a minute.`
    case 'inconclusive':
      return `${notFound}, but ${service} returns at most 100 pets per list: ${rows}. Sending ${count === 1 ? 'it again could create a duplicate' : 'them again could create duplicates'}.`
  }
}

export const noDuplicatesMessage = (isTruncated: boolean, service: string): string =>
  isTruncated
    ? `No possible duplicates found in the pets ${service} returned. There may be others.`
    : 'No possible duplicates found.'

export const duplicatesMessage = (isTruncated: boolean, service: string): string =>
  `These pets match rows in this import but have other IDs. They may be duplicates or older pets.${isTruncated ? ` ${service} returns at most 100 pets per list, so there may be others.` : ''}`

// Saved imports

type Failure = 'elsewhere' | 'other-address' | 'gone' | 'changed' | 'discard-failed' | 'open-failed'

export function savedImportProblem(record: ImportRecord, failure: Failure): string {
  const problems: Record<Failure, string> = {
    elsewhere: 'is open in another tab.',
    gone: 'was discarded in another tab.',
    changed: 'has changed in another tab, so it was not discarded.',
    'other-address': `was started for ${record.baseUrl}.`,
    'open-failed': 'could not be opened. Try again.',
    'discard-failed': 'could not be discarded. Try again.',
  }
  return `${importName(record)} ${problems[failure]}`
}
