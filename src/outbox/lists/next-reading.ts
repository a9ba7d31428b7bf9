/**
 * Milliseconds. A request that has ended may still reach a slow service: until then, a list without
 * its pet proves nothing.
 */
export const IN_FLIGHT_MS = 60_000

/** Milliseconds after which lists that could not be read are read again. */
const RETRY_AFTER_FAILURE_MS = 60_000

/** Milliseconds. Lists that are due within so long of each other are read once. */
const TOGETHER_MS = 5000

type Situation = {
  /** When the requests of the entries that are looked for have ended. */
  readonly ends: readonly number[]
  /** When the lists were requested that were read last. */
  readonly requestedAt: number | undefined
  /** When the last reading failed, if it did. */
  readonly failedAt: number | undefined
  readonly now: number
}

/**
 * Returns when the lists are due to be read next, or `undefined` where nothing waits for them:
 * after each request, and again a minute later. What failed is read again after a minute. All times
 * are on `Clock.elapsed`; one that is past means "now".
 */
export function dueAt({ ends, requestedAt = -Infinity, failedAt, now }: Situation): number | undefined {
  const dueTimes = ends.flatMap((end) => dueAfter(end, requestedAt))
  if (dueTimes.length === 0) return undefined
  const first = Math.min(...dueTimes)
  // The last of those that come soon after the first one, so that one reading serves them all.
  const lastDueSoon = Math.max(...dueTimes.filter((time) => time <= first + TOGETHER_MS))
  const due = first <= now ? first : lastDueSoon
  return failedAt === undefined ? due : Math.max(due, failedAt + RETRY_AFTER_FAILURE_MS)
}

function dueAfter(end: number, requestedAt: number): readonly number[] {
  if (requestedAt < end) return [end]
  if (requestedAt < end + IN_FLIGHT_MS) return [end + IN_FLIGHT_MS]
  return []
}
