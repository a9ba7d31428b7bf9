import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { animalKey } from '#src/pets/animal-key.ts'
import { useStock } from '#src/session/use-stock.ts'
import { confirmIds, groupProblems } from '#src/spreadsheet/row-problems.ts'
import { MAYBE_ROUNDED } from '#src/spreadsheet/validate-row.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { CategoryForRows } from './CategoryForRows.tsx'
import { EditableRows } from './EditableRows.tsx'
import { type ImportDraftStore, type ReadyDraft, rowsOf, toRowsToSend } from './import-draft.ts'
import { FirstRowBox } from './FirstRowBox.tsx'
import { counted, leftOutMessage, problemMessage, reviewSummary } from './import-messages.ts'
import { MAX_REASONS, type Reason, ReasonList } from './ReasonList.tsx'
import styles from './ReviewPanel.module.css'
import { RowFilter, type RowView } from './RowFilter.tsx'
import { SendRows } from './SendRows.tsx'

type ReviewPanelProps = {
  draft: ReadyDraft
  store: ImportDraftStore
  /** Their list. */
  savedImports: ReactNode
  savedCount: number
  onClear: () => void
}

export function ReviewPanel({ draft, store, savedImports, savedCount, onClear }: ReviewPanelProps) {
  const { name: service } = useEnvironment()
  const { files } = useOutbox()
  const { stock, hasKeyEnded } = useStock()
  const [filter, setFilter] = useState('all')
  const [isStarting, setIsStarting] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const filterField = useRef<HTMLSelectElement>(null)
  const rows = useMemo(() => rowsOf(draft), [draft])
  const { sheet, columns, validations, duplicates, includesLeftOut, causes } = draft
  const problemGroups = useMemo(
    () => groupProblems(sheet, validations, columns, rows.invalid),
    [sheet, validations, columns, rows],
  )

  const inStock = useMemo(() => new Map(stock.pets.map((pet) => [animalKey(pet), pet])), [stock])
  const petLike = (position: number) => {
    const { newPet } = validations[position] ?? {}
    // Whoever sits here now may not be allowed to see what was loaded with a key that has ended.
    return newPet === undefined || hasKeyEnded ? undefined : inStock.get(animalKey(newPet))
  }
  const hintOf = (position: number) => {
    const repeated = duplicates.get(sheet.rows[position]?.number ?? 0)
    if (repeated !== undefined) return `same as row ${repeated}`
    const pet = petLike(position)
    return pet === undefined ? undefined : `like ID ${pet.id}`
  }
  const hints = [
    { key: 'duplicates', label: 'Same as another row', positions: rows.duplicates },
    {
      key: 'stock',
      label: `Like a pet in ${service}`,
      positions: rows.ready.filter((position) => petLike(position) !== undefined),
    },
  ].filter(({ positions }) => positions.length > 0)

  const views: RowView[] = [
    { key: 'all', label: 'All rows', positions: rows.all },
    ...[
      { key: 'ready', label: 'Ready', positions: rows.ready },
      { key: 'problems', label: 'Problems', positions: rows.invalid },
      { key: 'excluded', label: 'Left out', positions: rows.excluded },
    ].filter(({ positions }) => positions.length > 0),
    ...problemGroups
      .slice(0, MAX_REASONS)
      .map((group) => ({ key: group.key, positions: group.positions, label: problemMessage(group.problem) })),
    ...hints,
  ]
  const view = views.find(({ key }) => key === filter) ?? views[0]

  const show = (key: string) => {
    setFilter(key)
    filterField.current?.focus()
  }

  const giveCategory = (positions: readonly number[], category: string) => {
    const cells = new Map([[columns.categoryId, category]])
    store.editRows(new Map(positions.map((position) => [position, cells])))
    // The field that has the focus goes with its problem.
    bar.current?.focus()
  }

  const problems = problemGroups.map((group): Reason => ({
    key: group.key,
    message: problemMessage(group.problem),
    count: group.positions.length,
    action:
      group.problem.error === MAYBE_ROUNDED ? (
        <Button
          onClick={() => {
            store.editRows(confirmIds(sheet, columns, group.positions))
            bar.current?.focus()
          }}
        >
          {group.positions.length === 1 ? 'This ID is right' : 'These IDs are right'}
        </Button>
      ) : group.problem.field !== 'categoryId' || group.problem.word === undefined ? null : (
        <CategoryForRows
          word={group.problem.word}
          count={group.positions.length}
          onChoose={(category) => giveCategory(group.positions, category)}
        />
      ),
  }))
  const addedAt = Math.max(
    ...rows.seen.flatMap((position) => causes?.[position]?.map(({ enteredAt }) => enteredAt) ?? []),
  )

  return (
    <section className={styles['review']} aria-label="Review">
      <SendRows
        bar={bar}
        rows={rows}
        isStarting={isStarting}
        onSend={async () => {
          const { fileName, hash } = draft.input
          const batch = { fileName, fileHash: hash, header: sheet.header, columns }
          setIsStarting(true)
          try {
            if ((await files.start(batch, toRowsToSend(draft))) === 'started') store.clear()
          } finally {
            setIsStarting(false)
          }
        }}
        onClear={onClear}
      />
      {/* What is changed now would be neither sent nor kept. */}
      <div className={styles['rest']} inert={isStarting}>
        <LiveRegion text={reviewSummary(rows)} />
        <FirstRowBox sheet={sheet} columns={columns} store={store} />
        {sheet.notes.map((note) => (
          <p key={note} className="note">
            {note}
          </p>
        ))}
        {rows.seen.length === 0 ? null : (
          <Alert
            tone="attention"
            message={leftOutMessage(
              rows.seen.length,
              includesLeftOut,
              Number.isFinite(addedAt) ? formatTime(addedAt) : undefined,
            )}
          >
            <Button onClick={() => store.includeLeftOut(!includesLeftOut)}>
              {includesLeftOut ? 'Leave them out' : 'Include them'}
            </Button>
          </Alert>
        )}
        {savedCount === 0 ? null : (
          <details>
            <summary>{counted(savedCount, 'saved import', 'saved imports')}</summary>
            {savedImports}
          </details>
        )}
        <ReasonList title="Problems" tone="bad" reasons={problems} onShow={show} />
        <ReasonList
          title="Possible duplicates"
          tone="attention"
          reasons={hints.map(({ key, label, positions }) => ({
            key,
            message: label,
            count: positions.length,
          }))}
          onShow={show}
        />
        {rows.all.length === 0 || view === undefined ? null : (
          <>
            <div className={styles['toolbar']}>
              <RowFilter views={views} value={view.key} onChange={setFilter} field={filterField} />
              <Button onClick={store.changeColumns}>Change columns</Button>
            </div>
            <EditableRows
              key={view.key}
              draft={draft}
              store={store}
              positions={view.positions}
              hintOf={hintOf}
            />
          </>
        )}
      </div>
    </section>
  )
}
