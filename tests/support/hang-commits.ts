import { onTestFinished, vi } from 'vitest'

/**
 * Lets the disk do what it is asked, but not say that it has committed, until the returned function
 * is called, or the test ends.
 */
export function hangCommits(): () => void {
  const prototype = IDBTransaction.prototype
  // It is called with the transaction below.
  // oxlint-disable-next-line typescript/unbound-method
  const { addEventListener } = prototype
  const release = Promise.withResolvers<void>()
  vi.spyOn(prototype, 'addEventListener').mockImplementation(function (
    this: IDBTransaction,
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) {
    const isHeld = type === 'complete' && this.mode === 'readwrite' && typeof listener === 'function'
    const heldListener = (event: Event) => void release.promise.then(() => (listener as EventListener)(event))
    addEventListener.call(this, type, isHeld ? heldListener : listener, options)
  })
  onTestFinished(() => release.resolve())
  return release.resolve
}
