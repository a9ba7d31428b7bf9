import { createStore, type ReadableStore } from '#src/lib/create-store.ts'

/**
 * `leave` means that the browser asks before the page is left in any way. `reload` means that the
 * app leads nobody into a reload.
 */
type Work = { readonly from: 'leave' | 'reload'; readonly isUnsaved: () => boolean }

const works = new Set<Work>()

/** Says whether a reload would lose something. */
export const reloadIsHeld = createStore(false)

/** Holds the page until the returned function is called. */
export function hold(from: Work['from'], isUnsaved = () => true): () => void {
  const work = { from, isUnsaved }
  works.add(work)
  update()
  return () => {
    works.delete(work)
    update()
  }
}

/**
 * Holds the page while `isUnsaved()` returns `true`. It is first asked when the store changes, and
 * not at once, because this may be called while React renders, when no component may be notified.
 */
export function holdWhile(
  { subscribe }: Pick<ReadableStore<unknown>, 'subscribe'>,
  isUnsaved: () => boolean,
  from: Work['from'],
): void {
  works.add({ from, isUnsaved })
  subscribe(update)
}

function update(): void {
  const unsaved = [...works].filter(({ isUnsaved }) => isUnsaved())
  reloadIsHeld.set(unsaved.length > 0)
  // The listener is removed as soon as possible, because it can keep a page out of the back/forward
  // cache.
  if (unsaved.some(({ from }) => from === 'leave')) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

function ask(event: BeforeUnloadEvent): void {
  if ([...works].some(({ from, isUnsaved }) => from === 'leave' && isUnsaved())) event.preventDefault()
}
