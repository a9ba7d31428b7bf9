/** CSS pixels: the height of a row of pets where rows are lowest. */
const LOWEST_ROW = 40

/** How many rows are in sight at most when the first begins at `top`, in CSS pixels below the top of the window. */
export function roomBelow(top: number): number {
  return Math.ceil((window.innerHeight - top) / LOWEST_ROW)
}
