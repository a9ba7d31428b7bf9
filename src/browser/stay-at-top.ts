/** The longest time that an on-screen keyboard takes to close, in milliseconds. */
const MAX_CLOSING_MS = 1000

/**
 * Keeps the page at its top while an on-screen keyboard closes. Some browsers put the page back to
 * where it was before the keyboard had moved it, which is a place in the page before this one.
 * Somebody who touches the page meanwhile moves it.
 */
export function stayAtTop(): void {
  const watch = new AbortController()
  const { signal } = watch
  const stop = () => watch.abort()
  window.visualViewport?.addEventListener('resize', scrollToTop, { signal })
  window.addEventListener('pointerdown', stop, { signal })
  setTimeout(stop, MAX_CLOSING_MS)
}

function scrollToTop(): void {
  window.scrollTo(0, 0)
}
