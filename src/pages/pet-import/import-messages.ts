import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { formatTime } from '#src/lib/format-time.ts'
import type { Verdict } from '#src/outbox/check.ts'
import type { Batch, Counts, EntryState } from '#src/outbox/entry.ts'
import { type BatchCheck, isRunning, type OpenFileSnapshot } from '#src/outbox/files.ts'
import type { PauseReason } from '#src/outbox/sender.ts'
import type { ReportRow } from '#src/spreadsheet/report.ts'
import { problemText, type RowProblem } from '#src/spreadsheet/row-problems.ts'
import type { rowsOf } from './import-draft.ts'

/** Where the storage is there, and yet throws. */
export const UNREADABLE_IMPORTS =
  'Your browser did not let the app read its saved imports. Allow site data for this site, then try again.'

export function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

type Named = Pick<Batch, 'fileName'>

export function importName({ fileName }: Named): string {
  return fileName ?? 'Pasted rows'
}

export function reportName(batch: Named): string {
  return `report ${importName(batch).replace(/\.\w+$/, '')}.csv`
}

export function fixRowsName(batch: Named): string {
  return `rows to fix ${importName(batch).replace(/\.\w+$/, '')}.csv`
}

/** Of the rows in one sentence. */
const MAX_NUMBERS = 20

/** "row 3", or "rows 3, 4, …" */
export function rowNumbersText(numbers: readonly (number | undefined)[]): string {
  const some = numbers.slice(0, MAX_NUMBERS).join(', ')
  return `${numbers.length === 1 ? 'row' : 'rows'} ${some}${numbers.length > MAX_NUMBERS ? ', …' : ''}`
}

/** Without those that are 0; of no rows at all, none is added. */
export function countsText({ added, rejected, 'not-sent': notSent, held, unknown, waiting }: Counts): string {
  const parts = [
    [added, 'added'],
    [unknown, unknown === 1 ? 'needs your decision' : 'need your decision'],
    [rejected, 'rejected'],
    [notSent, 'not sent'],
    [held, 'left out'],
    [waiting, 'waiting'],
  ] as const
  const some = parts.filter(([count]) => count > 0).map(([count, what]) => `${formatNumber(count)} ${what}`)
  return some.length === 0 ? '0 added' : some.join(', ')
}

/** The cells outcome, id and message of a report. A row that is being sent is unknown to its reader. */
export function outcomeCells(state: EntryState): ReportRow['outcome'] {
  switch (state.kind) {
    case 'added':
      return [
        'added',
        state.id ?? '',
        state.note ?? (state.id === undefined ? 'Added, but its ID is not known' : ''),
      ]
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

// Review

/** What a screen reader says after reading and after each change. */
export function reviewSummary({ ready, invalid, excluded }: ReturnType<typeof rowsOf>): string {
  return [
    `${formatNumber(ready.length)} ready`,
    ...(invalid.length > 0 ? [`${formatNumber(invalid.length)} with problems`] : []),
    ...(excluded.length > 0 ? [`${formatNumber(excluded.length)} left out`] : []),
  ].join(', ')
}

/** For the screen. In the record, the report and the file of rows to fix it is the plain text. */
export function problemMessage(problem: RowProblem): string {
  return problemText(problem, bidiIsolate)
}

/** @param at when they were entered, as a text; `undefined` where that is not known. */
export function leftOutMessage(count: number, isIncluded: boolean, at?: string): string {
  const when = at === undefined ? '' : ` (${at})`
  const verb = count === 1 ? 'is' : 'are'
  return `${counted(count, 'row', 'rows')} may already have been added${when}, and ${verb} ${isIncluded ? 'included' : 'left out'}.`
}

// Run

/** What became of the import so far, at a glance. */
export function headline({
  run,
  counts,
  progress,
}: Pick<OpenFileSnapshot, 'run' | 'counts' | 'progress'>): string {
  if (run.phase === 'idle' && counts.waiting === 0)
    return `${counts.added === 0 ? '0 added, ' : ''}${countsText(counts)}`
  const count = `${formatNumber(progress.done)} of ${formatNumber(progress.total)}`
  return isRunning(run) ? `Adding pets: ${count}` : `Paused at ${count}`
}

/** Why it is paused, where the person has not paused it. */
const PAUSES: Record<PauseReason, string> = {
  user: '',
  key: '',
  offline: 'You went offline.',
  'consecutive-unknown': 'Three rows in a row are unknown.',
  storage: 'Progress could not be saved. Free up disk space.',
  elsewhere: 'It runs in another tab.',
}

export function stateMessage(
  { run, minutesLeft }: Pick<OpenFileSnapshot, 'run' | 'minutesLeft'>,
  service: string,
  hasKeyEnded: boolean,
): string {
  switch (run.phase) {
    case 'running':
      if (run.waitingUntil !== undefined)
        return `${service} is busy. Continuing at ${formatTime(run.waitingUntil)}`
      return minutesLeft === undefined ? '' : remainingText(minutesLeft)
    case 'pausing':
      return 'Pausing after the current row'
    case 'paused':
    case 'idle':
      if (hasKeyEnded) return `Your key for ${service} no longer works.`
      return run.phase === 'idle' ? '' : PAUSES[run.reason]
  }
}

function remainingText(minutes: number): string {
  if (minutes === 0) return 'Less than a minute left'
  return minutes < 60
    ? `About ${counted(minutes, 'minute', 'minutes')} left`
    : `About ${counted(Math.round(minutes / 60), 'hour', 'hours')} left`
}

/**
 * For screen readers, in steps of a tenth of the rows, so that they do not talk all the time. What it says was true when
 * the step was reached.
 */
export function progressAnnouncement({ done, total }: OpenFileSnapshot['progress']): string {
  const step = total === 0 ? 0 : Math.floor((done / total) * 10)
  return step === 0
    ? ''
    : `${formatNumber(Math.ceil((step * total) / 10))} of ${formatNumber(total)} rows done`
}

// Unknown rows

export const unknownRowsMessage = (count: number, service: string): string =>
  `${service} did not confirm ${counted(count, 'row', 'rows')}: ${count === 1 ? 'it' : 'they'} may have been added.`

export const foundMessage = (count: number): string =>
  `${counted(count, 'unknown row was', 'unknown rows were')} found in the list:`

/** @param rows their numbers, in a text. `verdict`: of the first of them. */
export function stillUnknownMessage(
  kind: 'not-added' | 'not-found-yet' | 'cannot-tell',
  count: number,
  rows: string,
  service: string,
  { at, againAt }: Pick<Verdict, 'at' | 'againAt'>,
): string {
  const were = counted(count, 'unknown row was', 'unknown rows were')
  switch (kind) {
    case 'not-added':
      return `${were} not added (${service} checked at ${formatTime(at)}): ${rows}.`
    case 'not-found-yet':
      return `${were} not found yet: ${rows}. Looking again at ${formatTime(againAt ?? at)}.`
    case 'cannot-tell':
      return `${were} not among the pets ${service} shows: ${rows}. Sending ${count === 1 ? 'it again could create a duplicate' : 'them again could create duplicates'}.`
  }
}

/** What was looked for besides, and when. */
export function checkedMessage(
  { at, duplicates, isCut }: Pick<Extract<BatchCheck, { kind: 'checked' }>, 'at' | 'duplicates' | 'isCut'>,
  service: string,
): string {
  const when = `(checked ${formatTime(at)})`
  const others = isCut ? `; ${service} shows at most 100 pets a list, so there may be others` : ''
  return duplicates.length === 0
    ? `No duplicates${isCut ? ' found' : ''} ${when}${others}`
    : `They may be duplicates or older pets ${when}${others}`
}

// Saved imports

type Failure = 'elsewhere' | 'other-address' | 'gone' | 'changed' | 'discard-failed' | 'open-failed'

export function savedImportProblem(batch: Batch, failure: Failure): string {
  const problems: Record<Failure, string> = {
    elsewhere: 'is open in another tab.',
    gone: 'was discarded in another tab.',
    changed: 'has changed in another tab, so it was not discarded.',
    'other-address': `was started for ${batch.baseUrl}.`,
    'open-failed': 'could not be opened. Try again.',
    'discard-failed': 'could not be discarded. Try again.',
  }
  return `${importName(batch)} ${problems[failure]}`
}
