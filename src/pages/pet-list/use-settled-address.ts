import { startTransition, useEffect, useRef, useState } from 'react'
import type { ListAddress } from './list-address.ts'

/**
 * The time in milliseconds after which a chosen filter counts as the last one. Whoever chooses
 * another filter earlier may go on to a third.
 */
const SETTLING_MS = 150

/**
 * Returns the address whose rows are shown, and a function to call with each change of the filter
 * and the time of the press, on `performance.now`. Usually, the rows of a filter are shown at once.
 * If it was pressed before the rows of the last one were painted, the browser is slow, or a key is
 * held down. Then its rows are requested and shown only once no more presses come, because the
 * browser paints no press while it lays out a hundred rows.
 */
export function useSettledAddress(address: ListAddress): [ListAddress, (pressedAt: number) => void] {
  /** The address that stays on the screen while filters are chosen fast. */
  const [keptAddress, setKeptAddress] = useState<ListAddress>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The time when the rows were painted. It is infinite while other rows are on their way. */
  const paintedAt = useRef(0)
  const shownAddress = keptAddress ?? address
  useEffect(() => {
    paintedAt.current = performance.now()
    // React runs this after the rows of another address were painted.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [shownAddress])
  useEffect(() => () => clearTimeout(timer.current), [])

  function onFilterChange(pressedAt: number) {
    const isFast = timer.current !== undefined || pressedAt < paintedAt.current
    paintedAt.current = Infinity
    if (!isFast) return
    setKeptAddress(shownAddress)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      startTransition(() => setKeptAddress(undefined))
    }, SETTLING_MS)
  }
  return [shownAddress, onFilterChange]
}
