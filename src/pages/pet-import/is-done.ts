import type { SavedFile } from '#src/outbox/files.ts'

/** Whether nothing of a saved import is left to send or to decide. */
export function isDone({ counts }: Pick<SavedFile, 'counts'>): boolean {
  return counts.waiting + counts.unknown === 0
}
