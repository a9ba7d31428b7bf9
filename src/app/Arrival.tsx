import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { Services } from './services.ts'

/**
 * The scroll position and the focused link of each history entry, for going back; `link` is a
 * selector. They are kept in memory only, so a reload starts at the top.
 */
const left = new Map<string, { readonly scroll: number; readonly link: string | undefined }>()

/** The history entry of the page that each app showed last. */
const lastEntries = new WeakMap<Services, string>()

type ArrivalProps = { services: Services; announce: (title: string) => void }

/**
 * Moves the focus into `main`, scrolls to the top and announces the title once the code of a page
 * is there; it is rendered beside that page. Going back, also by a link, restores scroll and focus.
 *
 * Nothing happens when only search parameters change, which are state of the same page, or when the
 * app starts, because the browser has announced that page.
 */
export function Arrival({ services, announce }: ArrivalProps) {
  const { key, state } = useLocation()
  const type = useNavigationType()
  const [isStart] = useState(() => type !== NavigationType.Push && !lastEntries.has(services))
  /** Says whether signing in or out replaced the page at the same address. */
  const [isInPlace] = useState(() => lastEntries.get(services) === key)
  /** The history entry that a link leads back to. */
  const [from] = useState(() => (state as { from?: string } | null)?.from ?? '')

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    const save = () => {
      const href = document.activeElement?.closest('main a')?.getAttribute('href') ?? undefined
      left.set(key, { scroll: window.scrollY, link: href && `main a[href="${CSS.escape(href)}"]` })
    }
    // The position is saved while it changes, because by the time of the navigation the link is
    // gone.
    window.addEventListener('scroll', save, { passive: true })
    document.addEventListener('focusin', save)
    return () => {
      window.removeEventListener('scroll', save)
      document.removeEventListener('focusin', save)
    }
  }, [key])

  const arrive = useEffectEvent(() => {
    if (isStart) return
    // A scroll position in the sign-in view says nothing about the list, nor the other way round.
    const position = isInPlace ? undefined : left.get(type === NavigationType.Pop ? key : from)
    const { scroll = 0, link } = position ?? {}
    window.scrollTo(0, scroll)
    const focused = (link && document.querySelector<HTMLElement>(link)) || document.querySelector('main')
    focused?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => arrive(), [])
  useEffect(() => {
    if (!isStart) announce(document.title)
  }, [isStart, announce])
  useEffect(() => void lastEntries.set(services, key), [services, key])

  return null
}
