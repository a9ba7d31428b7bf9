import { useEffect, useState } from 'react'

/** Rows a frame: more would keep the page from what the person does first. */
const STEP = 20

/**
 * On a slow device the start of the page (src/start) has drawn the rows in sight alone. Then the app begins with as many,
 * so that it can be used sooner, and draws the others in the frames after. Otherwise, and ever after: all at once.
 */
export function useRowsAfterStart<Row>(rows: readonly Row[]): readonly Row[] {
  const [count, setCount] = useState(rowsOfStart)
  const areAll = count >= rows.length
  useEffect(() => {
    if (count === Infinity) return
    const frame = requestAnimationFrame(() => setCount(areAll ? Infinity : count + STEP))
    return () => cancelAnimationFrame(frame)
  }, [count, areAll])
  return areAll ? rows : rows.slice(0, count)
}

function rowsOfStart(): number {
  const drawn = document.querySelectorAll('.first-page tbody > tr').length
  return drawn === 0 ? Infinity : drawn
}
