/**
 * Runs tasks at a measured pace. The first one runs at once. Among those that come within `pauseMs`
 * after it, only the last one runs, when that time is over.
 *
 * @param runLater runs a task whose time has come, for example so that React renders at once
 */
export function createPacer(pauseMs: number, runLater: (task: () => void) => void) {
  let waiting: (() => void) | undefined
  let pause: ReturnType<typeof setTimeout> | undefined

  function runWaiting() {
    const task = waiting
    if (task === undefined) return
    waiting = undefined
    clearTimeout(pause)
    pause = setTimeout(() => {
      pause = undefined
      runLater(runWaiting)
    }, pauseMs)
    task()
  }

  return {
    run(task: () => void): void {
      waiting = task
      if (pause === undefined) runWaiting()
    },

    isWaiting: (): boolean => waiting !== undefined,

    /** Says whether a task has just run, so that the next one has to wait. */
    isPausing: (): boolean => pause !== undefined,

    /** Runs the task that waits, if any, without waiting any longer. */
    flush: runWaiting,

    /** Forgets the task that waits. */
    drop(): void {
      waiting = undefined
    },
  }
}
