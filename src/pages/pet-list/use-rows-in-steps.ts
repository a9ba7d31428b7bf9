import { useEffect, useState } from 'react'
import { rowsInSight } from '#src/lib/rows-in-sight.ts'

/** Rows a frame: on a slow device no step may keep the page from what the person does next. */
const STEP = 15

/**
 * The rows to draw now: at once those in sight, then some more in each frame until all are there. All at once where the
 * page is not at its top, or it would jump, and where they are there as soon as the page is: going back finds the
 * place that was left.
 *
 * @param rows the same array as long as they are the same rows.
 */
export function useRowsInSteps<Row>(rows: readonly Row[]): readonly Row[] {
  const [drawn, setDrawn] = useState({ rows, count: rows.length })
  let { count } = drawn
  if (drawn.rows !== rows) {
    count = window.scrollY > 0 ? rows.length : rowsInSight()
    setDrawn({ rows, count })
  }
  useEffect(() => {
    if (count >= rows.length) return
    const frame = requestAnimationFrame(() => setDrawn({ rows, count: count + STEP }))
    return () => cancelAnimationFrame(frame)
  }, [rows, count])
  return count >= rows.length ? rows : rows.slice(0, count)
}
