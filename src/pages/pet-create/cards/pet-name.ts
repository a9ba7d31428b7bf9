import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { NewPet } from '#src/pets/pet.ts'

/** The longest name on a card, in characters. The page of the pet shows all of it. */
export const MAX_NAME_LENGTH = 200

/** Returns the name as it stands in a sentence. */
export function petName(newPet: NewPet | undefined): string {
  return bidiIsolate(truncate(newPet?.name ?? '', MAX_NAME_LENGTH))
}
