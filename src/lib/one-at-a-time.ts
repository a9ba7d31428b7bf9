/** Runs `act` for each call, one run at a time; calls during a run share one more. Resolves when it has run since. */
export function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isOutdated = false

  async function run(): Promise<void> {
    try {
      while (isOutdated) {
        isOutdated = false
        await act()
      }
    } finally {
      // In the same turn in which the loop has ended: a call in between would wait for a run that does not come.
      running = undefined
    }
  }

  return () => {
    isOutdated = true
    running ??= run()
    return running
  }
}
