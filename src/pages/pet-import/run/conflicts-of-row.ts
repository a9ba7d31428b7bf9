import type { Entry, ImportRow } from '#src/outbox/entry.ts'
import { openConflictsOf } from '#src/outbox/conflict-rules.ts'
import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'

/**
 * Returns the entries that hold a row, as far as they are still a question. Entries that were
 * deleted, or have not been read yet, are missing.
 */
export function conflictsOfRow(row: ImportRow, conflicts: OpenImportSnapshot['conflicts']): readonly Entry[] {
  return openConflictsOf(row, (id) => conflicts.get(id))
}

/** Says whether the entries that hold the row are known, so that a person can decide about it. */
export function areConflictsRead(
  { state }: Pick<ImportRow, 'state'>,
  conflicts: OpenImportSnapshot['conflicts'],
): boolean {
  return state.kind !== 'held' || state.by.every((id) => conflicts.has(id))
}
