import { useEffect, useState } from 'react'

/**
 * Returns whether something has been awaited for so long.
 *
 * @param waiting whether, or for what, something is awaited; the delay starts anew when it changes
 */
export function useIsOverdue(waiting: boolean | string, delayMs: number): boolean {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setIsLong(true), delayMs)
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [waiting, delayMs])
  return isLong && Boolean(waiting)
}
