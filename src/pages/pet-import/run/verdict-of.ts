import type { Verdict } from '#src/outbox/check.ts'
import { type Entry, isCheckable, keyOf } from '#src/outbox/entry.ts'
import type { OpenFileSnapshot } from '#src/outbox/files.ts'

type Verdicts = OpenFileSnapshot['checks']['states']

/**
 * Returns what the lists say of an entry; `undefined` if they cannot tell, or have not been read.
 */
export function verdictOf(entry: Entry, verdicts: Verdicts): Verdict | undefined {
  return isCheckable(entry) ? verdicts.get(keyOf(entry)) : undefined
}
