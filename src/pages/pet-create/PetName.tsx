import { shorten } from '#src/lib/shorten.ts'
import { Isolated } from '#src/ui/Isolated.tsx'

/** A name within a sentence, which is read out: no more of it than tells the pet from others. */
export function PetName({ name }: { name: string }) {
  return <Isolated text={shorten(name, 60)} />
}
