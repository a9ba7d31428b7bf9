import { createStore } from '#src/lib/create-store.ts'
import type { NewPet } from './pet.ts'

/**
 * Pets that were sent on "Add a pet" in this tab, and that the service has not confirmed: the review of an import points
 * out its rows that are like them.
 */
export const createUnconfirmedPets = () => createStore<readonly NewPet[]>([])

export type UnconfirmedPets = ReturnType<typeof createUnconfirmedPets>
