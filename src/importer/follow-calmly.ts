import type { ImportRun } from './run-import.ts'

/** Milliseconds between two looks at the rows of a run that sends. */
const CALM = 200

/** Calls `listener` at once when the run starts, waits or ends, and for rows now and then. @returns how to stop. */
export function followCalmly(run: Pick<ImportRun, 'subscribe'>, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const call = () => {
    clearTimeout(timer)
    timer = undefined
    listener()
  }
  const leave = run.subscribe((change) => {
    if (change === 'state') call()
    else timer ??= setTimeout(call, CALM)
  })
  return () => {
    clearTimeout(timer)
    leave()
  }
}
