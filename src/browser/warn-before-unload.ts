import type { ReadableStore } from '#src/lib/create-store.ts'

let attempts = 0

/**
 * How often the page was about to be left since it began to warn. Firefox cancels the requests of a page that it leaves,
 * and tells the page, some time before the page is gone.
 */
export const leaveAttempts = () => attempts

/**
 * Asks the user before leaving while `isBusy()`, which changes with the store. The listener exists no longer than that,
 * because it can keep a page out of the back/forward cache.
 */
export function warnBeforeUnload(
  { subscribe }: Pick<ReadableStore<unknown>, 'subscribe'>,
  isBusy: () => boolean,
): void {
  const warn = (event: BeforeUnloadEvent) => {
    if (!isBusy()) return
    attempts += 1
    event.preventDefault()
  }
  subscribe(() => {
    if (isBusy()) window.addEventListener('beforeunload', warn)
    else window.removeEventListener('beforeunload', warn)
  })
}
