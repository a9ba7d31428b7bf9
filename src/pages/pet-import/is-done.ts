import type { SavedImport } from '#src/outbox/imports.ts'

/** Returns whether nothing of a saved import is left to send or to decide. */
export function isDone({ counts }: Pick<SavedImport, 'counts'>): boolean {
  return counts.waiting + counts.unknown === 0
}
