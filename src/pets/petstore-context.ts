import { createContext, use } from 'react'
import type { Petstore } from './petstore.ts'

export const PetstoreContext = createContext<Petstore | undefined>(undefined)

export function usePetstore(): Petstore {
  const petstore = use(PetstoreContext)
  if (petstore === undefined) throw new Error('usePetstore() outside of an environment')
  return petstore
}
