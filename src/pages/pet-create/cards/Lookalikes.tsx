import { useEnvironment } from '#src/config/environment-context.ts'
import { environmentNamesOf } from '#src/config/environment-names.ts'
import { conflictSentence } from '#src/outbox/conflict-text.ts'
import type { Entry } from '#src/outbox/entry.ts'
import { BidiText } from '#src/ui/BidiText.tsx'

type LookalikesProps = {
  /** The meaning of the entries for the pet. */
  intro: Parameters<typeof conflictSentence>[0]
  entries: readonly Entry[]
  /** The entry whose pet they may be as well. */
  entry: Entry
}

/** Says which entries may already have added the pet. */
export function Lookalikes({ intro, entries, entry }: LookalikesProps) {
  const environmentNames = environmentNamesOf(useEnvironment())
  const sentence = conflictSentence(intro, entries, entry, environmentNames)
  if (sentence === undefined) return null
  return (
    <p>
      <BidiText text={sentence} />
    </p>
  )
}
