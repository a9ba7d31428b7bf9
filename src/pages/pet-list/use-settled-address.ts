import { startTransition, useEffect, useRef, useState } from 'react'
import type { ListAddress } from './list-address.ts'

/**
 * The time in milliseconds after which a chosen filter counts as the last one. Whoever chooses
 * another filter earlier may go on to a third.
 */
const SETTLING_MS = 150

/**
 * Returns the address whose rows are shown, and a function to call with each change of the filter.
 * The first filter is shown at once. Of the filters that are chosen fast after it, for example with
 * an arrow key, only the last one is shown and requested, because the browser paints no press while
 * it lays out a hundred rows.
 */
export function useSettledAddress(address: ListAddress): [ListAddress, () => void] {
  /** The address that stays on the screen while filters are chosen fast. */
  const [keptAddress, setKeptAddress] = useState<ListAddress>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const shownAddress = keptAddress ?? address

  function onFilterChange() {
    if (timer.current !== undefined) setKeptAddress(shownAddress)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      startTransition(() => setKeptAddress(undefined))
    }, SETTLING_MS)
  }
  return [shownAddress, onFilterChange]
}
