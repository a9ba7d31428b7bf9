import { useSyncExternalStore } from 'react'
import type { ReadableStore } from '#src/lib/create-store.ts'

/** The value of a store; the component renders again when it changes. Works in the prerender of the build, too. */
export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
