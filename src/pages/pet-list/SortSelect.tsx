import { type Sort, SORT_FIELDS, sortFromParam, sortParam } from './list-address.ts'
import { sortLabel } from './list-messages.ts'
import styles from './SortSelect.module.css'

type SortSelectProps = {
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

const SORTS: readonly (Sort | undefined)[] = [
  undefined,
  ...SORT_FIELDS.flatMap((field) => [false, true].map((descending) => ({ field, descending }))),
]

/** On a phone, in place of the buttons in the column headers. */
export function SortSelect({ sort, onSort }: SortSelectProps) {
  return (
    <label className={styles['sort']}>
      Sort by
      <select
        data-slot="sort"
        className="input"
        value={sortParam(sort)}
        onChange={(event) => onSort(sortFromParam(event.target.value))}
      >
        {SORTS.map((option) => (
          <option key={sortParam(option)} value={sortParam(option)}>
            {sortLabel(option)}
          </option>
        ))}
      </select>
    </label>
  )
}
