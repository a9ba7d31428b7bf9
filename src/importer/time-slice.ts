import { yieldToEventLoop } from '#src/browser/yield-to-event-loop.ts'

/**
 * Milliseconds of work before other tasks of the page get a turn. Well below the 50 ms of a long task: the last row of a
 * slice may take long, and machines may be slow.
 */
const SLICE_MS = 12

type WithScheduler = { readonly scheduler?: { readonly yield?: () => Promise<void> } }

/**
 * For loops over many rows: `if (slice.isExpired()) await slice.yield()` for each row. Not a worker, because the content
 * security policy allows none (`worker-src 'none'`).
 */
export function createTimeSlice(): { isExpired: () => boolean; yield: () => Promise<void> } {
  let start = performance.now()
  return {
    isExpired: () => performance.now() - start >= SLICE_MS,
    yield: async () => {
      await yieldToPage()
      start = performance.now()
    },
  }
}

/** `scheduler.yield` where it exists. */
async function yieldToPage(): Promise<void> {
  const { scheduler } = globalThis as WithScheduler
  return scheduler?.yield === undefined ? yieldToEventLoop() : scheduler.yield()
}
