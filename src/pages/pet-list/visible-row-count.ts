/** CSS pixels, at any width. */
const MIN_ROW_HEIGHT = 40

/** How many rows are visible at most when the first begins at `top` CSS pixels from the top of the viewport. */
export function visibleRowCount(top: number): number {
  return Math.ceil((window.innerHeight - top) / MIN_ROW_HEIGHT)
}

/** The `padding` that keeps the place of rows which follow later; empty for none. Each row has a border. */
export function spaceForRows(missing: number): string {
  return missing === 0 ? '' : `calc(${missing} * (var(--row-height) + 1px))`
}
