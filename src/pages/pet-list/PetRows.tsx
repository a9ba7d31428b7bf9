import { Component, createRef, type ReactNode } from 'react'
import { spaceForRows, visibleRowCount } from './visible-row-count.ts'

/** `children` is another array only when there are other rows, or another order. */
type PetRowsProps = {
  children: readonly ReactNode[]
  /** How many rows follow later: their place is kept. */
  missing: number
}

type VisibleRange = {
  /** The index of the first visible row. */
  readonly start: number
  /** How many rows fit below its top. */
  readonly count: number
}

/** Fewer rows are fast enough at once. */
const MIN_DEFERRED_ROWS = 30

/** To begin with; twice as many after each frame that was on time. */
const ROWS_PER_FRAME = 6

/** A frame that comes later had too much to do, on a display with 60 frames a second. */
const ON_TIME_MS = 25

/**
 * The body of the table. When its rows change, the visible ones are laid out and painted first, the others in the
 * following frames: browsers prepare one and a half screens above and below as well, which takes too long on a slow
 * device. Deferred rows (`data-deferred`) keep their place, role and text.
 *
 * A class, because only getSnapshotBeforeUpdate can read the layout before the commit invalidates it.
 */
export class PetRows extends Component<PetRowsProps> {
  #body = createRef<HTMLTableSectionElement>()
  #deferred: Element[] = []
  #frame = 0
  #rowsPerFrame = ROWS_PER_FRAME
  #frameBefore = 0

  override getSnapshotBeforeUpdate({ children }: PetRowsProps): VisibleRange | null {
    if (children === this.props.children) return null
    const rows = this.#rows()
    const start = rows.filter((row) => row.getBoundingClientRect().bottom <= 0).length
    return { start, count: visibleRowCount(rows[start]?.getBoundingClientRect().top ?? 0) }
  }

  override componentDidUpdate(_before: PetRowsProps, _state: unknown, range: VisibleRange | null) {
    if (range === null) return
    const rows = this.#rows()
    // There may be fewer rows than before.
    const end = Math.min(range.start + range.count, rows.length)
    const isHidden = (index: number) => index < end - range.count || index >= end
    this.#deferred = []
    for (const [index, row] of rows.entries()) {
      // A row that is not laid out would lose the focus.
      const isDeferred =
        rows.length > MIN_DEFERRED_ROWS && isHidden(index) && !row.contains(document.activeElement)
      row.toggleAttribute('data-deferred', isDeferred)
      if (isDeferred) this.#deferred.push(row)
    }
    // The next frame paints the visible rows.
    this.#inNextFrame((now) => {
      this.#frameBefore = now
      this.#rowsPerFrame = ROWS_PER_FRAME
      this.#inNextFrame(this.#showNext)
    })
  }

  override componentWillUnmount() {
    cancelAnimationFrame(this.#frame)
  }

  #inNextFrame(callback: FrameRequestCallback) {
    cancelAnimationFrame(this.#frame)
    if (this.#deferred.length > 0) this.#frame = requestAnimationFrame(callback)
  }

  /** The nearest rows first, because the user may be scrolling. */
  #showNext = (now: number) => {
    const isOnTime = now - this.#frameBefore < ON_TIME_MS
    this.#rowsPerFrame = isOnTime ? this.#rowsPerFrame * 2 : ROWS_PER_FRAME
    this.#frameBefore = now
    const nearest = this.#deferred
      .map((row) => ({ row, distance: distanceFromViewport(row) }))
      .toSorted((a, b) => a.distance - b.distance)
    const next = nearest.filter(({ distance }, index) => distance === 0 || index < this.#rowsPerFrame)
    for (const { row } of next) row.removeAttribute('data-deferred')
    this.#deferred = nearest.slice(next.length).map(({ row }) => row)
    this.#inNextFrame(this.#showNext)
  }

  #rows(): HTMLTableRowElement[] {
    return [...(this.#body.current?.rows ?? [])]
  }

  override render() {
    const { children, missing } = this.props
    const style = missing === 0 ? undefined : { paddingBlockEnd: spaceForRows(missing) }
    return (
      // PetTable.tsx says why the role is repeated.
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles
      <tbody data-slot="rows" role="rowgroup" ref={this.#body} style={style}>
        {children}
      </tbody>
    )
  }
}

/** CSS pixels. */
function distanceFromViewport(row: Element): number {
  const { top, bottom } = row.getBoundingClientRect()
  return Math.max(0, -bottom, top - window.innerHeight)
}
