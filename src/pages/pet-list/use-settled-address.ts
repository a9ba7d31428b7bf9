import { startTransition, useEffect, useRef, useState } from 'react'
import type { ListAddress } from './list-address.ts'

/**
 * The time after a filter was chosen, in milliseconds, in which another choice means that somebody
 * is on the way to a third.
 */
const SETTLING_MS = 150

/**
 * Returns the address whose rows are shown, and a function to call with each change of the filter.
 * The first filter is shown at once. Of those that are chosen fast after it, for example with an
 * arrow key, only the last one is shown and requested: while the browser lays out a hundred rows,
 * it paints no press.
 */
export function useSettledAddress(address: ListAddress): [ListAddress, () => void] {
  const [kept, setKept] = useState<ListAddress>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const shown = kept ?? address

  function onFilterChange() {
    if (timer.current !== undefined) setKept(shown)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      startTransition(() => setKept(undefined))
    }, SETTLING_MS)
  }
  return [shown, onFilterChange]
}
