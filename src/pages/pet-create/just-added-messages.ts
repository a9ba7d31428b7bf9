import { formatTime } from '#src/lib/format-time.ts'
import type { Cause, JustAddedItem, JustAddedSnapshot } from '#src/outbox/just-added.ts'
import type { PauseReason } from '#src/outbox/sender.ts'

/** By what a pet may already be there: "sent at 16:41, not confirmed". */
export function causeText({ entry: { state, row, enteredAt }, batch }: Cause): string {
  const what = row === undefined ? '' : `row ${row.number} of ${batch?.fileName ?? 'pasted rows'}, `
  switch (state.kind) {
    case 'unknown':
    case 'discarded':
      return `${what}sent at ${formatTime(enteredAt)}, not confirmed`
    case 'sending':
      return `${what}being added in another tab`
    case 'added':
      return `${what}added at ${formatTime(enteredAt)}${state.id === undefined ? '' : ` (ID ${state.id})`}`
    case 'waiting':
    case 'held':
      return `${what}entered at ${formatTime(enteredAt)}, still waiting`
    case 'rejected':
    case 'not-sent':
      return `${what}not added`
  }
}

/** Why nothing is sent, in one line; `undefined` where there is nothing to say. */
export function pauseText({ run, waiting }: JustAddedSnapshot, service: string): string | undefined {
  if (waiting.length === 0 || run.phase !== 'paused') return undefined
  const reasons: Record<PauseReason, string | undefined> = {
    key: 'Not added: your key no longer works.',
    offline: 'You are offline.',
    'consecutive-unknown': `${service} did not confirm three pets in a row.`,
    storage: 'Your browser could not save what became of the last pet.',
    elsewhere: 'Another tab is adding these.',
    user: undefined,
  }
  return reasons[run.reason]
}

/** What became of it, in a few words, and until when it waits (milliseconds since 1970). */
export function headlineOf(
  { entry: { state }, run }: JustAddedItem,
  service: string,
): {
  icon: 'waiting' | 'sending' | 'added' | 'rejected' | 'unknown'
  text: string
  until?: number | undefined
} {
  switch (state.kind) {
    case 'sending':
      return { icon: 'sending', text: 'Adding…' }
    case 'added':
      return {
        icon: 'added',
        text: state.id === undefined ? 'Added, without an ID' : `Added (ID ${state.id})`,
      }
    case 'rejected':
    case 'not-sent':
      return { icon: 'rejected', text: 'Not added' }
    case 'held':
      return { icon: 'unknown', text: 'May already be added' }
    case 'unknown':
      return { icon: 'unknown', text: 'Unconfirmed' }
    case 'waiting':
    case 'discarded': {
      const until = run.phase === 'running' ? run.waitingUntil : undefined
      return {
        icon: 'waiting',
        text: until === undefined ? 'Waiting' : `Waiting: ${service} is busy, until`,
        until,
      }
    }
  }
}
