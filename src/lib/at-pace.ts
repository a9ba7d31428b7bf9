import { oneAtATime } from './one-at-a-time.ts'

/**
 * Returns a function that runs a task at once, and after that only once a pause is over: calls
 * during a run, or during the pause after it, share one further run.
 *
 * @param pause waits for as long as the pause lasts
 */
export function atPace(task: () => Promise<void>, pause: () => Promise<void>): () => void {
  const run = oneAtATime(async () => {
    await task()
    await pause()
  })
  return () => void run()
}
