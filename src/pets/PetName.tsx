import { truncate } from '#src/lib/truncate.ts'
import { BidiText } from '#src/ui/BidiText.tsx'

/** A name within a sentence, which is read out: no more of it than tells the pet from others. */
export function PetName({ name }: { name: string }) {
  return <BidiText text={truncate(name, 60)} />
}
