import { yieldToEventLoop } from '#src/browser/yield-to-event-loop.ts'

/**
 * Milliseconds of work before the page gets a turn. A task counts as long from 50 ms; the rest is room for the
 * one row that is under way and for slow machines.
 */
const SLICE_MS = 12

type WithScheduler = { readonly scheduler?: { readonly yield?: () => Promise<void> } }

/**
 * For loops over many rows: `if (slice.isOver()) await slice.next()` once a row. No worker does this work, because
 * the content security policy allows none (`worker-src 'none'`).
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

async function yieldToPage(): Promise<void> {
  const { scheduler } = globalThis as WithScheduler
  return scheduler?.yield === undefined ? yieldToEventLoop() : scheduler.yield()
}
