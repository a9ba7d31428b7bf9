import { memo, type MouseEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { isTextSelected } from '#src/browser/is-text-selected.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { pathOnSite, petPath } from '#src/lib/paths.ts'
import { ORDERS, PET_COLUMNS, type PetColumn, type PetOrder, rowTexts } from '#src/pets/table/pet-columns.ts'
import type { Pet } from '#src/pets/pet.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { ColumnHeader, Table, TABLE_ROLES, TableBody, TableHeadRow } from '#src/ui/Table.tsx'
import type { Marks } from './list-changes.ts'
import { FIRST_ROWS } from './list-rows.ts'
import { useHasStarted } from '#src/ui/use-has-started.ts'
import styles from './PetTable.module.css'

type PetTableProps = {
  /**
   * The pets, or `undefined` while they load. Then there are as many rows of the final height, so
   * that nothing shifts when they arrive.
   */
  pets: readonly Pet[] | undefined
  skeletonRows: number
  marks: Marks | undefined
  sort: PetOrder | undefined
  onSort: (sort: PetOrder | undefined) => void
}

/** Shows pets as rows, which become cards on a phone. */
export function PetTable({ pets, skeletonRows, marks, sort, onSort }: PetTableProps) {
  const { id: environmentId, categories } = useEnvironment()
  const open = useOpen()
  const isLoading = pets === undefined
  const hasStarted = useHasStarted()
  // The rows are memoized, because the header renders with each change of the address, and they
  // need not.
  const rows = useMemo(() => {
    const seen = new Map<string, number>()
    return pets?.map((pet) => {
      // Both rows are shown when the service returns one ID twice.
      const repeated = seen.get(pet.id) ?? 0
      seen.set(pet.id, repeated + 1)
      return (
        <PetRow
          key={`${pet.id} ${repeated}`}
          {...pet}
          labels={categories}
          mark={marks?.get(pet.id)}
          href={pathOnSite(petPath(environmentId, pet.id))}
        />
      )
    })
  }, [pets, marks, environmentId, categories])
  return (
    <Table
      aria-label="Pets"
      aria-hidden={isLoading || undefined}
      inert={isLoading}
      data-cards
      className={`table ${styles['table']}`}
    >
      <colgroup>
        {PET_COLUMNS.map(({ id }) => (
          <col key={id} className={styles[id]} />
        ))}
      </colgroup>
      <TableHeadRow>
        {PET_COLUMNS.map((column) => (
          <SortHeader
            key={column.id}
            column={column}
            descending={hasStarted && sort?.column === column ? sort.descending : undefined}
            onSort={onSort}
          />
        ))}
      </TableHeadRow>
      {/* A pointer can press the whole row as a link, and the keyboard has the link in it. */}
      <TableBody data-slot="rows" onClick={open}>
        {rows !== undefined && <Rows rows={rows} />}
        {rows === undefined &&
          Array.from({ length: skeletonRows }, (_, index) => <SkeletonRow key={index} />)}
      </TableBody>
    </Table>
  )
}

/** It is `true` once this tab has shown rows. */
let hasShownRows = false

/**
 * Renders the first rows at once where the app starts, and the others after those can be used:
 * React renders them in small slices, between which it lets presses pass. Later, it renders all
 * rows at once, because going back to the list may lead to any of them.
 */
function Rows({ rows }: { rows: readonly ReactNode[] }) {
  const [isStart] = useState(() => !hasShownRows)
  useEffect(() => {
    hasShownRows = true
  }, [])
  const isComplete = useDeferredValue(true, !isStart)
  return isComplete ? rows : rows.slice(0, FIRST_ROWS)
}

/* oxlint-disable react/forbid-elements */

/**
 * Shows a row that loads. It has no roles, because the table is hidden from screen readers while it
 * loads.
 */
function SkeletonRow() {
  return (
    <tr>
      {PET_COLUMNS.map(({ id }) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label
        <td key={id} className={styles[id]}>
          <i className="skeleton" />
        </td>
      ))}
    </tr>
  )
}

type PetRowProps = Pet & {
  labels: CategoryLabels
  /** Says what changed since the list was shown before. */
  mark: string | undefined
  href: string
}

/**
 * Shows a pet as a row. It is compared by its values, because each list has objects of its own. It
 * has few elements, and none of the components of a table, because each counts in a hundred rows.
 */
const PetRow = memo(function PetRow({ labels, mark, href, ...pet }: PetRowProps) {
  const { texts, isUnusual } = rowTexts(pet, labels)
  return (
    <tr role={TABLE_ROLES.row} data-unusual={isUnusual ? '' : undefined}>
      {PET_COLUMNS.map(({ id }) => {
        const value = texts[id]
        if (id === 'name')
          return (
            <td key={id} role={TABLE_ROLES.cell} className={styles[id]}>
              <a href={href}>{value}</a>
              {mark !== undefined && <span className="tag">{mark}</span>}
            </td>
          )
        return (
          <td
            key={id}
            role={TABLE_ROLES.cell}
            className={styles[id]}
            data-status={id === 'status' ? value : undefined}
          >
            {value}
          </td>
        )
      })}
    </tr>
  )
})
/* oxlint-enable react/forbid-elements */

/**
 * Returns a handler that does what the router's Link does on a click, once for all rows. A hundred
 * Links, each subscribed to the location, take longer to render than the rows. It passes on which
 * list the pet was opened from, and its history entry.
 */
function useOpen() {
  const { search, key } = useLocation()
  const navigate = useNavigate()
  return (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element
    const link = target.closest('tr')?.querySelector('a')
    // With another button or a modifier key, the browser opens a tab or a window, or downloads.
    if (!link || event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
      return
    if (!link.contains(target) && isTextSelected()) return
    event.preventDefault()
    void navigate(link.pathname.slice(BASE_PATH.length - 1), { state: { list: search, key } })
  }
}

type SortHeaderProps = Pick<PetTableProps, 'onSort'> & {
  column: PetColumn
  /** The direction, or `undefined` when the rows are not sorted by this column. */
  descending: boolean | undefined
}

/** Sorts by a column: ascending, descending, and then back to the service's order. */
function SortHeader({ column, descending, onSort }: SortHeaderProps) {
  const next = ORDERS.find(
    (order) => descending !== true && order.column === column && order.descending === (descending === false),
  )
  const direction = directionOf(descending)
  return (
    <ColumnHeader aria-sort={ARIA_SORT[direction]} className={styles[column.id]}>
      <button type="button" onClick={() => onSort(next)}>
        <span>{column.heading}</span>
        <Icon name={SORT_ICON[direction]} />
      </button>
    </ColumnHeader>
  )
}

type Direction = 'none' | 'ascending' | 'descending'

const ARIA_SORT = { none: undefined, ascending: 'ascending', descending: 'descending' } as const

const SORT_ICON = { none: 'sortNone', ascending: 'sortUp', descending: 'sortDown' } as const

function directionOf(descending: boolean | undefined): Direction {
  if (descending === undefined) return 'none'
  return descending ? 'descending' : 'ascending'
}
