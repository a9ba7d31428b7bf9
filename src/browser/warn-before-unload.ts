import { createStore, type ReadableStore } from '#src/lib/create-store.ts'

const reasons = new Set<unknown>()
const isDeferred = createStore(false)

/** Whether a reload would lose something, so that nobody should be led into one. */
export const reloadIsDeferred: ReadableStore<boolean> = isDeferred

type Changes = Pick<ReadableStore<unknown>, 'subscribe'>

/** Nobody is led into a reload while `isBusy()`, which changes with the store. */
export function deferReload({ subscribe }: Changes, isBusy: () => boolean): void {
  subscribe(() => {
    if (isBusy()) reasons.add(isBusy)
    else reasons.delete(isBusy)
    update()
  })
}

/** The same from now on, until the returned function is called. */
export function holdReload(): () => void {
  const hold = {}
  reasons.add(hold)
  update()
  return () => {
    reasons.delete(hold)
    update()
  }
}

function update(): void {
  if (isDeferred.get() !== reasons.size > 0) isDeferred.set(reasons.size > 0)
}

/**
 * Asks the user before leaving while `isBusy()`, which changes with the store. The listener exists no longer than that,
 * because it can keep a page out of the back/forward cache.
 */
export function warnBeforeUnload(changes: Changes, isBusy: () => boolean): void {
  const warn = (event: BeforeUnloadEvent) => {
    if (isBusy()) event.preventDefault()
  }
  changes.subscribe(() => {
    if (isBusy()) window.addEventListener('beforeunload', warn)
    else window.removeEventListener('beforeunload', warn)
  })
  deferReload(changes, isBusy)
}
