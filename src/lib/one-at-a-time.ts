/** Runs `act` for each call, one run at a time; calls during a run share one more. Resolves when it has run since. */
export function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isOutdated = false
  const run = async () => {
    while (isOutdated) {
      isOutdated = false
      await act()
    }
  }
  return () => {
    isOutdated = true
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}
