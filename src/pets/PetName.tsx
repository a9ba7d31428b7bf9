import { BidiText } from '#src/ui/BidiText.tsx'

/** A name within a sentence, which screen readers read in full: at most `max` characters of it. */
export function PetName({ name, max = 60 }: { name: string; max?: number }) {
  return <BidiText text={name} max={max} />
}
