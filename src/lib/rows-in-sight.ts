/** CSS pixels: the height of a row of pets where rows are lowest. */
const LOWEST_ROW = 40

/** More rows than this do not fit on the screen. */
export function rowsInSight(): number {
  return Math.ceil(window.innerHeight / LOWEST_ROW)
}
