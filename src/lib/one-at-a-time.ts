/**
 * Runs `act` whenever it is told to, one run at a time; what is told during a run leads to one more after it.
 *
 * @returns how to tell it; resolves when it has run since.
 */
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
