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
    let row: HTMLElement | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target as Element
      part = last.closest<HTMLElement>('[data-focus-fallback]') ?? element
      if (last.closest('dialog') === null) row = last.closest<HTMLElement>('tbody > tr')
    }
    const observer = new MutationObserver((records) => {
      // Also while a dialog about it has the focus.
      for (const { removedNodes, nextSibling, previousSibling } of records)
        if (row?.isConnected === false && [...removedNodes].includes(row))
          row = (nextSibling ?? previousSibling) as HTMLElement | null
      const active = document.activeElement
      // What has become inert or hidden keeps it until the next frame.
      if (isThere(last) || (active !== document.body && active !== last)) return
      last = element
      const next = [row, part].find((one) => one && isThere(one)) ?? element
      // Not a button in it: a second press would be about another pet.
      if (next === row) next.tabIndex = -1
      next.focus({ preventScroll: true })
    })
    element.addEventListener('focusin', remember)
    // All of the page: what had the focus may have gone while a dialog was open, whose closing would restore it.
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden', 'inert'] })
    return () => {
      element.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [container])
}

const isThere = (part: Element) => part.isConnected && part.closest('[hidden], [inert]') === null
