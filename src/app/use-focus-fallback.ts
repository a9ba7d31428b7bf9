import { type RefObject, useEffect } from 'react'

/**
 * When the focused element is removed, as buttons like "Discard" are by their own action, or hidden, moves the focus to
 * its row of a table, or to the one that was next to it; else to the part of `container` around it that has
 * `data-focus-fallback`, else to `container`. Otherwise the focus would go to the top of the document.
 */
export function useFocusFallback(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current
    if (element === null) return
    let last: Element = element
    let part = element
    let row: Element | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target as Element
      part = last.closest<HTMLElement>('[data-focus-fallback]') ?? element
      row = last.closest('tbody > tr')
    }
    const observer = new MutationObserver((records) => {
      if (isThere(last) || document.activeElement !== document.body) return
      last = element
      const { nextSibling, previousSibling } =
        records.find(({ removedNodes }) => [...removedNodes].some((node) => node === row)) ?? {}
      const next = [row, nextSibling, previousSibling].find(
        (one): one is HTMLElement => one instanceof HTMLElement && isThere(one),
      )
      // Not a button in it: a second press would be about another pet.
      if (next) next.tabIndex = -1
      ;(next ?? (isThere(part) ? part : element)).focus({ preventScroll: true })
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
