import type { CheckState } from '#src/importer/open-import.ts'
import type { ImportRecord, ImportRow, ListedImport } from '#src/importer/import-journal.ts'
import type { ImportSnapshot, PauseReason } from '#src/importer/import-runner.ts'
import type { ImportCounts } from '#src/importer/import-types.ts'
import type { ReadyReview } from '#src/importer/ready-review.ts'
import { importName } from '#src/importer/import-name.ts'
import { problemText, type RowProblem } from '#src/importer/row-problems.ts'
import type { ReviewSummary } from '#src/importer/review-summary.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { formatTime } from '#src/lib/format-time.ts'

export function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

export function reportName(record: Pick<ImportRecord, 'fileName'>): string {
  return `report ${importName(record).replace(/\.\w+$/, '')}.csv`
}

export function rejectedRowsName(record: Pick<ImportRecord, 'fileName'>): string {
  return `rejected rows ${importName(record).replace(/\.\w+$/, '')}.csv`
}

/** Without those that are 0; of no rows at all, none is added. */
export function countsText(counts: ImportCounts): string {
  const parts = (['added', 'rejected', 'unknown', 'waiting'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${formatNumber(counts[kind])} ${kind}`)
  return parts.length === 0 ? '0 added' : parts.join(', ')
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
    ...(invalid.length > 0 ? [`${formatNumber(invalid.length)} with problems`] : []),
    ...(excluded.length > 0 ? [`${formatNumber(excluded.length)} left out`] : []),
  ].join(', ')
}

/** For the screen. In the record, the report and the file of rejected rows it is the plain text. */
export function problemMessage(problem: RowProblem): string {
  return problemText(problem, bidiIsolate)
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

/** Rows that are like pets that "Add a pet" has sent without learning whether they were added. */
export const unconfirmedRowsMessage = (count: number): string =>
  count === 1
    ? 'May already have been added with “Add pet”. Check there first.'
    : 'May already have been added with “Add pet”. Check them there first.'

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
  // In the words of the tiles below it.
  if (state.phase === 'finished') return `${counts.added === 0 ? '0 added, ' : ''}${countsText(counts)}`
  const count = `${formatNumber(progress.done)} of ${formatNumber(progress.total)}`
  return state.phase === 'paused' ? `Paused at ${count}` : `Adding pets: ${count}`
}

/** What the buttons beside it and below it are: a text that names another one would lead nowhere. */
type Buttons = {
  /** "Sign in again" stands in place of "Resume" and "Check the list". */
  readonly hasKeyEnded: boolean
  /** "Check the list" comes before "Resume". */
  readonly needsCheck: boolean
}

export function stateMessage(
  { state, minutesLeft, counts }: Pick<ImportSnapshot, 'state' | 'minutesLeft' | 'counts'>,
  service: string,
  buttons: Buttons,
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
      return pauseMessage(state.reason, service, buttons)
    case 'finished':
      return [
        'Import finished.',
        ...(counts.unknown > 0 ? [`${counted(counts.unknown, 'row needs', 'rows need')} a decision.`] : []),
        ...(buttons.hasKeyEnded
          ? [`Your key for ${service} no longer works. Sign in again to check the list.`]
          : []),
      ].join(' ')
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

function pauseMessage(reason: PauseReason, service: string, { hasKeyEnded, needsCheck }: Buttons): string {
  if (hasKeyEnded) {
    // What the user has paused, or what paused it for another reason, does not go on by itself.
    const next = reason === 'key' ? 'Sign in again to continue' : 'Sign in again, then select Resume'
    return `Import paused. Your key for ${service} no longer works. ${next}.`
  }
  const todo = (...first: string[]) => {
    const steps = [...first, ...(needsCheck ? ['check the list'] : [])].join(', ')
    return steps === ''
      ? 'Select Resume to continue.'
      : `${steps.slice(0, 1).toUpperCase()}${steps.slice(1)}, then select Resume.`
  }
  const messages: Record<PauseReason, string> = {
    user: `Paused. ${todo()}`,
    leaving: `Import paused: the last request was cut off when you were about to leave this page. ${todo()}`,
    key: `You are signed in again. ${todo()}`,
    offline: `Import paused because you are offline. ${todo('reconnect')}`,
    'consecutive-unknown': `Import paused: three rows in a row are unknown. ${todo()}`,
    storage: `Import paused: progress could not be saved. ${todo('free up disk space')} If it is open in another tab, continue there.`,
  }
  return messages[reason]
}

export const rejectedRowsMessage = (count: number): string =>
  count === 1
    ? '1 row was rejected. Download it, correct it, and import that file.'
    : `${formatNumber(count)} rows were rejected. Download them, correct them, and import that file.`

// Unresolved rows

export function unknownRowsMessage(
  count: number,
  service: string,
  check: CheckState,
  hasKeyEnded: boolean,
): string {
  const confirmed = `${counted(count, 'row is', 'rows are')} unknown: ${service} did not confirm whether ${count === 1 ? 'it was' : 'they were'} added.`
  const them = count === 1 ? 'it' : 'them'
  if (hasKeyEnded || check.kind === 'checked' || check.kind === 'checking') return confirmed
  if (check.kind === 'none') return `${confirmed} Check the list before you send ${them} again.`
  return check.mayArrive.length >= count
    ? `${confirmed} ${count === 1 ? 'Its request' : 'Their requests'} may still be on the way. Check the list again in a minute.`
    : `${confirmed} Check the list again: sending ${them} without a check could create ${count === 1 ? 'a duplicate' : 'duplicates'}.`
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
    ? `No duplicates found among the pets ${service} returned (at most 100 per list). There may be others.`
    : `No duplicates found among the pets in ${service}.`

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
