import type { OpenImport } from './open-import.ts'

/** Milliseconds between two notifications about rows. */
const THROTTLE_MS = 200

/** Calls `listener` at once when the state of the run changes, and throttled when rows do. @returns how to stop. */
export function subscribeThrottled(opened: Pick<OpenImport, 'subscribe'>, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const call = () => {
    clearTimeout(timer)
    timer = undefined
    listener()
  }
  const unsubscribe = opened.subscribe((change) => {
    if (change === 'state') call()
    else timer ??= setTimeout(call, THROTTLE_MS)
  })
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}
