import { useSyncExternalStore } from 'react'
import type { ReadableStore } from '#src/lib/create-store.ts'

/** The current value of a store. Also works when the build prerenders. */
export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
