import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** By history entry, for going back: `link` selects the one that had the focus. In memory: a reload starts at the top. */
const left = new Map<string, { readonly scroll: number; readonly link: string | undefined }>()

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
    const save = () => {
      const href = document.activeElement?.closest('main a')?.getAttribute('href') ?? undefined
      left.set(key, { scroll: window.scrollY, link: href && `main a[href="${CSS.escape(href)}"]` })
    }
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
    const { scroll = 0, link } = (type === NavigationType.Pop && left.get(key)) || {}
    window.scrollTo(0, scroll)
    const focused = (link && document.querySelector<HTMLElement>(link)) || document.querySelector('main')
    focused?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => arrive(), [])
  useEffect(() => announce?.(document.title), [announce])

  return null
}
