/**
 * Calls the listener each time the page comes out of the back/forward cache. It slept there, while
 * later pages of the tab and other tabs went on. Returns a function that ends this.
 */
export function onReturnToPage(listener: () => void): () => void {
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  globalThis.window?.addEventListener('pageshow', onPageShow)
  return () => globalThis.window?.removeEventListener('pageshow', onPageShow)
}
