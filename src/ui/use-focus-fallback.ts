import { type RefObject, useEffect } from 'react'

/**
 * What has the focus may go away with what it did: the button that starts an import, "Leave it", "Cancel". The focus
 * then goes to `container`, and not to the top of the document.
 */
export function useFocusFallback(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current
    if (element === null) return
    let last: Element | null = null
    const remember = (event: FocusEvent) => {
      last = event.target instanceof Element ? event.target : null
    }
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return
      last = null
      element.focus({ preventScroll: true })
    })
    element.addEventListener('focusin', remember)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [container])
}
