import type { OpenImport } from './open-import.ts'

/** Milliseconds between two looks at the rows of a run that sends. */
const THROTTLE_MS = 200

/** Calls `listener` at once when the run starts, waits or ends, and for rows now and then. @returns how to stop. */
export function subscribeThrottled(opened: Pick<OpenImport, 'subscribe'>, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const call = () => {
    clearTimeout(timer)
    timer = undefined
    listener()
  }
  const leave = opened.subscribe((change) => {
    if (change === 'state') call()
    else timer ??= setTimeout(call, THROTTLE_MS)
  })
  return () => {
    clearTimeout(timer)
    leave()
  }
}
