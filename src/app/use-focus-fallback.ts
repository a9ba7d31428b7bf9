import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus to the part of `container` around it that has `data-focus-fallback`, else to `container`, when the
 * focused element is removed, as buttons like "Discard" are by their own action. Otherwise the focus would go to the
 * top of the document.
 */
export function useFocusFallback(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current
    if (element === null) return
    let last: Element | null = null
    let part: HTMLElement | null = null
    const remember = (event: FocusEvent) => {
      last = event.target instanceof Element ? event.target : null
      part = last?.closest<HTMLElement>('[data-focus-fallback]') ?? null
    }
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return
      last = null
      const nearest = part?.isConnected === true ? part : element
      nearest.focus({ preventScroll: true })
    })
    element.addEventListener('focusin', remember)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [container])
}
