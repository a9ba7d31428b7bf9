import { type RefObject, useId } from 'react'
import { formatNumber } from '#src/lib/format-number.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import styles from './RowFilter.module.css'

/** Some of the rows. */
export type RowView = {
  readonly key: string
  readonly label: string
  readonly positions: readonly number[]
}

type RowFilterProps = {
  views: readonly RowView[]
  value: string
  onChange: (key: string) => void
  field?: RefObject<HTMLSelectElement | null>
}

/** Narrows the table. */
export function RowFilter({ views, value, onChange, field }: RowFilterProps) {
  const id = useId()
  return (
    <div className={styles['filter']}>
      <label htmlFor={id}>Show</label>
      <select
        ref={field}
        id={id}
        className="input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {views.map(({ key, label, positions }) => (
          <option key={key} value={key}>
            {bidiIsolate(label)} ({formatNumber(positions.length)})
          </option>
        ))}
      </select>
    </div>
  )
}
