/**
 * Returns a function that runs a task for each call, one run at a time. Calls during a run share
 * one further run. The promise resolves after a run that began after the call.
 */
export function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isOutdated = false

  async function run(): Promise<void> {
    try {
      while (isOutdated) {
        isOutdated = false
        await task()
      }
    } finally {
      // This happens in the same turn in which the loop ends, because a call in between would wait
      // for a run that does not come.
      running = undefined
    }
  }

  return () => {
    isOutdated = true
    running ??= run()
    return running
  }
}
