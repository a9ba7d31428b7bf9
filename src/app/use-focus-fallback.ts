import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus to the part of `container` around it that has `data-focus-fallback`, else to `container`, when the
 * focused element is removed, as buttons like "Discard" are by their own action, or hidden. Otherwise the focus would go
 * to the top of the document.
 */
export function useFocusFallback(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current
    if (element === null) return
    let last: Element = element
    let part = element
    const remember = ({ target }: FocusEvent) => {
      last = target as Element
      part = last.closest<HTMLElement>('[data-focus-fallback]') ?? element
    }
    const observer = new MutationObserver(() => {
      if (isThere(last) || document.activeElement !== document.body) return
      last = element
      ;(isThere(part) ? part : element).focus({ preventScroll: true })
    })
    element.addEventListener('focusin', remember)
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['hidden'] })
    return () => {
      element.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [container])
}

const isThere = (part: Element) => part.isConnected && part.closest('[hidden]') === null
