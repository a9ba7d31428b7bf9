import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'

/**
 * Says whether the lists should be checked before anything else, because they may tell what became
 * of unknown rows.
 */
export function needsCheck({ counts, check }: Pick<OpenImportSnapshot, 'counts' | 'check'>): boolean {
  return counts.unknown > 0 && check.kind !== 'checked'
}
