import { use } from 'react'
import { useStore } from '#src/ui/use-store.ts'
import { type KnownPets, KnownPetsContext, type KnownPetsSnapshot } from './known-pets.ts'

/** Returns the memory itself, for code that reads it later than it is rendered. */
export function useKnownPetsStore(): KnownPets {
  const knownPets = use(KnownPetsContext)
  if (knownPets === undefined) throw new Error('useKnownPetsStore() outside of an environment')
  return knownPets
}

/** Returns the pets that this tab knows, and renders again when there are others. */
export function useKnownPets(): KnownPetsSnapshot {
  return useStore(useKnownPetsStore())
}
