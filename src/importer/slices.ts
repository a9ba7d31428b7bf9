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
  if (scheduler?.yield !== undefined) return scheduler.yield()
  // Not setTimeout: nested ones wait 4 ms each, and a second each in a tab in the background.
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}
