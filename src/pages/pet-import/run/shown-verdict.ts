import type { ImportVerdict } from '#src/outbox/lists/verdict.ts'
import { type Entry, entryIdOf } from '#src/outbox/entry.ts'
import { isCheckable } from '#src/outbox/entry-rules.ts'
import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'

type Verdicts = OpenImportSnapshot['verdicts']

/**
 * Returns what the lists say of an entry, or `undefined` if they cannot tell, or have not been
 * read.
 */
export function shownVerdict(entry: Entry, verdicts: Verdicts): ImportVerdict | undefined {
  return isCheckable(entry) ? verdicts.get(entryIdOf(entry)) : undefined
}
