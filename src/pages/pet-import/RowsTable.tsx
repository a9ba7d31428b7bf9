import { type ComponentProps, type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useEnvironment } from '#src/config/environment-context.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { OutcomeIcon } from '#src/outbox/OutcomeIcon.tsx'
import { type PetFormValues, readStatus } from '#src/pets/pet-form.ts'
import { statusText } from '#src/pets/status-text.ts'
import { parseCategory } from '#src/pets/validate-new-pet.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { TableHead } from '#src/ui/TableHead.tsx'
import styles from './RowsTable.module.css'

/** Some of the rows, in their order; as a reason to look at them (`Reasons`), what can be done about them. */
export type RowView<Row> = {
  readonly key: string
  readonly label: string
  readonly rows: readonly Row[]
  /** Of a reason, in place of the label and the number of rows. */
  readonly sentence?: string | undefined
  /** What can be done about all of them at once. */
  readonly actions?: ReactNode
}

type RowsTableProps<Row> = {
  /** To choose from, as far as they have rows. */
  views: readonly RowView<Row>[]
  /** Offered once they are shown: there may be one for each row. */
  reasons: readonly RowView<Row>[]
  shown: ReturnType<typeof useRowView>
  toShown: (row: Row) => ShownRow
}

export type ShownRow = {
  readonly number: number
  readonly values: PetFormValues
  readonly kind: ComponentProps<typeof OutcomeIcon>['kind']
  /** What became of it, or will. */
  readonly text: string
  readonly details?: ReactNode
  /** By the word on the button. */
  readonly actions: Readonly<Record<string, () => void>>
}

const HEADINGS = ['Row', 'Name', 'Category', 'Status', 'Outcome']
const PAGE = 200
const MAX_CELL_LENGTH = 200

export function useRowView() {
  const table = useRef<HTMLDivElement>(null)
  /** `view`: the key of one; where it is gone, the first. */
  const [shown, setShown] = useState({ view: 'all', page: 0 })
  /** Brings the table into view. */
  const turnTo = (next: typeof shown) => {
    flushSync(() => setShown(next))
    table.current?.scrollIntoView()
  }
  /** "Show these rows": the focus goes to what can be done about the first one. */
  const show = (view: string) => {
    turnTo({ view, page: 0 })
    table.current?.querySelector<HTMLElement>('td button')?.focus({ preventScroll: true })
  }
  return { ...shown, table, setShown, turnTo, show }
}

/* Explicit roles, because on phones the rows are no longer displayed as those of a table. */
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */

/** The rows of a file, as pets, in pages; what is wrong is shown as it is in the file. */
export function RowsTable<Row>({ views, reasons, shown, toShown }: RowsTableProps<Row>) {
  const { categories } = useEnvironment()
  const { view, page, table, setShown, turnTo } = shown
  const offered = [...views, ...reasons.filter(({ key }) => key === view)].filter(
    ({ rows }) => rows.length > 0,
  )
  const current = offered.find(({ key }) => key === view) ?? offered[0]
  // After all else: the press that has led here is answered at once (a third of the time on a slow computer).
  const isDue = useDeferredValue(true, false)
  if (current === undefined || !isDue) return null
  const { rows } = current
  const last = Math.ceil(rows.length / PAGE) - 1
  // There may be fewer rows than there were.
  const turned = Math.min(page, last)
  const first = turned * PAGE
  const some = rows.slice(first, first + PAGE)
  return (
    <div ref={table} className={`stack gap-3 ${styles['rows']}`}>
      <label className={`row ${styles['toolbar']}`}>
        Show
        <select
          className="input"
          value={current.key}
          onChange={(event) => setShown({ view: event.target.value, page: 0 })}
        >
          {offered.map(({ key, label, rows: { length } }) => (
            <option key={key} value={key}>
              {bidiIsolate(label)} ({formatNumber(length)})
            </option>
          ))}
        </select>
      </label>
      <table
        role="table"
        aria-label="Rows"
        aria-rowcount={rows.length + 1}
        className={`table ${styles['table']}`}
        data-cards
      >
        <TableHead names={HEADINGS} />
        <tbody role="rowgroup">
          {some.map((row, index) => {
            const { number, values, kind, text, details, actions } = toShown(row)
            const buttons = Object.entries(actions)
            const { name, category, status: word } = values
            const { id: categoryId } = parseCategory(category, categories)
            const label = categoryId && (categories.get(categoryId) ?? categoryId)
            const { error, status } = readStatus(word)
            const known = error === undefined ? statusText(status) : undefined
            return (
              <tr
                key={number}
                role="row"
                data-muted={kind === 'held' || undefined}
                aria-rowindex={first + index + 2}
              >
                <td role="cell">{number}</td>
                <td role="cell">
                  <BidiText text={name} max={MAX_CELL_LENGTH} />
                </td>
                <td role="cell">
                  <BidiText text={label ?? category} max={MAX_CELL_LENGTH} />
                </td>
                <td role="cell" data-status={known}>
                  <BidiText text={known ?? word} max={MAX_CELL_LENGTH} />
                </td>
                <td role="cell">
                  <div className={`row ${styles['outcome']}`}>
                    <span className="row gap-1" data-kind={kind}>
                      <OutcomeIcon kind={kind} />
                      <BidiText text={text} />
                    </span>
                    {details}
                    <span className={styles['buttons']}>
                      {buttons.map(([what, act], at) => (
                        <Button
                          // "Leave out" keeps the focus when it becomes "Include": the last one stays.
                          // oxlint-disable-next-line react/no-array-index-key
                          key={buttons.length - at}
                          variant={what === 'Fix' || kind === 'unknown' ? 'secondary' : 'quiet'}
                          aria-label={`${what} row ${number}`}
                          onClick={act}
                        >
                          {what}
                        </Button>
                      ))}
                    </span>
                  </div>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {last === 0 ? null : (
        <nav aria-label="Pages of rows" className="actions">
          <Button busy={turned === 0} onClick={() => turnTo({ view, page: turned - 1 })}>
            Previous {PAGE}
          </Button>
          <span>
            {formatNumber(first + 1)} to {formatNumber(first + some.length)} of {formatNumber(rows.length)}
          </span>
          <Button busy={turned === last} onClick={() => turnTo({ view, page: turned + 1 })}>
            Next {PAGE}
          </Button>
        </nav>
      )}
    </div>
  )
}
