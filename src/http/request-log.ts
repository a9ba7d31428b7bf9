import { createStore } from '#src/lib/create-store.ts'
import type { AttemptObserver } from './request.ts'

/** One `fetch`. Neither the record nor its error ever holds the key. */
export type RequestAttempt = {
  /** The start in milliseconds since 1970. */
  readonly at: number
  /**
   * The milliseconds until the body was read or the attempt failed, or `undefined` while it is
   * under way.
   */
  readonly duration?: number
  /** The status of the response. It is 0 for a redirect, and `undefined` without a response. */
  readonly status?: number | undefined
  /** The error that the caller got, or `undefined` when the response could be used. */
  readonly error?: unknown
}

/** One request as its caller made it, with all its attempts. */
export type RequestRecord = {
  readonly environmentId: string
  readonly method: 'GET' | 'POST'
  /** The full address, which starts with the base URL. */
  readonly address: string
  /** All attempts in their order. There is at least one. */
  readonly attempts: readonly RequestAttempt[]
  /** The exact body of a POST. It is `undefined` when it is over 2 KB, or holds the key. */
  readonly body?: string | undefined
}

const MAX_RECORDS = 200
/** The longest body that is kept, in bytes. */
const MAX_BODY = 2048

/** The requests, newest first. Each change makes another array. */
const { get, set, subscribe } = /* @__PURE__ */ createStore<readonly RequestRecord[]>([])

/** Records what the app sent to all environments, and how it ended, in memory only. */
export const requestLog = {
  get,
  subscribe,

  /** Returns an observer for one request, which is in the log from its first attempt on. */
  observe(environmentId: string, method: 'GET' | 'POST', address: string): AttemptObserver {
    const attempts: RequestAttempt[] = []
    return ({ body, key, startedAt }) => {
      const started = startedAt ?? performance.now()
      const attempt = { at: Date.now() - performance.now() + started }
      if (attempts.push(attempt) === 1) {
        const record = {
          environmentId,
          method,
          address,
          attempts,
          body: body !== undefined && isKept(body, key) ? body : undefined,
        }
        set([record, ...get().slice(0, MAX_RECORDS - 1)])
      } else set([...get()])
      return (ended) => {
        const endedAt = startedAt === undefined ? performance.now() : arrivalOf(address, started)
        Object.assign(attempt, ended, { duration: endedAt - started })
        set([...get()])
      }
    }
  },

  /**
   * Forgets everything that was sent to an environment, which happens when its key is forgotten.
   */
  clear(environmentId: string): void {
    set(get().filter((record) => record.environmentId !== environmentId))
  },
}

/**
 * Returns when a response arrived that was there before the app asked for it (src/bootstrap), by
 * the clock of the browser.
 */
function arrivalOf(address: string, started: number): number {
  const entry = performance
    .getEntriesByType('resource')
    .find(({ name, startTime, duration }) => name.endsWith(address) && startTime + duration > started)
  return entry === undefined ? performance.now() : entry.startTime + entry.duration
}

function isKept(body: string, key: string): boolean {
  return new TextEncoder().encode(body).length <= MAX_BODY && !body.includes(JSON.stringify(key).slice(1, -1))
}
