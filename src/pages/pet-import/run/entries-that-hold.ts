import type { Entry, EntryState } from '#src/outbox/entry.ts'
import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'

/** Returns the entries that hold a row. One that was deleted, or has not been read yet, is missing. */
export function entriesThatHold(
  { by }: Extract<EntryState, { kind: 'held' }>,
  holding: OpenImportSnapshot['holding'],
): readonly Entry[] {
  return by.flatMap((id) => holding.get(id) ?? [])
}
