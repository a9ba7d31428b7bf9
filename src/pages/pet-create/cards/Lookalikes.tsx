import { conflictSentence } from '#src/outbox/conflict-text.ts'
import type { Entry } from '#src/outbox/entry.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { BidiText } from '#src/ui/BidiText.tsx'

type LookalikesProps = {
  /** The meaning of the entries for the pet. */
  intro: Parameters<typeof conflictSentence>[0]
  entries: readonly Entry[]
  /** The pet that the entries hold, where one of them may be another pet. */
  heldPet?: NewPet
}

/** Says which entries may already have added the pet. */
export function Lookalikes({ intro, entries, heldPet }: LookalikesProps) {
  const sentence = conflictSentence(intro, entries, heldPet)
  if (sentence === undefined) return null
  return (
    <p>
      <BidiText text={sentence} />
    </p>
  )
}
