import { nextTask } from '#src/lib/next-task.ts'

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
export function startSlice(): { isOver: () => boolean; next: () => Promise<void> } {
  let start = performance.now()
  return {
    isOver: () => performance.now() - start >= SLICE_MS,
    next: async () => {
      await letPageWork()
      start = performance.now()
    },
  }
}

async function letPageWork(): Promise<void> {
  const { scheduler } = globalThis as WithScheduler
  return scheduler?.yield === undefined ? nextTask() : scheduler.yield()
}
