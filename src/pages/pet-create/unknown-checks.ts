import type { PetCreation } from '#src/pets/pet-creation.ts'
import { IN_FLIGHT_GRACE_MS, reconcileLostPost } from '#src/pets/reconcile-lost-post.ts'
import type { ListPets } from '#src/pets/stock.ts'
import type { CheckState, UnknownPet } from './unknown-pets.ts'

/** The running checks of unknown pets, one for each `at` of a pet. What a stopped check finds is ignored. */
export function createUnknownChecks(
  listPets: ListPets,
  mayStillArrive: PetCreation['mayStillArrive'],
  onChange: (at: number, check: CheckState) => void,
) {
  const running = new Map<number, AbortController>()

  function stop(at: number): boolean {
    running.get(at)?.abort()
    return running.delete(at)
  }

  return {
    /** @returns whether there was one. */
    stop,

    stopAll: (): void => {
      for (const at of running.keys()) stop(at)
    },

    /** Reads the lists from the service, never from the cache. */
    start: async ({ at, newPet, knownIds, givenUpAt = -Infinity }: UnknownPet): Promise<void> => {
      stop(at)
      const checking = new AbortController()
      const requestedAt = Date.now()
      running.set(at, checking)
      onChange(at, { kind: 'checking' })
      const result = await reconcileLostPost(newPet, knownIds, listPets, checking.signal).catch(
        (error: unknown) => ({ kind: 'failed', error }) as const,
      )
      if (running.get(at) !== checking) return
      running.delete(at)
      const isEarly = requestedAt - givenUpAt < IN_FLIGHT_GRACE_MS || mayStillArrive(newPet, requestedAt)
      onChange(at, result.kind === 'not-found' && isEarly ? { kind: 'not-found-yet' } : result)
    },
  }
}
