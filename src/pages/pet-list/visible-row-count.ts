/** CSS pixels, at any width. */
const MIN_ROW_HEIGHT = 40

/** How many rows are visible at most when the first begins at `top` CSS pixels from the top of the viewport. */
export function visibleRowCount(top: number): number {
  return Math.ceil((window.innerHeight - top) / MIN_ROW_HEIGHT)
}
