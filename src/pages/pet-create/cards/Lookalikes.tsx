import { conflictText } from '#src/outbox/conflict-text.ts'
import type { Entry } from '#src/outbox/entry.ts'
import { BidiText } from '#src/ui/BidiText.tsx'

/**
 * Says which entries may already have added the pet.
 *
 * @param intro what they mean for it, for example "May already have been added"
 */
export function Lookalikes({ intro, entries }: { intro: string; entries: readonly Entry[] }) {
  if (entries.length === 0) return null
  return (
    <p>
      <BidiText text={`${intro}: ${entries.map(conflictText).join('; ')}.`} />
    </p>
  )
}
