import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** `focus`: a selector of the link that had the focus. */
type ScrollAndFocus = { scroll: number; focus: string | undefined }

/** By history entry, for going back. In memory: a reload starts at the top. */
const savedPositions = new Map<string, ScrollAndFocus>()

/**
 * Beside a page, and rendered with it, once its code is there: moves the focus into `main`, scrolls to the top, and
 * announces the title; going back restores scroll and focus. Search parameters are state of the same page.
 *
 * @param props `announce`: `undefined` for the page with which the app starts.
 */
export function Arrival({ announce }: { announce: ((title: string) => void) | undefined }) {
  const { key } = useLocation()
  const type = useNavigationType()

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

  const arrive = useEffectEvent(() => {
    if (announce === undefined) return
    const saved = type === NavigationType.Pop ? savedPositions.get(key) : undefined
    window.scrollTo(0, saved?.scroll ?? 0)
    const link = saved?.focus === undefined ? null : document.querySelector<HTMLElement>(saved.focus)
    ;(link ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => arrive(), [])
  useEffect(() => announce?.(document.title), [announce])

  return null
}

function focusedLink(): string | undefined {
  const href = document.activeElement?.closest('main a')?.getAttribute('href') ?? undefined
  return href === undefined ? undefined : `main a[href="${CSS.escape(href)}"]`
}
