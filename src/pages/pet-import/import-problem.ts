import type { Refusal } from '#src/outbox/imports.ts'

/**
 * The reason why a press had no effect on an import. `failed` means that it could not be read or
 * written, and `memory` that the browser no longer saves anything.
 */
export type ImportProblem = Refusal | 'failed' | 'memory'

/**
 * The texts of the problems, each of which ends a sentence that begins with the name of the import.
 */
const TEXTS: Readonly<Record<ImportProblem, string>> = {
  failed: 'could not be read or changed. Try again.',
  elsewhere: 'is open in another tab.',
  changed: 'has changed in another tab.',
  memory: 'cannot be changed any more, because your browser could not save it.',
  busy: 'was not changed: another import is open, or is being changed.',
}

/** Returns whether the result of a press is a problem. */
export function isImportProblem(result: string): result is ImportProblem {
  return Object.hasOwn(TEXTS, result)
}

/** Example: "delivery.csv is open in another tab." */
export function problemMessage(importName: string, problem: ImportProblem): string {
  return `${importName} ${TEXTS[problem]}`
}
