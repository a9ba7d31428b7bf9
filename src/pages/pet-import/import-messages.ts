import type { CheckState } from '#src/importer/open-import.ts'
import type { ImportRecord, ImportRow, ListedImport } from '#src/importer/import-journal.ts'
import type { ImportSnapshot, PauseReason } from '#src/importer/import-runner.ts'
import type { ImportCounts } from '#src/importer/import-types.ts'
import type { ReadyReview } from '#src/importer/ready-review.ts'
import type { ProblemGroup, ReviewSummary } from '#src/importer/review-summary.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { truncate } from '#src/lib/truncate.ts'

/** Of a word in a problem. Characters. */
const MAX_WORD_LENGTH = 40

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

/** What is left to do of a saved import; `undefined` when nothing is. */
export function remainsText({ unknown, waiting }: ImportCounts): string | undefined {
  const parts = [
    ...(waiting > 0 ? [counted(waiting, 'row is still to be added', 'rows are still to be added')] : []),
    ...(unknown > 0 ? [counted(unknown, 'row needs a decision', 'rows need a decision')] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(', ')
}

// Review

/** What a screen reader says after reading and after each change. */
export function reviewSummary({ ready, invalid, excluded }: ReviewSummary): string {
  return [
    `${formatNumber(ready.length)} ready`,
    ...(invalid.length > 0 ? [counted(invalid.length, 'problem', 'problems')] : []),
    ...(excluded.length > 0 ? [`${formatNumber(excluded.length)} left out`] : []),
  ].join(', ')
}

export function problemMessage({ problem, category }: Pick<ProblemGroup, 'problem' | 'category'>): string {
  if (category === undefined) return problem
  return category === ''
    ? 'No category'
    : `“${bidiIsolate(truncate(category, MAX_WORD_LENGTH))}” is not a category`
}

export const duplicateRowsMessage = (count: number): string =>
  count === 1
    ? 'Duplicates another row. Both will be added.'
    : 'Duplicates of other rows. All of them will be added.'

/** Rows that match pets of other imports on this device. */
export const matchingRowsMessage = (count: number): string =>
  count === 1
    ? 'Matches a pet in your saved imports. Check that it is another animal.'
    : 'Match pets in your saved imports. Check that they are other animals.'

/** Rows that are like pets of a list that is loaded. */
export const similarRowsMessage = (count: number): string =>
  count === 1
    ? 'Has the name and category of a listed pet. Check that it is another animal.'
    : 'Have the names and categories of listed pets. Check that they are other animals.'

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

/** What became of the import so far, at a glance. */
export function headline({
  state,
  counts,
  progress,
}: Pick<ImportSnapshot, 'state' | 'counts' | 'progress'>): string {
  const { added, rejected, unknown } = counts
  if (state.phase === 'finished') {
    return [
      `${formatNumber(added)} added`,
      ...(rejected > 0 ? [`${formatNumber(rejected)} rejected`] : []),
      ...(unknown > 0 ? [`${formatNumber(unknown)} ${unknown === 1 ? 'needs' : 'need'} a decision`] : []),
    ].join(', ')
  }
  const count = `${formatNumber(progress.done)} of ${formatNumber(progress.total)}`
  return state.phase === 'paused' ? `Paused at ${count}` : `Adding pets: ${count}`
}

export function stateMessage(
  { state, minutesLeft }: Pick<ImportSnapshot, 'state' | 'minutesLeft'>,
  service: string,
): string {
  switch (state.phase) {
    case 'running':
      return state.waitingUntil === undefined
        ? minutesLeft === undefined
          ? ''
          : remainingText(minutesLeft)
        : `${service} is busy. Continuing at ${formatTime(state.waitingUntil)}`
    case 'pausing':
      return 'Pausing after the current row'
    case 'paused':
      return pauseMessage(state.reason, service)
    case 'finished':
      return 'Import finished'
  }
}

function remainingText(minutes: number): string {
  if (minutes === 0) return 'Less than a minute left'
  if (minutes < 60) return `About ${counted(minutes, 'minute', 'minutes')} left`
  const hours = minutes / 60
  return `About ${hours === 1 ? '1 hour' : `${new Intl.NumberFormat('en').format(hours)} hours`} left`
}

/**
 * For screen readers, in steps of a tenth of the rows, so that they do not talk all the time. What it says was true when
 * the step was reached.
 */
export function progressAnnouncement({ done, total }: ImportSnapshot['progress']): string {
  const step = total === 0 ? 0 : Math.floor((done / total) * 10)
  return step === 0
    ? ''
    : `${formatNumber(Math.ceil((step * total) / 10))} of ${formatNumber(total)} rows done`
}

/** Rejected rows are of two kinds, and only one of them was sent. `undefined` when there are none of the other. */
export function notSentMessage(rows: readonly ImportRow[]): string | undefined {
  const count = rows.filter(({ newPet }) => newPet === undefined).length
  if (count === 0) return undefined
  return count === 1
    ? '1 rejected row had a problem and was not sent.'
    : `${formatNumber(count)} rejected rows had problems and were not sent.`
}

function pauseMessage(reason: PauseReason, service: string): string {
  const messages: Record<PauseReason, string> = {
    user: 'Paused. Select Resume to continue.',
    leaving:
      'Import paused: the last request was cut off when you were about to leave this page. Select Resume to continue.',
    key: `Import paused. Your key for ${service} no longer works. Sign in again to continue.`,
    offline: 'Import paused because you are offline. Reconnect, then select Resume.',
    'consecutive-unknown': `Import paused: ${service} did not respond to three rows in a row. Check the list, then select Resume.`,
    storage:
      'Import paused: progress could not be saved. Free up disk space, then select Resume. If it is open in another tab, continue there.',
  }
  return messages[reason]
}

export const rejectedRowsMessage = (count: number): string =>
  count === 1
    ? '1 row was rejected. Download it, correct it, and import that file.'
    : `${formatNumber(count)} rows were rejected. Download them, correct them, and import that file.`

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
