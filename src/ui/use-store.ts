import { useSyncExternalStore } from 'react'
import type { ReadableStore } from '#src/lib/create-store.ts'

/** Returns the current value of a store. It also works when the build prerenders. */
export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
