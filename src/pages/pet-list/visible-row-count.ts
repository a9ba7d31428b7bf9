/** CSS pixels: the height of a row of pets where rows are lowest. */
const MIN_ROW_HEIGHT = 40

/** How many rows are in sight at most when the first begins at `top`, in CSS pixels below the top of the window. */
export function visibleRowCount(top: number): number {
  return Math.ceil((window.innerHeight - top) / MIN_ROW_HEIGHT)
}
