import { createEmitter } from '#src/lib/create-store.ts'
import type { NewPet } from './pet.ts'
import type { Petstore } from './petstore.ts'
import { IN_FLIGHT_GRACE_MS, isGivenUp } from './reconcile-lost-post.ts'
import { mayBeSameAnimal } from './same-pet.ts'

/** The only way to a POST in one environment and tab, by hand or by an import, so that each can hear of the other's. */
export function createPetCreation({ createPet }: Pick<Petstore, 'createPet'>) {
  const emitter = createEmitter<[newPet: NewPet]>()
  /** Those that may still arrive. `givenUpAt`: milliseconds since 1970, once nobody waits for the response. */
  const open = new Set<{ readonly newPet: NewPet; givenUpAt?: number }>()
  return {
    createPet: async (...[newPet, signal]: Parameters<typeof createPet>): ReturnType<typeof createPet> => {
      const post: { newPet: NewPet; givenUpAt?: number } = { newPet }
      open.add(post)
      emitter.notify(newPet)
      const outcome = await createPet(newPet, signal)
      if (outcome.kind === 'unknown' && isGivenUp(outcome.error)) post.givenUpAt = Date.now()
      else open.delete(post)
      emitter.notify(newPet)
      return outcome
    },

    /**
     * Notifies when a POST begins, and when it ends: lists that were requested before do not say whether its pet, or
     * another one like it, is missing.
     */
    onPost: emitter.subscribe,

    /**
     * Whether a POST that may be of the same animal is under way, or was given up so recently that it may still arrive.
     * @param at when the lists were requested. Milliseconds since 1970.
     */
    mayStillArrive: (newPet: NewPet, at: number): boolean =>
      [...open].some(
        ({ newPet: posted, givenUpAt = Infinity }) =>
          at - givenUpAt < IN_FLIGHT_GRACE_MS && mayBeSameAnimal(posted, newPet),
      ),
  }
}

export type PetCreation = ReturnType<typeof createPetCreation>
