import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { formatTime } from '#src/lib/format-time.ts'
import type { Batch, Counts } from '#src/outbox/entry.ts'
import type { OpenFileSnapshot } from '#src/outbox/files.ts'
import type { PauseReason } from '#src/outbox/sender.ts'

/** By the result of what was pressed; others are as hoped. */
export const PROBLEMS: Readonly<Record<string, string>> = {
  failed: 'could not be read or changed. Try again.',
  elsewhere: 'is open in another tab.',
  changed: 'has changed in another tab.',
  memory: 'cannot be changed any more, because your browser could not save it.',
  busy: 'was not changed: another import is open.',
}

export function importName({ fileName }: Pick<Batch, 'fileName'>): string {
  return fileName ?? 'Pasted rows'
}

/** Without those that are 0, except how many were added. */
export function countsText({ added, rejected, 'not-sent': notSent, held, unknown, waiting }: Counts): string {
  const others = [
    [unknown, unknown === 1 ? 'needs your decision' : 'need your decision'],
    [rejected, 'rejected'],
    [notSent, 'not sent'],
    [held, 'left out'],
    [waiting, 'waiting'],
  ] as const
  const some = others.filter(([count]) => count > 0).map(([count, what]) => `${formatNumber(count)} ${what}`)
  return [`${formatNumber(added)} added`, ...some].join(', ')
}

/** Why it is paused, where the person has not paused it. */
const PAUSES: { readonly [reason in PauseReason]?: string } = {
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
  if (run.phase === 'pausing') return 'Pausing after the current row'
  if (run.phase === 'running') {
    if (run.waitingUntil !== undefined)
      return `${service} is busy. Continuing at ${formatTime(run.waitingUntil)}`
    if (minutesLeft === undefined) return ''
    if (minutesLeft === 0) return 'Less than a minute left'
    return `About ${counted(minutesLeft, 'minute')} left`
  }
  if (hasKeyEnded) return `Your key for ${service} no longer works.`
  return run.phase === 'idle' ? '' : (PAUSES[run.reason] ?? '')
}
