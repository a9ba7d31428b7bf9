import { type RefObject, useEffect } from 'react'

/**
 * When the focused element is removed, as buttons like "Discard" are by their own action, or hidden, moves the focus to
 * the row that stands where its row stood, else to the part of `container` around it that has `data-focus-fallback`, else
 * to `container`. Otherwise the focus would go to the top of the document.
 */
export function useFocusFallback(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current
    if (element === null) return
    let last: Element = element
    let part = element
    let rows: HTMLTableSectionElement | null | undefined
    let at = 0
    const remember = ({ target }: FocusEvent) => {
      last = target as Element
      part = last.closest<HTMLElement>('[data-focus-fallback]') ?? element
      const row = last.closest('tr')
      rows = row?.closest('tbody')
      at = row?.sectionRowIndex ?? 0
    }
    const observer = new MutationObserver(() => {
      if (isThere(last) || document.activeElement !== document.body) return
      last = element
      const row = rows?.rows[Math.min(at, rows.rows.length - 1)]
      // Not a button in it: a second press would be about another pet.
      if (row) row.tabIndex = -1
      ;([row, part].find((next) => next && isThere(next)) ?? element).focus({ preventScroll: true })
    })
    element.addEventListener('focusin', remember)
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['hidden'] })
    return () => {
      element.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [container])
}

const isThere = (part: Element) => part.isConnected && part.closest('[hidden], [inert]') === null
