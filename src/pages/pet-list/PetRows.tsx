import { Component, createRef, type ReactNode } from 'react'
import { visibleRowCount } from './visible-row-count.ts'

/** `children` is another array only when the rows are others, or in another order. */
type PetRowsProps = { children: readonly ReactNode[] }

type VisibleRange = {
  /** The place of the first row in sight. */
  readonly start: number
  /** How many rows there is room for from there on. */
  readonly room: number
}

/** Rows; so few take no time. */
const MIN_DEFERRED_ROWS = 30

/** Rows a frame. */
const ROWS_PER_FRAME = 6

/**
 * The body of the table. When its rows change, those in sight are laid out and painted first, and the others in the
 * frames after: browsers prepare rows for another screen and a half above and below, for which a slow device keeps the
 * person waiting. No row is missing meanwhile: one that waits (`data-deferred`) has its place, its role and its texts.
 *
 * A class, since only a class learns where its rows are while that takes no time: before they change.
 */
export class PetRows extends Component<PetRowsProps> {
  #body = createRef<HTMLTableSectionElement>()
  #deferred: Element[] = []
  #frame = 0

  override getSnapshotBeforeUpdate({ children }: PetRowsProps): VisibleRange | null {
    if (children === this.props.children) return null
    const rows = this.#rows()
    const start = rows.filter((row) => row.getBoundingClientRect().bottom <= 0).length
    return { start, room: visibleRowCount(rows[start]?.getBoundingClientRect().top ?? 0) }
  }

  override componentDidUpdate(_before: PetRowsProps, _state: unknown, sight: VisibleRange | null) {
    if (sight === null) return
    const rows = this.#rows()
    // Fewer rows than before may be the last ones in sight.
    const end = Math.min(sight.start + sight.room, rows.length)
    const isOutOfSight = (index: number) => index < end - sight.room || index >= end
    this.#deferred = []
    for (const [index, row] of rows.entries()) {
      // What is not laid out loses the focus.
      const isDeferred =
        rows.length > MIN_DEFERRED_ROWS && isOutOfSight(index) && !row.contains(document.activeElement)
      row.toggleAttribute('data-deferred', isDeferred)
      if (isDeferred) this.#deferred.push(row)
    }
    // The next frame to be painted is that of the rows in sight.
    this.#inNextFrame(() => this.#inNextFrame(this.#drawNext))
  }

  override componentWillUnmount() {
    cancelAnimationFrame(this.#frame)
  }

  #inNextFrame(work: () => void) {
    cancelAnimationFrame(this.#frame)
    if (this.#deferred.length > 0) this.#frame = requestAnimationFrame(work)
  }

  /** The nearest come first: somebody may be scrolling. */
  #drawNext = () => {
    const nearest = this.#deferred
      .map((row) => ({ row, distance: distanceFromSight(row) }))
      .toSorted((a, b) => a.distance - b.distance)
    const next = nearest.filter(({ distance }, index) => distance === 0 || index < ROWS_PER_FRAME)
    for (const { row } of next) row.removeAttribute('data-deferred')
    this.#deferred = nearest.slice(next.length).map(({ row }) => row)
    this.#inNextFrame(this.#drawNext)
  }

  #rows(): HTMLTableRowElement[] {
    return [...(this.#body.current?.rows ?? [])]
  }

  override render() {
    return (
      // PetTable.tsx says why the role is said again.
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles
      <tbody role="rowgroup" ref={this.#body}>
        {this.props.children}
      </tbody>
    )
  }
}

/** CSS pixels. */
function distanceFromSight(row: Element): number {
  const { top, bottom } = row.getBoundingClientRect()
  return Math.max(0, -bottom, top - window.innerHeight)
}
