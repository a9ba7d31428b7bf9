import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { createPacer } from '#src/lib/create-pacer.ts'
import { type ListAddress, listAddressFromSearch, searchFromListAddress } from './list-address.ts'

/** The text that was typed at a history entry whose address is still to be written. */
type Typed = { readonly key: string; readonly search: string }

type Change = (part: Partial<ListAddress>, options?: { replace: boolean }) => void

/**
 * The pause between two changes of the address. Safari refuses more than 100 of them in 10 s, and
 * links need some.
 */
const WRITE_PAUSE_MS = 200

/**
 * The name under which a reload finds the text that was typed just before. The address may be that
 * of the moment before the last change.
 */
const TYPED_NAME = `${OWN_PREFIX}typed-search`

/**
 * Returns the state of the list, which is the address, and a function that changes it. An address
 * that cannot be requested is corrected in place, without a history entry. While somebody types
 * fast, the list follows at once, and the address a moment later.
 */
export function useListAddress(): [ListAddress, Change] {
  const { search, pathname, state, key } = useLocation()
  const navigate = useNavigate()
  const [pacer] = useState(() => createPacer(WRITE_PAUSE_MS, flushSync))
  const [typed, setTyped] = useState(() => typedBeforeReload(key))
  const shownSearch = typed?.key === key ? typed.search : search
  const address = useMemo(() => listAddressFromSearch(shownSearch), [shownSearch])

  const replaceSearch = useEffectEvent((next: string) => {
    if (next !== search) void navigate(pathname + next, { replace: true, state })
  })
  useEffect(() => replaceSearch(searchFromListAddress(listAddressFromSearch(search))), [search])
  // Text that was typed just before a reload, or before somebody went back and forward again, was
  // not written in time.
  const writeTypedAt = useEffectEvent((entry: string) => {
    if (typed?.key === entry) replaceSearch(typed.search)
  })
  useEffect(() => writeTypedAt(key), [key])

  // Two changes may come before React renders, so the second one builds on this and not on the
  // address.
  const latest = useRef(shownSearch)
  useLayoutEffect(() => {
    latest.current = shownSearch
  }, [shownSearch])

  useLayoutEffect(() => {
    const leave = () => {
      if (pacer.isPausing()) writeStored('session', TYPED_NAME, latest.current)
      pacer.flush()
    }
    // The focus leaves the search box before somebody uses a link or a button.
    document.addEventListener('focusout', pacer.flush)
    window.addEventListener('pagehide', leave)
    writeStored('session', TYPED_NAME, null)
    return () => {
      document.removeEventListener('focusout', pacer.flush)
      window.removeEventListener('pagehide', leave)
      // The change that waits belongs to this history entry, and must not be made at another one.
      pacer.drop()
    }
    // Each entry has a key of its own.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [pacer, key])

  const change: Change = (part, { replace } = { replace: false }) => {
    const before = listAddressFromSearch(latest.current)
    const next = searchFromListAddress({ ...before, ...part })
    if (next === latest.current) return
    latest.current = next
    if (replace) {
      setTyped({ key, search: next })
      pacer.run(() => void navigate(pathname + next, { replace, state }))
    } else {
      pacer.flush()
      void navigate(pathname + next)
    }
  }
  return [address, change]
}

/**
 * Returns the text that was typed if this page was reloaded. Text that was typed before leaving is
 * of no use at another page.
 */
function typedBeforeReload(key: string): Typed | undefined {
  const search = readStored('session', TYPED_NAME)
  return search !== null && wasReloadedHere() ? { key, search } : undefined
}

function wasReloadedHere(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload' && new URL(navigation.name).pathname === window.location.pathname
}
