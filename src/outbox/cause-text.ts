import { formatTime } from '#src/lib/format-time.ts'
import type { Entry } from './entry.ts'

/** By what a pet may already be there: "sent at 16:41, not confirmed". */
export function causeText({ state, row, enteredAt }: Entry): string {
  const what = row === undefined ? '' : `row ${row.number} of ${row.fileName ?? 'pasted rows'}, `
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
