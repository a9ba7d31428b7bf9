import type { Entry, EntryState } from '#src/outbox/entry.ts'
import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'

/**
 * Returns the entries that hold a row. One that was deleted, or has not been read yet, is missing.
 */
export function conflictsOfRow(
  { by }: Extract<EntryState, { kind: 'held' }>,
  conflicts: OpenImportSnapshot['conflicts'],
): readonly Entry[] {
  return by.flatMap((id) => conflicts.get(id) ?? [])
}
