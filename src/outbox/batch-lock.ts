import type { LockResult, OutboxPorts } from './ports.ts'

/** The lock of one batch: the tab that has it is the only one that sends the batch. */
export function createBatchLock(batch: string, acquireLock: OutboxPorts['acquireLock']) {
  let request: Promise<LockResult> | undefined
  let lock: Exclude<LockResult, 'taken'> | undefined

  return {
    /**
     * Asks for the lock. Returns whether this tab may send the batch: it has the lock, or there are
     * no locks.
     */
    async acquire(): Promise<boolean> {
      const ownRequest = (request ??= acquireLock(batch))
      const result = await ownRequest
      // The lock may have been released, and asked for again, while it was awaited.
      const isCurrent = ownRequest === request
      if (isCurrent && result === 'taken') request = undefined
      else if (isCurrent && result !== 'taken') lock = result
      return lock !== undefined
    },

    release(): void {
      void request?.then((result) => (typeof result === 'function' ? result() : undefined))
      request = undefined
      lock = undefined
    },

    /** Returns whether this tab may send the batch: it has the lock, or there are no locks. */
    maySend: (): boolean => lock !== undefined,

    /**
     * Returns whether no other tab can be sending the batch. Without Web Locks, no tab can know
     * that.
     */
    hasExclusiveLock: (): boolean => typeof lock === 'function',
  }
}

export type BatchLock = ReturnType<typeof createBatchLock>
