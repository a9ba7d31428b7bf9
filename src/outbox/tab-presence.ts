import { newId } from '#src/lib/new-id.ts'
import { createBatchLock } from './batch-lock.ts'
import type { OutboxPorts } from './ports.ts'

/**
 * Tells other tabs that this one is there, by a lock of its own, while it has something that they
 * would take up if it were gone. Without Web Locks, every other tab seems to be gone.
 */
export function createTabPresence(acquireLock: OutboxPorts['acquireLock']) {
  const id = newId()
  const lock = createBatchLock(id, acquireLock)
  let isNeeded = false

  return {
    /** The name of the lock. */
    id,

    begin(): void {
      isNeeded = true
      void lock.acquire()
    },

    end(): void {
      isNeeded = false
      lock.release()
    },

    /** Gives the lock back while the page sleeps. */
    suspend: (): void => lock.release(),

    resume(): void {
      if (isNeeded) void lock.acquire()
    },
  }
}
