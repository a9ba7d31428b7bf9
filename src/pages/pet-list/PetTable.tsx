import { memo, type MouseEvent, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import type { Pet } from '#src/pets/pet.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import type { Sort, SortField } from './list-address.ts'
import type { Marks } from './list-changes.ts'
import { PetRows } from './PetRows.tsx'
import { categoryText, isLong, nameText } from './cell-text.ts'
import styles from './PetTable.module.css'

type PetTableProps = {
  pets: readonly Pet[]
  marks: Marks | undefined
  /** How many rows follow later. */
  missing: number
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

const COLUMNS: readonly { field: SortField; label: string }[] = [
  { field: 'id', label: 'ID' },
  { field: 'name', label: 'Name' },
  { field: 'category', label: 'Category' },
  { field: 'status', label: 'Status' },
]

/**
 * Rows are laid out one by one, so that hidden ones cost nothing. On a phone they become cards. Browsers drop the roles
 * of table elements that are not displayed as a table, so each repeats its role.
 */
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
export function PetTable({ pets, marks, missing, sort, onSort }: PetTableProps) {
  const { id: environmentId, categories } = useEnvironment()
  const open = useOpen()
  // Memoized: the header renders with each change of the address, the rows need not.
  const rows = useMemo(() => {
    const seen = new Map<string, number>()
    return pets.map((pet) => {
      // Both rows are shown when the service returns one ID twice.
      const repeated = seen.get(pet.id) ?? 0
      seen.set(pet.id, repeated + 1)
      return (
        <PetRow
          key={`${pet.id} ${repeated}`}
          pet={pet}
          mark={marks?.get(pet.id)}
          href={`${BASE_PATH}${environmentId}/pets/${pet.id}`}
          category={categoryText(pet, categories)}
          onOpen={open}
        />
      )
    })
  }, [pets, marks, environmentId, categories, open])
  return (
    <table role="table" aria-label="Pets" className={styles['table']}>
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.map(({ field, label }) => (
            <SortHeader key={field} field={field} label={label} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <PetRows missing={missing}>{rows}</PetRows>
    </table>
  )
}

type PetRowProps = {
  pet: Pet
  /** What changed since the list was shown before. */
  mark: string | undefined
  href: string
  category: string
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void
}

/**
 * Renders again only when its pet changes. Few elements, because each counts in a hundred rows: the box of a text also
 * isolates its direction.
 */
const PetRow = memo(function PetRow({ pet, mark, href, category, onOpen }: PetRowProps) {
  const name = nameText(pet)
  return (
    <tr role="row">
      <td role="cell" className={styles['id']}>
        <CopyButton text={pet.id} what={`ID ${pet.id}`} />
        {pet.id}
      </td>
      <td
        data-slot="name"
        role="cell"
        className={styles['name']}
        data-long={isLong(name) ? '' : undefined}
        data-marked={mark && ''}
      >
        <a href={href} dir="auto" onClick={onOpen}>
          {name}
        </a>
        {mark === undefined ? null : <span className="tag">{mark}</span>}
      </td>
      <td
        role="cell"
        dir="auto"
        className={styles['category']}
        data-slot="category"
        data-long={isLong(category) ? '' : undefined}
      >
        {category}
      </td>
      <td role="cell" className={styles['status']}>
        <StatusTag status={pet.status} />
      </td>
    </tr>
  )
})

/**
 * What the router's Link does on a click, once for all rows: a hundred Links, each subscribed to the location, take
 * longer to render than the rows. Passes on which list the pet was opened from.
 */
function useOpen(): PetRowProps['onOpen'] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const latest = useRef({ search, navigate })
  useLayoutEffect(() => {
    latest.current = { search, navigate }
  }, [search, navigate])
  return useCallback((event) => {
    // With another button or a modifier key, the browser opens a tab or a window, or downloads.
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const { search: list, navigate: go } = latest.current
    void go(event.currentTarget.pathname.slice(BASE_PATH.length - 1), { state: { list } })
  }, [])
}

function SortHeader({
  field,
  label,
  sort,
  onSort,
}: { field: SortField; label: string } & Pick<PetTableProps, 'sort' | 'onSort'>) {
  const direction = sort?.field === field ? (sort.descending ? 'descending' : 'ascending') : undefined
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction}
      className={field === 'id' ? styles['idHeader'] : undefined}
    >
      <button type="button" onClick={() => onSort(nextSort(field, direction))}>
        <span>{label}</span>
        <Icon
          name={direction === undefined ? 'sortNone' : direction === 'ascending' ? 'sortUp' : 'sortDown'}
        />
      </button>
    </th>
  )
}

/** Ascending, descending, and back to the service's order. */
function nextSort(field: SortField, direction: 'ascending' | 'descending' | undefined): Sort | undefined {
  if (direction === 'descending') return undefined
  return { field, descending: direction === 'ascending' }
}
