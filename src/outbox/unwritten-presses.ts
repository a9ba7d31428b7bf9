import { createStore } from '#src/lib/create-store.ts'

/**
 * Counts the presses whose changes are still being written. Closing the tab meanwhile would lose
 * them.
 */
export function createUnwrittenPresses() {
  const count = createStore(0)

  async function write<T>(change: () => Promise<T>): Promise<T> {
    count.set(count.get() + 1)
    try {
      return await change()
    } finally {
      count.set(count.get() - 1)
    }
  }

  return {
    get: count.get,
    subscribe: count.subscribe,

    /** Writes what a press changes, and counts the press until that is done. */
    write,
  }
}
