import { createStore } from '#src/lib/create-store.ts'
import type { AttemptObserver } from './request.ts'

/** One `fetch`. Neither it nor its error ever holds the key. */
export type RequestAttempt = {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Milliseconds until its body was read, or it failed; `undefined` while it is under way. */
  readonly duration?: number
  /** Of the response; 0 of a redirect, `undefined` without a response. */
  readonly status?: number | undefined
  /** What the caller was told; `undefined` where the response could be used. */
  readonly error?: unknown
}

/** One request as its caller made it, with all its attempts. */
export type RequestRecord = {
  readonly environmentId: string
  readonly method: 'GET' | 'POST'
  /** Starts with the base URL. */
  readonly address: string
  /** In their order; at least one. */
  readonly attempts: readonly RequestAttempt[]
  /** Of a POST, to the byte; `undefined` where it is over 2 KB, or holds the key. */
  readonly body?: string | undefined
}

const MAX_RECORDS = 200
/** Bytes. */
const MAX_BODY = 2048

/** Newest first; another array after each change. */
const { get, set, subscribe } = /* @__PURE__ */ createStore<readonly RequestRecord[]>([])

/** What the app sent, to all environments, and how it ended; in memory only. */
export const requestLog = {
  get,
  subscribe,

  /** For one request: it is in the log from its first attempt on. */
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

  /** With its key goes everything that was sent to an environment. */
  clear(environmentId: string): void {
    set(get().filter((record) => record.environmentId !== environmentId))
  },
}

/** Of a response that was there before the app asked for it (src/bootstrap), by the clock of the browser. */
function arrivalOf(address: string, started: number): number {
  const entry = performance
    .getEntriesByType('resource')
    .find(({ name, startTime, duration }) => name.endsWith(address) && startTime + duration > started)
  return entry === undefined ? performance.now() : entry.startTime + entry.duration
}

function isKept(body: string, key: string): boolean {
  return new TextEncoder().encode(body).length <= MAX_BODY && !body.includes(JSON.stringify(key).slice(1, -1))
}
