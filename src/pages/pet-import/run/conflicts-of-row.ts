import type { Entry, EntryState, ImportRow } from '#src/outbox/entry.ts'
import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'

/**
 * Returns the entries that hold a row. Entries that were deleted, or have not been read yet, are
 * missing.
 */
export function conflictsOfRow(
  { by }: Extract<EntryState, { kind: 'held' }>,
  conflicts: OpenImportSnapshot['conflicts'],
): readonly Entry[] {
  return by.flatMap((id) => conflicts.get(id) ?? [])
}

/** Says whether the entries that hold the row are known, so that a person can decide about it. */
export function areConflictsRead(
  { state }: Pick<ImportRow, 'state'>,
  conflicts: OpenImportSnapshot['conflicts'],
): boolean {
  return state.kind !== 'held' || state.by.every((id) => conflicts.has(id))
}
