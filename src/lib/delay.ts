/**
 * Resolves after `milliseconds`, or later when the event loop is busy. It rejects with
 * `signal.reason` as soon as the signal is aborted, and at once when it was aborted before the
 * call. It leaves neither a timer nor a listener behind.
 */
export async function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  const onAbort = () => reject(signal?.reason as Error)
  signal?.addEventListener('abort', onAbort)
  await promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  })
}
