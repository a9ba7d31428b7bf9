import { createStore } from '#src/lib/create-store.ts'

/**
 * The last error thrown in an event handler or a promise, which React's error boundaries do not see. `page`: the path at
 * the time; `at`: milliseconds since 1970.
 */
export const uncaughtError = createStore<{ error: unknown; page: string; at: number } | undefined>(undefined)

/** Listens for as long as the page exists. */
export function recordUncaughtErrors(): void {
  window.addEventListener('error', ({ error, filename }) => {
    // Errors of browser extensions are not ours, and errors of other origins and notices have no details.
    if (error !== null && error !== undefined && !/^[\w-]+-extension:/.test(filename)) record(error)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => record(reason))
}

function record(error: unknown): void {
  uncaughtError.set({ error, page: window.location.pathname, at: Date.now() })
}
