/** What was thrown where nobody waits for it, in a handler or a promise: React does not hear of it. */
export function createUnexpectedErrors() {
  let last: { readonly error: unknown } | undefined
  const listeners = new Set<() => void>()

  function become(next: typeof last) {
    last = next
    for (const listener of listeners) listener()
  }

  return {
    get: () => last,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear: () => become(undefined),
    /** Listens from now on, for as long as the page is there. */
    listen: (): void => {
      window.addEventListener('error', ({ error, filename }) => {
        // What an extension of the browser throws is no matter of the app, nor what nobody can look into.
        if (error !== null && !/^[\w-]+-extension:/.test(filename)) become({ error })
      })
      window.addEventListener('unhandledrejection', ({ reason }) => become({ error: reason }))
    },
  }
}

export const unexpectedErrors = createUnexpectedErrors()
