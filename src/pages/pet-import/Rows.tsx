import { type ComponentProps, type ReactNode, useDeferredValue, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useEnvironment } from '#src/config/environment-context.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { OutcomeIcon } from '#src/outbox/OutcomeIcon.tsx'
import { type PetFormValues, readStatus } from '#src/pets/pet-form.ts'
import { statusText } from '#src/pets/status-text.ts'
import { parseCategory } from '#src/pets/validate-new-pet.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { TableHead } from '#src/ui/TableHead.tsx'
import styles from './Rows.module.css'

/** What can be done, by the word on the button. */
type Actions = Readonly<Record<string, () => void>>

type Title = 'Problems' | 'Possible duplicates' | 'Your decision'

/** Some of the rows, in their order. */
export type RowGroup<Row> = {
  readonly key: string
  readonly label: string
  readonly rows: readonly Row[]
  /** Of the list of reasons in which it stands. It can be chosen once it is shown: there may be one for each row. */
  readonly title?: Title
  /** There, in place of the label and the number of rows. */
  readonly sentence?: string | undefined
  readonly details?: ReactNode
  /** About all of them at once. */
  readonly actions?: Actions
  /** As of a row. */
  readonly evidence?: string
}

export type ShownRow = {
  readonly number: number
  readonly values: PetFormValues
  readonly kind: ComponentProps<typeof OutcomeIcon>['kind']
  /** What became of it, or will. */
  readonly text: string
  readonly details?: ReactNode
  readonly actions: Actions
  /** The focus stays on a button only as long as this is the same: "Leave out" may be "Include" by then. */
  readonly evidence?: string | undefined
}

type RowsProps<Row> = {
  all: readonly Row[]
  /** Those without rows are not shown. */
  groups: readonly RowGroup<Row>[]
  toShown: (row: Row) => ShownRow
  /** Below the reasons, and announced with them. */
  children?: ReactNode
}

const HEADINGS = ['Row', 'Name', 'Category', 'Status', 'Outcome']
const PAGE = 200
const MAX_CELL_LENGTH = 200
/** More reasons would push the table out of sight, and each row of a large file may have one of its own. */
const FEW = 6
const MORE = 100

/* Explicit roles, because on phones the rows are no longer displayed as those of a table. */
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */

/** The rows of a file, as pets, in pages; above them, the reasons to look at some. */
export function Rows<Row>({ all, groups, toShown, children }: RowsProps<Row>) {
  const table = useRef<HTMLDivElement>(null)
  /** `view`: the key of a group; where it is gone, all. */
  const [{ view, page }, setShown] = useState({ view: 'all', page: 0 })
  // After all else: the press that has led here is answered at once (a third of the time on a slow computer).
  const isDue = useDeferredValue(true, false)
  const whole: RowGroup<Row> = { key: 'all', label: 'All rows', rows: all }
  const some = groups.filter(({ rows }) => rows.length > 0)
  const offered = [whole, ...some.filter(({ title, key }) => title === undefined || key === view)]
  const { key: current, rows } = offered.find(({ key }) => key === view) ?? whole
  const last = Math.max(Math.ceil(rows.length / PAGE) - 1, 0)
  // There may be fewer rows than there were.
  const turned = Math.min(page, last)
  const first = turned * PAGE
  const shown = rows.slice(first, first + PAGE)

  /** Brings the table into view. */
  const turnTo = (next: { view: string; page: number }) => {
    flushSync(() => setShown(next))
    table.current?.scrollIntoView()
  }
  /** The focus goes to the first one, and not to a button in it: a second press would decide about it. */
  const show = (key: string) => {
    turnTo({ view: key, page: 0 })
    table.current?.querySelector<HTMLElement>('tbody > tr')?.focus({ preventScroll: true })
  }
  const reasons = Array.from(
    Map.groupBy(some, ({ title }) => title),
    ([title, ofTitle]) => title && <Reasons key={title} title={title} groups={ofTitle} onShow={show} />,
  )
  return (
    <>
      {children === undefined ? (
        reasons
      ) : (
        <section className="stack" aria-label="Check" aria-live="polite">
          {reasons}
          {children}
        </section>
      )}
      {!isDue || all.length === 0 ? null : (
        <div ref={table} className={`stack gap-3 ${styles['rows']}`}>
          <label className={`row ${styles['toolbar']}`}>
            Show
            <select
              className="input"
              value={current}
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
              {shown.map(toShown).map((row, index) => (
                <RowOfTable key={row.number} {...row} index={first + index + 2} />
              ))}
            </tbody>
          </table>
          {last === 0 ? null : (
            <nav aria-label="Pages of rows" className="actions">
              <Button busy={turned === 0} onClick={() => turnTo({ view, page: turned - 1 })}>
                Previous {PAGE}
              </Button>
              <span>
                {`${formatNumber(first + 1)} to ${formatNumber(first + shown.length)} of ${formatNumber(rows.length)}`}
              </span>
              <Button busy={turned === last} onClick={() => turnTo({ view, page: turned + 1 })}>
                Next {PAGE}
              </Button>
            </nav>
          )}
        </div>
      )}
    </>
  )
}

/** What is wrong is shown as it is in the file. */
function RowOfTable({ index, number, values, kind, text, ...row }: ShownRow & { index: number }) {
  const { categories } = useEnvironment()
  const { id: categoryId } = parseCategory(values.category, categories)
  const label = categoryId && (categories.get(categoryId) ?? categoryId)
  const { error, status } = readStatus(values.status)
  const known = error === undefined ? statusText(status) : undefined
  return (
    <tr role="row" tabIndex={-1} data-muted={kind === 'held' || undefined} aria-rowindex={index}>
      <td role="cell">{number}</td>
      <td role="cell">
        <BidiText text={values.name} max={MAX_CELL_LENGTH} />
      </td>
      <td role="cell">
        <BidiText text={label ?? values.category} max={MAX_CELL_LENGTH} />
      </td>
      <td role="cell" data-status={known}>
        <BidiText text={known ?? values.status} max={MAX_CELL_LENGTH} />
      </td>
      <td role="cell">
        <div className={`row ${styles['outcome']}`}>
          <span className="row gap-1" data-kind={kind}>
            <OutcomeIcon kind={kind} />
            <BidiText text={text} />
          </span>
          {row.details}
          <span className={styles['buttons']}>
            <ActionButtons key={row.evidence} {...row} isQuiet={kind !== 'unknown'} about={`row ${number}`} />
          </span>
        </div>
      </td>
    </tr>
  )
}

type ReasonsProps = { title: Title; groups: readonly RowGroup<unknown>[]; onShow: (key: string) => void }

/** Why some rows deserve a look. */
function Reasons({ title, groups, onShow }: ReasonsProps) {
  const id = useId()
  const [limit, setLimit] = useState(FEW)
  const tone = title === 'Problems' ? 'bad' : 'attention'
  return (
    <section className={`stack gap-2 ${styles['reasons']}`} data-tone={tone} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul role="list" aria-labelledby={id} className="card divided">
        {groups.slice(0, limit).map(({ key, label, sentence, rows, details, actions, evidence }, index) => (
          <li key={key} className="split">
            <p id={`${id}-${index}`}>
              {sentence ?? label}{' '}
              {sentence === undefined ? <span className="small">{counted(rows.length, 'row')}</span> : null}
            </p>
            <div role="group" aria-labelledby={`${id}-${index}`} className="actions">
              {details}
              <ActionButtons key={evidence} actions={actions} />
              <Button variant="quiet" onClick={() => onShow(key)}>
                Show these rows
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {groups.length <= limit ? null : (
        <div>
          <Button onClick={() => setLimit(limit + MORE)}>
            Show {formatNumber(Math.min(groups.length - limit, MORE))} more
          </Button>
        </div>
      )}
    </section>
  )
}

type ActionButtonsProps = { actions?: Actions | undefined; isQuiet?: boolean; about?: string }

function ActionButtons({ actions, isQuiet = false, about }: ActionButtonsProps) {
  return Object.entries(actions ?? {}).map(([what, act]) => (
    <Button
      // By its verb: the focus stays on "Leave out" that becomes "Include", not on another decision in its place.
      key={what.replace('Include', 'Leave').replace('Edit', 'Fix').split(' ', 1)[0]}
      variant={isQuiet && what !== 'Fix' ? 'quiet' : 'secondary'}
      aria-label={about && `${what} ${about}`}
      onClick={act}
    >
      {what}
    </Button>
  ))
}
