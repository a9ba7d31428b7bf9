import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { Button } from '#src/ui/Button.tsx'
import { ActionButtons } from './ActionButtons.tsx'
import type { ReasonTitle, RowGroup } from './row-types.ts'
import styles from './Rows.module.css'

/**
 * The number of reasons that a list has at first. More would push the table out of sight, and each
 * row of a large file may have a reason of its own.
 */
const FIRST_REASONS = 6
const MORE_REASONS = 100

/** The meaning of the edge of a list: attention is for what the person can decide now. */
const TONES: Readonly<Record<ReasonTitle, 'bad' | 'attention' | 'neutral'>> = {
  Problems: 'bad',
  'Hidden rows': 'attention',
  'Maybe not pets': 'attention',
  'Possible duplicates': 'attention',
  'Your decision': 'attention',
  'Nothing to decide yet': 'neutral',
}

type ReasonsProps = {
  /** The groups, of which those without a title are no reasons. */
  groups: readonly RowGroup<unknown>[]
  onShow: (key: string) => void
  /**
   * Stands below the reasons and is announced together with them. Without it, nothing is announced.
   */
  children?: ReactNode
}

/** Shows the reasons to look at some of the rows, one list for each title. */
export function Reasons({ groups, onShow, children }: ReasonsProps) {
  const groupsByTitle = Map.groupBy(groups, ({ title }) => title)
  const lists = Array.from(
    groupsByTitle,
    ([title, groupsOfTitle]) =>
      title !== undefined && <ReasonList key={title} title={title} groups={groupsOfTitle} onShow={onShow} />,
  )
  if (!children) return lists
  return (
    <section className="stack" aria-label="Check" aria-live="polite">
      {lists}
      {children}
    </section>
  )
}

type ReasonListProps = {
  title: ReasonTitle
  groups: readonly RowGroup<unknown>[]
  onShow: (key: string) => void
}

function ReasonList({ title, groups, onShow }: ReasonListProps) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [limit, setLimit] = useState(FIRST_REASONS)
  const hiddenCount = groups.length - limit

  /**
   * Shows more reasons and focuses the first new one, because the button may go away. We do not
   * focus a button of the reason, because a second press would then decide about its rows.
   */
  const showMore = () => {
    flushSync(() => setLimit(limit + MORE_REASONS))
    list.current?.querySelectorAll<HTMLElement>(':scope > li')[limit]?.focus()
  }

  return (
    <section className={`stack gap-2 ${styles['reasons']}`} data-tone={TONES[title]} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {/* The role is explicit, because browsers drop the implicit one from lists without
          markers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul ref={list} role="list" aria-labelledby={id} className="card divided">
        {groups.slice(0, limit).map((group, index) => (
          <Reason key={group.key} id={`${id}-${index}`} group={group} onShow={onShow} />
        ))}
      </ul>
      {hiddenCount > 0 && (
        <div>
          <Button onClick={showMore}>Show {formatNumber(Math.min(hiddenCount, MORE_REASONS))} more</Button>
        </div>
      )}
    </section>
  )
}

type ReasonProps = {
  id: string
  group: RowGroup<unknown>
  onShow: (key: string) => void
}

function Reason({ id, group, onShow }: ReasonProps) {
  const { key, label, sentence, rows, details, actions = [], evidence } = group
  return (
    // A screen reader says the name of the line when the line gets the focus.
    <li tabIndex={-1} aria-labelledby={id} className="split">
      <p id={id}>
        {sentence ?? label}{' '}
        {sentence === undefined && <span className="small">{counted(rows.length, 'row')}</span>}
      </p>
      <div role="group" aria-labelledby={id} className="actions">
        {details}
        <ActionButtons key={evidence} actions={actions} />
        <Button variant="quiet" onClick={() => onShow(key)}>
          {rows.length === 1 ? 'Show this row' : 'Show these rows'}
        </Button>
      </div>
    </li>
  )
}
