import type { QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query'
import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { onceForEach } from '#src/lib/once-for-each.ts'
import { petsOfQuery } from '#src/pets/queries/loaded-pets.ts'
import type { Pet } from '#src/pets/pet.ts'
import type { Session } from '#src/session/session.ts'
import { createSeenPets, type SeenPets } from './seen-pets.ts'

/**
 * Returns the memory of the pets that were shown in an environment. It is fed by the query cache,
 * which forgets a list five minutes after nobody looks at it, so it must exist from the start.
 */
export const seenPetsOf = onceForEach(
  (client: QueryClient, session: Pick<Session, 'signInId' | 'subscribe'>, baseUrl: string): SeenPets => {
    // An ID names a pet of one service, whatever its environment is called.
    const name = () => `${OWN_PREFIX}seen.${absoluteUrl(baseUrl)}`
    const seenPets = createSeenPets({
      read: () => readStored('local', name()),
      write: (text) => void writeStored('local', name(), text),
    })
    client.getQueryCache().subscribe((event) => {
      const pets = petsShownBy(event)
      if (pets.length > 0) seenPets.addListed(session.signInId(), pets)
    })
    session.subscribe(() => seenPets.keepOnly(session.signInId()))
    return seenPets
  },
)

/**
 * Returns the pets that have just come from the service. Others of the cache may be those of an API
 * key that has ended.
 */
function petsShownBy(event: QueryCacheNotifyEvent): readonly Pet[] {
  const hasNewData = event.type === 'updated' && event.action.type === 'success'
  return hasNewData ? petsOfQuery(event.query) : []
}
