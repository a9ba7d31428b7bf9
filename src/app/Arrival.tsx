import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { Services } from './services.ts'

/** By history entry, for going back: `link` selects the one that had the focus. In memory: a reload starts at the top. */
const left = new Map<string, { readonly scroll: number; readonly link: string | undefined }>()

/** The history entry of the page that an app has shown last. */
const lastEntries = new WeakMap<Services, string>()

type ArrivalProps = { services: Services; announce: (title: string) => void }

/**
 * Beside a page, and rendered with it, once its code is there: moves the focus into `main`, scrolls to the top, and
 * announces the title; going back, also by a link, restores scroll and focus. Search parameters are state of the same page,
 * and where the app starts, the browser has said.
 */
export function Arrival({ services, announce }: ArrivalProps) {
  const { key, state } = useLocation()
  const type = useNavigationType()
  const [isStart] = useState(() => type !== NavigationType.Push && !lastEntries.has(services))
  /** Whether signing in or out replaced the page at the same address. */
  const [isInPlace] = useState(() => lastEntries.get(services) === key)
  /** The entry that a link leads back to. */
  const [from] = useState(() => (state as { from?: string } | null)?.from ?? '')

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
    if (isStart) return
    // Where somebody has scrolled to in the sign-in view says nothing of the list, and the other way round.
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
