import { createEmitter } from '#src/lib/create-store.ts'
import type { NewPet } from './pet.ts'
import type { Petstore } from './petstore.ts'

/** The only way to a POST in one environment and tab, by hand or by an import, so that each can hear of the other's. */
export function createPetCreation({ createPet }: Pick<Petstore, 'createPet'>) {
  const emitter = createEmitter<[newPet: NewPet]>()
  return {
    createPet: async (...[newPet, signal]: Parameters<typeof createPet>): ReturnType<typeof createPet> => {
      emitter.notify(newPet)
      const outcome = await createPet(newPet, signal)
      emitter.notify(newPet)
      return outcome
    },

    /**
     * Notifies when a POST begins, and when it ends: lists that were requested before do not say whether its pet, or
     * another one like it, is missing.
     */
    onPost: emitter.subscribe,
  }
}

export type PetCreation = ReturnType<typeof createPetCreation>
