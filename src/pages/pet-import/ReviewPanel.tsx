import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Importer, ImporterSnapshot } from '#src/importer/importer.ts'
import type { ReadyReview } from '#src/importer/ready-review.ts'
import { summarizeReview } from '#src/importer/review-summary.ts'
import { Button } from '#src/ui/Button.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { CategoryForRows } from './CategoryForRows.tsx'
import { CompareWithStock } from './CompareWithStock.tsx'
import { EditableRows } from './EditableRows.tsx'
import {
  counted,
  duplicateRowsMessage,
  matchingRowsMessage,
  problemMessage,
  reviewSummary,
  similarRowsMessage,
  unconfirmedRowsMessage,
} from './import-messages.ts'
import { ImportedBeforeAlert } from './ImportedBeforeAlert.tsx'
import { MAX_REASONS, type Reason, ReasonList } from './ReasonList.tsx'
import styles from './ReviewPanel.module.css'
import type { RowEdit } from './RowEditor.tsx'
import { RowFilter, type RowView } from './RowFilter.tsx'
import { SendRows } from './SendRows.tsx'
import { useSimilarPets } from './use-similar-pets.ts'
import { useUnconfirmedRows } from './use-unconfirmed-rows.ts'

type ReviewPanelProps = {
  review: ReadyReview
  importer: Importer
  snapshot: ImporterSnapshot
  /** Their list. */
  savedImports: ReactNode
  /** A link leads to one of them. */
  isLinked: boolean
  onClear: () => void
}

export function ReviewPanel({
  review,
  importer,
  snapshot,
  savedImports,
  isLinked,
  onClear,
}: ReviewPanelProps) {
  const [filter, setFilter] = useState('all')
  const [edit, setEdit] = useState<RowEdit>()
  const [editError, setEditError] = useState<string>()
  const [isStarting, setIsStarting] = useState(false)
  // After the bar, in a render that does not block the page: a table of many rows would double its longest task.
  const showsTable = useDeferredValue(true, false)
  const bar = useRef<HTMLDivElement>(null)
  const filterField = useRef<HTMLSelectElement>(null)
  const summary = useMemo(() => summarizeReview(review), [review])
  const similar = useSimilarPets(review.checks)
  const unconfirmed = useUnconfirmedRows(review.checks)
  const { sheet, columns, excluded, before } = review
  const store = importer.review

  const similarRows = useMemo(
    () => summary.ready.filter((position) => similar.has(position)),
    [summary, similar],
  )
  const unconfirmedRows = useMemo(
    () => summary.ready.filter((position) => unconfirmed.has(position)),
    [summary, unconfirmed],
  )
  const hints = [
    {
      key: 'unconfirmed',
      label: 'Not confirmed',
      positions: unconfirmedRows,
      message: unconfirmedRowsMessage,
    },
    { key: 'duplicates', label: 'Duplicates', positions: summary.duplicates, message: duplicateRowsMessage },
    {
      key: 'matching',
      label: 'Like saved imports',
      positions: summary.matching,
      message: matchingRowsMessage,
    },
    { key: 'similar', label: 'Like listed pets', positions: similarRows, message: similarRowsMessage },
  ].filter(({ positions }) => positions.length > 0)
  const views: RowView[] = [
    { key: 'all', label: 'All rows', positions: summary.all },
    ...[
      { key: 'ready', label: 'Ready', positions: summary.ready },
      { key: 'problems', label: 'Problems', positions: summary.invalid },
      { key: 'excluded', label: 'Left out', positions: summary.excluded },
    ].filter(({ positions }) => positions.length > 0),
    ...summary.problems
      .slice(0, MAX_REASONS)
      .map((group) => ({ key: group.key, positions: group.positions, label: problemMessage(group.problem) })),
    ...hints,
  ]
  const view = views.find(({ key }) => key === filter) ?? views[0]

  /** An edit that is not saved must not be lost silently. */
  const unlessEditing = (act: () => void) => {
    const row = edit === undefined || edit.cells.size === 0 ? undefined : sheet.rows[edit.position]
    setEditError(row === undefined ? undefined : `Save row ${row.number} first, or cancel its changes`)
    if (row === undefined) return act()
    // It may be hidden by what the table is narrowed to.
    if (edit !== undefined && view?.positions.includes(edit.position) === false)
      flushSync(() => setFilter('all'))
    document.querySelector<HTMLElement>(`[aria-label="Name, row ${row.number}"]`)?.focus()
  }

  const show = (key: string) => {
    setFilter(key)
    filterField.current?.focus()
  }

  const giveCategory = (positions: readonly number[], category: string) => {
    const cells = new Map([[columns.categoryId, category]])
    void store.editRows(new Map(positions.map((position) => [position, cells])))
    // The field that has the focus goes with its problem.
    bar.current?.focus()
  }

  const problems = summary.problems.map((group): Reason => ({
    key: group.key,
    message: problemMessage(group.problem),
    count: group.positions.length,
    ...(group.problem.field !== 'categoryId' || group.problem.word === undefined
      ? {}
      : {
          action: (
            <CategoryForRows
              word={group.problem.word}
              count={group.positions.length}
              onChoose={(category) => giveCategory(group.positions, category)}
            />
          ),
        }),
  }))

  return (
    <section className={styles['review']} aria-label="Review">
      <SendRows
        bar={bar}
        summary={summary}
        isPersistent={snapshot.isPersistent ?? true}
        isEditing={edit !== undefined && !excluded.has(edit.position)}
        isStarting={isStarting}
        editError={editError}
        unlessEditing={unlessEditing}
        onSend={async () => {
          setIsStarting(true)
          try {
            return await importer.start(review)
          } finally {
            setIsStarting(false)
          }
        }}
        onClear={() => unlessEditing(onClear)}
      />
      {/* A change would not be in what is sent. */}
      <div className={styles['rest']} inert={isStarting}>
        <LiveRegion text={reviewSummary(summary)} />
        {sheet.notes.map((note) => (
          <p key={note} className="note">
            {note}
          </p>
        ))}
        <ImportedBeforeAlert review={review} store={store} />
        {snapshot.savedImports.length === 0 ? null : (
          <details
            open={isLinked || before.imports.some(({ counts }) => counts.waiting + counts.unknown > 0)}
          >
            <summary>{counted(snapshot.savedImports.length, 'saved import', 'saved imports')}</summary>
            {savedImports}
          </details>
        )}
        <ReasonList title="Problems" tone="bad" reasons={problems} onShow={show} />
        {summary.ready.length === 0 ? null : <CompareWithStock key={review.input.hash} />}
        <ReasonList
          title="Worth a look"
          tone="attention"
          reasons={hints.map(({ key, positions, message }) => ({
            key,
            message: message(positions.length),
            count: positions.length,
          }))}
          onShow={show}
        />
        {summary.all.length === 0 || view === undefined ? null : (
          <>
            <div className={styles['toolbar']}>
              <RowFilter views={views} value={view.key} onChange={setFilter} field={filterField} />
              <Button onClick={() => unlessEditing(store.changeColumns)}>Change columns</Button>
            </div>
            {showsTable ? (
              <EditableRows
                review={review}
                store={store}
                positions={view.positions}
                similar={similar}
                edit={edit !== undefined && excluded.has(edit.position) ? undefined : edit}
                unlessEditing={unlessEditing}
                onEditChange={(next) => {
                  setEdit(next)
                  if (next === undefined) setEditError(undefined)
                }}
              />
            ) : null}
          </>
        )}
      </div>
    </section>
  )
}
