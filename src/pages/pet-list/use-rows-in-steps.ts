import { useEffect, useState } from 'react'
import { rowsInSight } from '#src/lib/rows-in-sight.ts'

/** Rows a frame: on a slow device no step may keep the page from what the person does next. */
const STEP = 10

/**
 * The rows to draw now. When a list comes, or is sorted or searched, those in sight come at once and some more in each
 * frame until all are there. All at once:
 * - when another list takes the place of one, whose rows it may share;
 * - where the page is not at its top, or it would jump;
 * - where they are there as soon as the page is: going back finds the place that was left.
 *
 * @param rows the same array as long as they are the same rows.
 * @param list what they are taken from: the same as long as they are only arranged otherwise.
 */
export function useRowsInSteps<Row>(rows: readonly Row[], list: unknown): readonly Row[] {
  const [drawn, setDrawn] = useState(() => ({
    rows,
    list,
    count: isFirstDrawing() ? rowsInSight() : rows.length,
  }))
  let { count } = drawn
  if (drawn.rows !== rows) {
    const isAnother = drawn.list !== list && drawn.rows.length > 0
    count = isAnother || window.scrollY > 0 ? rows.length : rowsInSight()
    setDrawn({ rows, list, count })
  }
  useEffect(() => {
    if (count >= rows.length) return
    const frame = requestAnimationFrame(() => setDrawn({ rows, list, count: count + STEP }))
    return () => cancelAnimationFrame(frame)
  }, [rows, list, count])
  return count >= rows.length ? rows : rows.slice(0, count)
}

/** The start of the page (src/start) has drawn the rows in sight, and the app is about to draw for the first time. */
function isFirstDrawing(): boolean {
  return document.querySelector('.first-page') !== null
}
