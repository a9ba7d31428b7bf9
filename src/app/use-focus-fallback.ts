import { type RefObject, useEffect } from 'react'

/**
 * Keeps the focus in `container` when the focused element is removed or hidden. Buttons like
 * "Discard" are removed by their own action.
 *
 * The focus moves to the element's row of a table, or to the row that was next to it. Without a
 * row, it moves to the part of `container` around the element that has `data-focus-fallback`, else
 * to `container`. An element that was hidden gets the focus back.
 */
export function useFocusFallback(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (container.current === null) return undefined
    const fallback = createFocusFallback(container.current)
    const observer = new MutationObserver(fallback.onMutations)
    document.addEventListener('focusin', fallback.onFocusIn)
    // We observe the whole page, because the focused element may disappear while a dialog is open,
    // which would give the focus back to it when it closes.
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['hidden', 'inert'],
    })
    return () => {
      document.removeEventListener('focusin', fallback.onFocusIn)
      observer.disconnect()
    }
  }, [container])
}

function createFocusFallback(container: HTMLElement) {
  /** The element of the container that has the focus, or had it last. */
  let lastFocused = container
  /**
   * The element that gets the focus back once it is shown again. Until then, `lastFocused` may take
   * its place.
   */
  let original = container
  let part = container
  let row: HTMLElement | null = null

  function onFocusIn({ target }: FocusEvent): void {
    const focused = target as HTMLElement
    if (!container.contains(focused)) {
      // Somebody who moves the focus out of the container wants it there. A dialog gives the focus
      // back.
      if (focused.closest('dialog') === null) original = lastFocused
      return
    }
    if (focused !== lastFocused) original = focused
    lastFocused = focused
    part = focused.closest<HTMLElement>('[data-focus-fallback]') ?? container
    // A dialog about a row is not in the row.
    if (focused.closest('dialog') === null) row = focused.closest<HTMLElement>('tbody > tr')
  }

  function onMutations(records: readonly MutationRecord[]): void {
    // The row is followed also while a dialog about it has the focus.
    for (const record of records) followRow(record)
    // An element that has become hidden or inert keeps the focus until the next frame.
    const { activeElement } = document
    if (activeElement !== document.body && activeElement !== lastFocused) return
    if (lastFocused !== original && isShown(original)) original.focus({ preventScroll: true })
    else if (!isShown(lastFocused)) focusFallback()
  }

  /** Follows the row. If it was removed, the row next to it takes its place. */
  function followRow({ removedNodes, nextSibling, previousSibling }: MutationRecord): void {
    const isRemoved = row?.isConnected === false && [...removedNodes].includes(row)
    if (isRemoved) row = (nextSibling ?? previousSibling) as HTMLElement | null
  }

  function focusFallback(): void {
    lastFocused = [row, part].find((element) => element !== null && isShown(element)) ?? container
    // The row itself gets the focus, and none of its buttons, because a second press would be about
    // another pet.
    if (lastFocused === row) lastFocused.tabIndex = -1
    lastFocused.focus({ preventScroll: true })
  }

  return { onFocusIn, onMutations }
}

function isShown(element: Element): boolean {
  return element.isConnected && element.closest('[hidden], [inert]') === null
}
