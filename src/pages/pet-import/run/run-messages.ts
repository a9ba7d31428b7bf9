import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { formatTime } from '#src/lib/format-time.ts'
import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'
import { isReadingLists, type PauseReason } from '#src/outbox/run-state.ts'
import { countsText } from '#src/pages/pet-import/import-messages.ts'
import type { KeyProblem } from '#src/session/session-context.ts'
import type { RunStage } from './run-stage.ts'

type Check = OpenImportSnapshot['check']

/** Says what the import waits for, or how long it takes. It is '' if there is nothing to say. */
export function stateMessage(
  { run, minutesLeft }: Pick<OpenImportSnapshot, 'run' | 'minutesLeft'>,
  environmentName: string,
  keyProblem: KeyProblem,
): string {
  if (run.phase === 'pausing')
    return isReadingLists(run) ? 'Pausing once the list is checked' : 'Pausing after the current row'
  if (run.phase === 'running') {
    if (run.waitingUntil === undefined) return timeLeftText(minutesLeft)
    return busyText(environmentName, run.waitingUntil)
  }
  if (keyProblem === 'refused') return `Your key for ${environmentName} no longer works.`
  if (keyProblem === 'unclear') return `Sign in to ${environmentName} again to continue.`
  return run.phase === 'paused' ? pauseText(run.reason) : ''
}

/** @param until milliseconds since 1970 */
function busyText(environmentName: string, until: number): string {
  return `${environmentName} is busy. Continuing at ${formatTime(until)}`
}

function timeLeftText(minutes: number | undefined): string {
  if (minutes === undefined) return ''
  if (minutes === 0) return 'Less than a minute left'
  return `About ${counted(minutes, 'minute')} left`
}

/** Says why the import is paused, unless the person has paused it. */
function pauseText(reason: PauseReason): string {
  switch (reason) {
    case 'offline':
      return 'You went offline.'
    case 'consecutive-unknown':
      return 'Three pets in a row were not confirmed.'
    case 'storage':
      return 'Progress could not be saved.'
    case 'elsewhere':
      return 'It runs in another tab.'
    case 'user':
    case 'key':
      return ''
  }
}

/** Example: "3 of 1,204" */
export function progressText({ done, total }: OpenImportSnapshot['progress']): string {
  return `${formatNumber(done)} of ${formatNumber(total)}`
}

/** Below this number of rows, the rows are told, because tenth parts would not be exact. */
const FEW_ROWS = 20

/**
 * Says to screen readers how far an import is that adds pets: each tenth part of its rows, or what
 * it waits for. It is '' before the first tenth.
 */
export function runAnnouncement(
  { run, progress }: Pick<OpenImportSnapshot, 'run' | 'progress'>,
  environmentName: string,
): string {
  if (isReadingLists(run)) return checkingText(environmentName)
  if (run.phase === 'running' && run.waitingUntil !== undefined)
    return busyText(environmentName, run.waitingUntil)
  const tenths = Math.floor((progress.done / Math.max(progress.total, 1)) * 10)
  if (tenths === 0) return ''
  return progress.total < FEW_ROWS
    ? `${progressText(progress)} rows done`
    : `${tenths * 10} % of the rows done`
}

/**
 * Says what the check of the lists has found. It is `undefined` before the first check, and after
 * one that failed.
 */
export function importCheckMessage(check: Check, environmentName: string): string | undefined {
  if (check.kind === 'checking') return checkingText(environmentName)
  if (check.kind !== 'checked') return undefined
  const checkedAt = `(checked ${formatTime(check.readAt)})`
  const doubt = doubtText(check, environmentName)
  if (check.duplicates.length > 0) return `They may be older pets ${checkedAt}${doubt}`
  return doubt === '' ? `No duplicates ${checkedAt}` : `No duplicates found ${checkedAt}${doubt}`
}

const LOOKING_AGAIN = '; looking again within a minute'

/** Says why there may be more duplicates than the lists show. It is '' if there cannot be. */
function doubtText(
  { duplicatesMayBeMissing, checkAgainAt }: Extract<Check, { kind: 'checked' }>,
  environmentName: string,
): string {
  switch (duplicatesMayBeMissing) {
    case 'no':
      return checkAgainAt === undefined ? '' : LOOKING_AGAIN
    case 'lists-cut':
      return `; ${environmentName} may have more pets than its lists show, so there may be others`
    case 'lists-incomplete':
      return `; the lists may not show all pets of ${environmentName}, so there may be others`
    case 'doubtful':
      return '; some pets like these rows count as other ones, which is not certain, so there may be others'
    case 'unconfirmed':
      return checkAgainAt === undefined
        ? '; some rows are not confirmed, so there may be others'
        : LOOKING_AGAIN
    case 'other-sign-in':
      return '; some rows were sent in another sign-in, whose key may see other pets, so there may be others'
  }
}

/** Says that the lists of the environment are being read. */
export function checkingText(environmentName: string): string {
  return `Checking the list in ${environmentName}…`
}

/**
 * Returns the heading of an import that was started.
 *
 * @param checkingCount the unknown rows about which the lists may still tell by themselves
 */
export function runHeading(
  { run, counts, progress }: Pick<OpenImportSnapshot, 'run' | 'counts' | 'progress'>,
  stage: RunStage,
  checkingCount: number,
  environmentName: string,
): string {
  switch (stage) {
    case 'running':
      return isReadingLists(run) ? checkingText(environmentName) : `Adding pets: ${progressText(progress)}`
    case 'paused':
      return `Paused at ${progressText(progress)}`
    case 'finished':
      return countsText(counts, checkingCount)
  }
}
