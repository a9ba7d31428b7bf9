import { formatTime } from '#src/lib/format-time.ts'
import type { Entry } from './entry.ts'
import { mayBeAdded } from './entry-rules.ts'

/** Says by what a pet may already have been added: "sent at 16:41, not confirmed". */
export function conflictText(conflict: Entry): string {
  const { row } = conflict
  if (row === undefined) return stateText(conflict)
  return `row ${row.number} of ${row.fileName ?? 'pasted rows'}, ${stateText(conflict)}`
}

function stateText(conflict: Entry): string {
  const { state, enteredAt } = conflict
  const time = formatTime(enteredAt)
  switch (state.kind) {
    case 'unknown':
      return `sent at ${time}, not confirmed`
    case 'discarded':
      if (mayBeAdded(conflict)) return `sent at ${time}, not confirmed`
      return state.isCorrected === true
        ? `not added at ${time}, corrected since`
        : `discarded, entered at ${time}`
    case 'sending':
      return 'being added in another tab'
    case 'added':
      return state.id === undefined ? `added at ${time}` : `added at ${time} (ID ${state.id})`
    case 'waiting':
    case 'held':
      return `entered at ${time}, still waiting`
    case 'rejected':
    case 'not-sent':
      return 'not added'
  }
}
