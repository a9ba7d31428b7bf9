import type { OpenFileSnapshot } from '#src/outbox/files.ts'

/**
 * Whether the lists should be checked before anything else: they may tell what became of unknown
 * rows.
 */
export function needsCheck({ counts, checks }: Pick<OpenFileSnapshot, 'counts' | 'checks'>): boolean {
  return counts.unknown > 0 && checks.batch.kind !== 'checked'
}
