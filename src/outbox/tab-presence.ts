import { newId } from '#src/lib/new-id.ts'
import { createBatchLock } from './batch-lock.ts'
import type { OutboxPorts } from './ports.ts'

/** Milliseconds until a lock is asked for again that is still being given back. */
const RETRY_MS = 1000

/**
 * Tells other tabs that this one is there, by a lock of its own, while it has something that they
 * would take up if it were gone. Without Web Locks, every other tab seems to be gone.
 */
export function createTabPresence({ acquireLock, clock }: Pick<OutboxPorts, 'acquireLock' | 'clock'>) {
  const id = newId()
  const lock = createBatchLock(id, acquireLock)
  let isNeeded = false

  async function hold(): Promise<void> {
    if (!isNeeded || (await lock.acquire())) return
    await clock.sleep(RETRY_MS, new AbortController().signal)
    await hold()
  }

  return {
    /** The name of the lock. */
    id,

    begin(): void {
      isNeeded = true
      void hold()
    },

    end(): void {
      isNeeded = false
      lock.release()
    },

    /** Gives the lock back while the page sleeps. */
    suspend: (): void => lock.release(),

    resume: (): void => void hold(),
  }
}
