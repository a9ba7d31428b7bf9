/**
 * Resolves after `milliseconds`, or later when the event loop is busy. Rejects with `signal.reason` as soon as the signal
 * is aborted, at once when it was aborted before the call. Leaves neither a timer nor a listener behind.
 */
export function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', onAbort)
  })
}
