import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

type Place = { scroll: number; focus: string | undefined }

/** Where each history entry was left, for going back. In memory: a reload starts at the top. */
const places = new Map<string, Place>()

/**
 * Going to another page moves the focus into `main` and scrolls to the top; going back restores both
 * (words-and-behaviour, "page change"). A change of the search parameters is no other page.
 *
 * @param view what `main` shows at this address: signing in and out exchange it in place.
 * @returns the name of the page to be announced, empty until the first change, and what to call once a page is there:
 * its code may come late, and its title with it.
 */
export function useRouteAnnouncer(view: string) {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const page = `${pathname} ${view}`
  const previous = useRef(page)
  const hasChanged = useRef(false)
  const [announced, setAnnounced] = useState('')

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    const remember = () => places.set(key, { scroll: window.scrollY, focus: focusedLink() })
    // Before the navigation takes the link away.
    window.addEventListener('scroll', remember, { passive: true })
    document.addEventListener('focusin', remember)
    return () => {
      window.removeEventListener('scroll', remember)
      document.removeEventListener('focusin', remember)
    }
  }, [key])

  useLayoutEffect(() => {
    if (previous.current === page) return
    previous.current = page
    hasChanged.current = true
    const place = type === NavigationType.Pop ? places.get(key) : undefined
    window.scrollTo(0, place?.scroll ?? 0)
    const link = place?.focus === undefined ? null : document.querySelector<HTMLElement>(place.focus)
    ;(link ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true })
  }, [page, key, type])

  const onShown = useCallback(() => {
    if (!hasChanged.current) return
    // What is known at once, like the name of a pet, is in the title by then.
    const timer = setTimeout(() => setAnnounced(document.title), 400)
    return () => clearTimeout(timer)
  }, [])

  return { announced, onShown }
}

function focusedLink(): string | undefined {
  const href = document.activeElement?.closest('main a')?.getAttribute('href') ?? undefined
  return href === undefined ? undefined : `main a[href="${CSS.escape(href)}"]`
}
