import type { BatchLock } from './batch-lock.ts'

/** This says whether entries of a batch wait. `unreadable`: the ledger cannot say. */
export type Waiting = 'none' | 'some' | 'unreadable'

/**
 * The role of this tab for a batch.
 *
 * - `sends`: the tab only sends what waits, for instance what was entered in another tab. It keeps
 *   the lock until the run ends, so that the other tab can send what is entered there next.
 * - `enters`: pets are entered in this tab. It keeps the lock while one of them waits.
 * - `shows`: the import is open in this tab. It keeps the lock until the import is closed.
 * - `left`: the batch was left. The tab keeps the lock until everything is written.
 */
type Role = 'sends' | 'enters' | 'shows' | 'left'

/**
 * The role of this tab for a batch, which decides how long the tab keeps the lock. In Chromium and
 * Firefox, a lock keeps the page out of the back/forward cache.
 */
export function createTabRole(lock: Pick<BatchLock, 'acquire' | 'release'>) {
  let role: Role = 'sends'

  function needsLockAtRest(waiting: Waiting): boolean {
    switch (role) {
      case 'shows':
        return true
      case 'enters':
        return waiting !== 'none'
      case 'sends':
      case 'left':
        return waiting === 'unreadable'
    }
  }

  return {
    /** A run begins: the tab sends again what it had left. */
    beginRun(): void {
      if (role === 'left') role = 'sends'
    },

    /** A pet is entered in this tab. */
    enter(): void {
      role = 'enters'
    },

    /** The import is opened in this tab. Returns whether this tab may send it. */
    async show(): Promise<boolean> {
      const maySend = await lock.acquire()
      role = maySend ? 'shows' : 'sends'
      return maySend
    },

    isShown: (): boolean => role === 'shows',

    /** The batch is left. `releaseIfLeft` gives the lock back once everything is written. */
    leave(): void {
      role = 'left'
    },

    releaseIfLeft(): void {
      if (role === 'left') lock.release()
    },

    /** Gives the lock back while no run is under way, unless this tab needs it even so. */
    releaseAtRest(waiting: Waiting): void {
      if (!needsLockAtRest(waiting)) lock.release()
    },
  }
}

export type TabRole = ReturnType<typeof createTabRole>
