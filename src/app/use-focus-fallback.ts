import { type RefObject, useEffect } from 'react'

/**
 * When the focused element is removed, as buttons like "Discard" are by their own action, or hidden, moves the focus to
 * its row of a table, or to the one that was next to it; else to the part of `container` around it that has
 * `data-focus-fallback`, else to `container`, so that it is not lost. What was hidden gets it back.
 */
export function useFocusFallback(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current
    if (element === null) return
    let last: HTMLElement = element
    /** What `last` stands in for while it is hidden; else the same. */
    let before = last
    let part = element
    let row: HTMLElement | null = null
    const remember = ({ target }: FocusEvent) => {
      const to = target as HTMLElement
      const isOwn = element.contains(to)
      // Who is elsewhere stays there; from a dialog, or another window, it comes back.
      if (isOwn ? to !== last : to.closest('dialog') === null) before = isOwn ? to : last
      if (!isOwn) return
      last = to
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
      if (active !== document.body && active !== last) return
      if (last !== before && isThere(before)) return before.focus({ preventScroll: true })
      if (isThere(last)) return
      last = [row, part].find((one) => one && isThere(one)) ?? element
      // Not a button in it: a second press would be about another pet.
      if (last === row) last.tabIndex = -1
      last.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', remember)
    // All of the page: what had the focus may have gone while a dialog was open, whose closing would restore it.
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden', 'inert'] })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [container])
}

const isThere = (part: Element) => part.isConnected && part.closest('[hidden], [inert]') === null
