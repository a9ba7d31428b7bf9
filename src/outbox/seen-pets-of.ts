import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import type { Session } from '#src/session/session.ts'
import { createSeenPets, type SeenPets } from './seen-pets.ts'

/**
 * Creates the memory of the pets that were shown in an environment. It must exist from the start,
 * because all that a response has shown is evidence.
 */
export function createSeenPetsOf(
  session: Pick<Session, 'signInId' | 'subscribe'>,
  baseUrl: string,
): SeenPets {
  // An ID names a pet of one service, whatever its environment is called.
  const name = () => `${OWN_PREFIX}seen.${absoluteUrl(baseUrl)}`
  const seenPets = createSeenPets({
    read: () => readStored('local', name()),
    write: (text) => void writeStored('local', name(), text),
  })
  session.subscribe(() => seenPets.keepOnly(session.signInId()))
  return seenPets
}
