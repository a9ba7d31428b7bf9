import { createStore } from '#src/lib/create-store.ts'
import { isReadingLists, type PauseReason, type RunState } from './run-state.ts'

/** How far the sending of one batch is, and what pauses it. Runs come one after the other. */
export function createRunControl() {
  const state = createStore<RunState>({ phase: 'idle' })
  /** Aborted by a pause: what was pressed before it is not begun any more. */
  let presses = new AbortController()
  let lastRun: Promise<void> = Promise.resolve()
  let pendingRuns = 0

  /** Returns whether a run is under way that was not paused. */
  const mayClaim = () => state.get().phase === 'running'

  function pause(reason: PauseReason): void {
    if (mayClaim()) state.set({ phase: 'pausing', reason, isReadingLists: isReadingLists(state.get()) })
    presses.abort()
    presses = new AbortController()
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    set: state.set,
    mayClaim,

    /** Aborted when sending is paused. Another one for what is pressed after that. */
    pressSignal: (): AbortSignal => presses.signal,

    pause,

    /** Runs `act` when the runs before it have ended. */
    inTurn(act: () => Promise<void>): Promise<void> {
      pendingRuns += 1
      lastRun = lastRun.then(act, act).finally(() => {
        pendingRuns -= 1
      })
      return lastRun
    },

    /** Returns whether a run or a recovery is queued or under way. */
    isBusy: (): boolean => pendingRuns > 0,
  }
}

export type RunControl = ReturnType<typeof createRunControl>
