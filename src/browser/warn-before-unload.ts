import type { ReadableStore } from '#src/lib/create-store.ts'

/**
 * Asks the user before leaving while `isBusy()`, which changes with the store. The listener exists no longer than that,
 * because it can keep a page out of the back/forward cache.
 */
export function warnBeforeUnload(
  { subscribe }: Pick<ReadableStore<unknown>, 'subscribe'>,
  isBusy: () => boolean,
): void {
  const warn = (event: BeforeUnloadEvent) => {
    if (isBusy()) event.preventDefault()
  }
  subscribe(() => {
    if (isBusy()) window.addEventListener('beforeunload', warn)
    else window.removeEventListener('beforeunload', warn)
  })
}
