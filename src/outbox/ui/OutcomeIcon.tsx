import type { EntryState } from '#src/outbox/entry.ts'
import { Icon } from '#src/ui/Icon.tsx'

type Kind = Exclude<EntryState['kind'], 'discarded'>

export const OUTCOME_LABELS = {
  waiting: 'Waiting',
  sending: 'Sending',
  added: 'Added',
  rejected: 'Rejected',
  'not-sent': 'Not sent',
  held: 'Left out',
  unknown: 'Unknown',
} as const

const STOP = 'M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4zM6 6l4 4M10 6l-4 4'

/**
 * Each has its own shape; 16 px, 1.5 px stroke, like `ui/Icon.tsx`, whose paths every page loads.
 */
const PATHS: Readonly<Record<Kind, string>> = {
  added: 'M14.2 8A6.2 6.2 0 1 1 1.8 8a6.2 6.2 0 0 1 12.4 0zM5 8.2l2.1 2.1L11 6.2',
  rejected: STOP,
  'not-sent': STOP,
  held: 'M14.2 8A6.2 6.2 0 1 1 1.8 8a6.2 6.2 0 0 1 12.4 0zM5 8h6',
  unknown: 'M8 1.4 14.6 8 8 14.6 1.4 8zM6.6 6.4a1.5 1.5 0 1 1 2 1.6q-.6.3-.6 1M8 10.9v.3',
  waiting: 'M14.2 8A6.2 6.2 0 1 1 1.8 8a6.2 6.2 0 0 1 12.4 0zM8 4.5V8l2.3 1.5',
  sending: 'M8 13V3M4.5 6.5 8 3l3.5 3.5',
}

export function OutcomeIcon({ kind }: { kind: Kind }) {
  return <Icon path={PATHS[kind]} />
}
