import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus when the focused element is removed or hidden, so that it is not lost. Buttons
 * like "Discard" are removed by their own action.
 *
 * The focus goes to the table row around the element, or to the row next to that one; else to the
 * part around it that has `data-focus-fallback`; else to `container`. An element that was hidden
 * gets the focus back when it is shown.
 */
export function useFocusFallback(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current
    if (element === null) return
    let last: HTMLElement = element
    /**
     * The hidden element in whose place `last` has the focus. It is the same as `last` when nothing
     * is hidden.
     */
    let before = last
    let part = element
    let row: HTMLElement | null = null
    const remember = ({ target }: FocusEvent) => {
      const to = target as HTMLElement
      const isOwn = element.contains(to)
      // A focus that went elsewhere on the page stays there. One that went into a dialog or another
      // window comes back.
      if (isOwn ? to !== last : to.closest('dialog') === null) before = isOwn ? to : last
      if (!isOwn) return
      last = to
      part = last.closest<HTMLElement>('[data-focus-fallback]') ?? element
      if (last.closest('dialog') === null) row = last.closest<HTMLElement>('tbody > tr')
    }
    const observer = new MutationObserver((records) => {
      // The row is tracked even while a dialog about it has the focus.
      for (const { removedNodes, nextSibling, previousSibling } of records)
        if (row?.isConnected === false && [...removedNodes].includes(row))
          row = (nextSibling ?? previousSibling) as HTMLElement | null
      const active = document.activeElement
      // An element that has become inert or hidden keeps the focus until the next frame.
      if (active !== document.body && active !== last) return
      if (last !== before && isThere(before)) return before.focus({ preventScroll: true })
      if (isThere(last)) return
      last = [row, part].find((one) => one && isThere(one)) ?? element
      // The row gets the focus, and not a button in it, because a second press would be about
      // another pet.
      if (last === row) last.tabIndex = -1
      last.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', remember)
    // We observe the whole page: the focused element may have gone while a dialog was open, and
    // closing the dialog would give the focus back to it.
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden', 'inert'] })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [container])
}

const isThere = (part: Element) => part.isConnected && part.closest('[hidden], [inert]') === null
