import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** `focus`: a selector of the link that had the focus. */
type ScrollAndFocus = { scroll: number; focus: string | undefined }

/** By history entry, for going back. In memory: a reload starts at the top. */
const savedPositions = new Map<string, ScrollAndFocus>()

/**
 * A navigation to another page moves the focus into `main`, scrolls to the top, and announces the title; going back
 * restores scroll and focus. Search parameters are state of the same page.
 *
 * @param view what `main` shows at this address: signing in and out replace it in place.
 * @returns the title to announce, empty until the first navigation, and what to call once a page is rendered: its code
 * may still be loading, and its title comes with it.
 */
export function useRouteAnnouncer(view: string) {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const page = `${pathname} ${view}`
  const previous = useRef(page)
  const hasNavigated = useRef(false)
  const [announcement, setAnnouncement] = useState('')

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    const save = () => savedPositions.set(key, { scroll: window.scrollY, focus: focusedLink() })
    // While it happens: the navigation itself removes the link.
    window.addEventListener('scroll', save, { passive: true })
    document.addEventListener('focusin', save)
    return () => {
      window.removeEventListener('scroll', save)
      document.removeEventListener('focusin', save)
    }
  }, [key])

  useLayoutEffect(() => {
    if (previous.current === page) return
    previous.current = page
    hasNavigated.current = true
    const saved = type === NavigationType.Pop ? savedPositions.get(key) : undefined
    window.scrollTo(0, saved?.scroll ?? 0)
    const link = saved?.focus === undefined ? null : document.querySelector<HTMLElement>(saved.focus)
    ;(link ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true })
  }, [page, key, type])

  const onRendered = useCallback(() => {
    if (hasNavigated.current) setAnnouncement(document.title)
  }, [])

  return { announcement, onRendered }
}

function focusedLink(): string | undefined {
  const href = document.activeElement?.closest('main a')?.getAttribute('href') ?? undefined
  return href === undefined ? undefined : `main a[href="${CSS.escape(href)}"]`
}
