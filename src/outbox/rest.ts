import type { BatchLock } from './batch-lock.ts'
import type { RunControl } from './run-control.ts'
import { isPausedBy, type PauseReason, type RunState } from './run-state.ts'
import type { RunEnd } from './send-batch.ts'
import type { Storage } from './storage.ts'
import type { TabRole, Waiting } from './tab-role.ts'

type Options = {
  readonly storage: Pick<Storage, 'read'>
  readonly run: Pick<RunControl, 'get' | 'set'>
  readonly lock: Pick<BatchLock, 'acquire'>
  readonly role: Pick<TabRole, 'releaseAtRest'>
  /** Returns whether a pet of the batch was entered that the ledger does not have yet. */
  readonly isAnyPetUnwritten: () => boolean
}

/**
 * A batch while no run is under way. It shows whether something is left to send, and why that is
 * not sent. It also ends a pause whose reason is gone.
 */
export function createRest(batch: string, { storage, run, lock, role, isAnyPetUnwritten }: Options) {
  async function readWaiting(): Promise<Waiting> {
    try {
      const count = await storage.read((ledger) => ledger.count(['state', batch, 'waiting']))
      return count > 0 ? 'some' : 'none'
    } catch {
      return 'unreadable'
    }
  }

  /**
   * Gives the lock back unless this tab needs it. A pet that the ledger does not have yet was not
   * counted in `waiting`, and waits, too.
   */
  function releaseAtRest(waiting: Waiting): void {
    role.releaseAtRest(isAnyPetUnwritten() ? 'some' : waiting)
  }

  function comeToRest(waiting: Waiting): void {
    releaseAtRest(waiting)
    run.set(stateAtRest(waiting, run.get()))
  }

  /** Returns whether any tab is sending an entry. If the ledger cannot be read, one may be. */
  async function isBeingSent(): Promise<boolean> {
    try {
      return await storage.read(async (ledger) => (await ledger.count(['state', batch, 'sending'])) > 0)
    } catch {
      return true
    }
  }

  /** Ends the pause because another tab was sending the batch, if that is over. */
  async function leavePauseByOtherTab(): Promise<void> {
    if (!isPausedBy(run.get(), 'elsewhere')) return
    if (await isBeingSent()) return
    if (await lock.acquire()) comeToRest(await readWaiting())
  }

  return {
    leavePauseByOtherTab,

    /** Shows why a run has ended, or what it has left to send. */
    async endRun(end: RunEnd): Promise<void> {
      if (end === 'elsewhere' || end === 'storage') run.set({ phase: 'paused', reason: end })
      else comeToRest(await readWaiting())
    },

    /** Gives the lock back unless this tab needs it, and leaves what is shown as it is. */
    async releaseUnlessNeeded(): Promise<void> {
      releaseAtRest(await readWaiting())
    },

    /**
     * Ends the pause because of the storage, if that works again. A press can send what waits.
     */
    async leavePauseByStorage(): Promise<void> {
      if (!isPausedBy(run.get(), 'storage')) return
      const waiting = await readWaiting()
      // The state stays as it is, because whoever hears of another one reads again.
      if (waiting === 'unreadable') return
      // It may have been pressed meanwhile, and is being sent.
      if (isPausedBy(run.get(), 'storage')) comeToRest(waiting)
    },

    /** Ends a pause if another tab has sent the batch, or nothing waits any more. */
    async reconsiderPause(): Promise<void> {
      await leavePauseByOtherTab()
      if (run.get().phase === 'paused' && (await readWaiting()) === 'none') comeToRest('none')
    },
  }
}

/** Returns the state in which a batch is shown at rest, by what waits and its state before. */
function stateAtRest(waiting: Waiting, stateBefore: RunState): RunState {
  switch (waiting) {
    case 'unreadable':
      return { phase: 'paused', reason: 'storage' }
    case 'some':
      return { phase: 'paused', reason: reasonToStayPaused(stateBefore) }
    case 'none':
      return { phase: 'idle' }
  }
}

/**
 * Returns the reason for which a batch that still waits stays paused. Where there was none, or it
 * is over because another tab or the disk had caused it, the person decides when it goes on.
 */
function reasonToStayPaused(stateBefore: RunState): PauseReason {
  if (stateBefore.phase === 'idle' || stateBefore.phase === 'running') return 'user'
  const isOver = stateBefore.reason === 'elsewhere' || stateBefore.reason === 'storage'
  return isOver ? 'user' : stateBefore.reason
}
