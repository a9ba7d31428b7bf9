import { createStore } from '#src/lib/create-store.ts'

/** `page`: the path at the time; `at`: milliseconds since 1970. */
export type UncaughtError = { readonly error: unknown; readonly page: string; readonly at: number }

/** The last error thrown in an event handler or a promise, which React's error boundaries do not see. */
function createUncaughtErrors() {
  const { get, set, subscribe } = createStore<UncaughtError | undefined>(undefined)
  const record = (error: unknown) => set({ error, page: window.location.pathname, at: Date.now() })
  return {
    get,
    subscribe,
    clear: () => set(undefined),
    /** Listens for as long as the page exists. */
    listen: (): void => {
      window.addEventListener('error', ({ error, filename }) => {
        // Errors of browser extensions are not ours, and errors of other origins and notices have no details.
        if (error !== null && error !== undefined && !/^[\w-]+-extension:/.test(filename)) record(error)
      })
      window.addEventListener('unhandledrejection', ({ reason }) => record(reason))
    },
  }
}

export const uncaughtErrors = createUncaughtErrors()
