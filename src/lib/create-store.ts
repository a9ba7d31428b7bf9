/** Keeps listeners, and notifies them in the order in which they subscribed. */
export function createEmitter<Args extends readonly unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    /**
     * Adds a listener.
     *
     * @returns a function that removes it
     */
    subscribe: (listener: (...args: Args) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify: (...args: Args): void => {
      for (const listener of listeners) listener(...args)
    },
  }
}

/**
 * A store that `useStore` (ui/use-store.ts) can read. `get` returns the same value until listeners
 * are notified.
 */
export type ReadableStore<T> = {
  readonly get: () => T
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<T>(initial: T) {
  const { subscribe, notify } = createEmitter()
  let value = initial
  return {
    get: (): T => value,
    set: (next: T): void => {
      value = next
      notify()
    },
    subscribe,
  }
}
