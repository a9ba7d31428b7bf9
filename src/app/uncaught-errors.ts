/** What is known of a mistake: where the person was (a path), and when (milliseconds since 1970). */
export type UncaughtError = { readonly error: unknown; readonly page: string; readonly at: number }

/** What was thrown where nobody waits for it, in a handler or a promise: React does not hear of it. */
export function createUncaughtErrors() {
  let last: UncaughtError | undefined
  const listeners = new Set<() => void>()

  function note(error: unknown) {
    set({ error, page: window.location.pathname, at: Date.now() })
  }

  function set(next: typeof last) {
    last = next
    for (const listener of listeners) listener()
  }

  return {
    get: () => last,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear: () => set(undefined),
    /** Listens from now on, for as long as the page is there. */
    listen: (): void => {
      window.addEventListener('error', ({ error, filename }) => {
        // What an extension of the browser throws is no matter of the app, nor what nobody can look into.
        if (error !== null && !/^[\w-]+-extension:/.test(filename)) note(error)
      })
      window.addEventListener('unhandledrejection', ({ reason }) => note(reason))
    },
  }
}

export const uncaughtErrors = createUncaughtErrors()
