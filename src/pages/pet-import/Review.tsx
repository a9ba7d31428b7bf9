import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { animalKey } from '#src/pets/animal-key.ts'
import { useStock } from '#src/pets/use-stock.ts'
import {
  confirmedIds,
  groupProblems,
  problemsText,
  rowProblems,
  suggestionFor,
} from '#src/spreadsheet/row-problems.ts'
import { MAYBE_ROUNDED, valuesOf } from '#src/spreadsheet/validate-row.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { Columns } from './Columns.tsx'
import { type ImportDraftStore, type ReadyDraft, rowsOf, toRowsToSend } from './import-draft.ts'
import { counted, leftOutMessage, problemMessage, reviewSummary } from './import-messages.ts'
import { MAX_REASONS, Reasons } from './Reasons.tsx'
import styles from './Review.module.css'
import { RowDialog } from './RowDialog.tsx'
import { RowsTable, type RowView, type ShownRow } from './RowsTable.tsx'
import { SendBar } from './SendBar.tsx'

type ReviewProps = {
  draft: ReadyDraft
  store: ImportDraftStore
  /** Their list, folded. */
  savedImports: ReactNode
  onClear: () => void
}

/** The rows before they are sent: what is ready, what is wrong with the others, and what looks like another pet. */
export function Review({ draft, store, savedImports, onClear }: ReviewProps) {
  const { name: service, categories } = useEnvironment()
  const { files } = useOutbox()
  const { stock } = useStock()
  const [view, setView] = useState('all')
  /** "Show these rows" was pressed so often. */
  const [shows, setShows] = useState(0)
  const [isStarting, setIsStarting] = useState(false)
  const [edited, setEdited] = useState<number>()
  const bar = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOf(draft), [draft])
  const { sheet, columns, validations, duplicates, includesLeftOut, causes, fixes } = draft
  const groups = useMemo(
    () => groupProblems(sheet, validations, columns, rows.invalid),
    [sheet, validations, columns, rows],
  )
  const inStock = useMemo(() => new Map(stock.pets.map((pet) => [animalKey(pet), pet])), [stock])

  useEffect(() => {
    if (shows === 0) return
    table.current?.scrollIntoView()
    table.current?.querySelector<HTMLElement>('td button')?.focus({ preventScroll: true })
  }, [shows])

  const petLike = (position: number) => {
    const { newPet } = validations[position] ?? {}
    return newPet === undefined ? undefined : inStock.get(animalKey(newPet))
  }
  const hintOf = (position: number) => {
    const rejection = fixes?.messages[position]
    if (rejection !== undefined) return `rejected before: ${rejection}`
    const repeated = duplicates.get(sheet.rows[position]?.number ?? 0)
    if (repeated !== undefined) return `same as row ${repeated}`
    const pet = petLike(position)
    return pet === undefined ? undefined : `like ID ${pet.id}`
  }
  const hints: RowView[] = [
    { key: 'duplicates', label: 'Same as another row', positions: rows.duplicates },
    {
      key: 'stock',
      label: `Like a pet in ${service}`,
      positions: rows.ready.filter((position) => petLike(position) !== undefined),
    },
  ]
  const views = [
    { key: 'all', label: 'All rows', positions: rows.all },
    { key: 'ready', label: 'Ready', positions: rows.ready },
    { key: 'problems', label: 'Problems', positions: rows.invalid },
    { key: 'excluded', label: 'Left out', positions: rows.excluded },
    ...groups
      .slice(0, MAX_REASONS)
      .map(({ key, problem, positions }) => ({ key, positions, label: problemMessage(problem) })),
    ...hints,
  ].filter(({ positions }) => positions.length > 0)

  const show = (key: string) => {
    setView(key)
    setShows(shows + 1)
  }

  const problemsOf = (position: number) =>
    rowProblems(validations[position] ?? { errors: {} }, sheet.rows[position] ?? { cells: [] }, columns)
  const edit = (edits: Parameters<typeof store.editRows>[0]) => {
    store.editRows(edits)
    // What has the focus goes with its problem.
    bar.current?.focus()
  }

  const rowAt = (position: number): ShownRow => {
    const { number, cells } = sheet.rows[position] ?? { number: 0, cells: [] }
    const { newPet, errors } = validations[position] ?? {}
    const isExcluded = draft.excluded.includes(position)
    const hint = hintOf(position)
    const suffix = <span className="visually-hidden"> row {number}</span>
    return {
      number,
      cells,
      newPet,
      isMuted: isExcluded,
      outcome: (
        <div className={styles['outcome']}>
          {isExcluded ? (
            <span>Left out</span>
          ) : errors === undefined ? (
            <span>{hint === undefined ? 'Ready' : `Ready (${hint})`}</span>
          ) : (
            <span className={styles['problem']}>{problemsText(problemsOf(position), problemMessage)}</span>
          )}
          <span className={styles['small']}>
            {isExcluded ? null : (
              <Button
                variant={errors === undefined ? 'quiet' : 'secondary'}
                onClick={() => setEdited(position)}
              >
                {errors === undefined ? 'Edit' : 'Fix'}
                {suffix}
              </Button>
            )}
            <Button variant="quiet" onClick={() => store.exclude(position, !isExcluded)}>
              {isExcluded ? 'Include' : 'Leave out'}
              {suffix}
            </Button>
          </span>
        </div>
      ),
    }
  }

  const send = async () => {
    const { fileName, hash } = draft.input
    setIsStarting(true)
    try {
      const file = fixes?.batch ?? { fileName, fileHash: hash, header: sheet.header, columns }
      if ((await files.start(file, toRowsToSend(draft))) === 'started') store.clear()
    } finally {
      setIsStarting(false)
    }
  }

  const editedRow = sheet.rows[edited ?? -1]
  const editedValues = valuesOf(editedRow ?? { cells: [] }, columns)
  const next = rows.invalid.find((position) => position !== edited)
  const isMissing = columns.name === undefined || columns.category === undefined
  const addedAt = Math.max(
    ...rows.seen.flatMap((position) => causes?.[position]?.map(({ enteredAt }) => enteredAt) ?? []),
  )
  return (
    <section className="stack" aria-label="Review">
      {fixes === undefined ? null : (
        <h2>
          {counted(sheet.rows.length, 'row', 'rows')} of {fixes.batch.fileName ?? 'pasted rows'} to fix
        </h2>
      )}
      {isMissing ? null : (
        <SendBar ref={bar} rows={rows} isStarting={isStarting} onSend={send} onClear={onClear}>
          {fixes === undefined ? 'Clear rows' : 'Cancel'}
        </SendBar>
      )}
      {/* What is changed now would be neither sent nor kept. */}
      <div className={styles['rest']} inert={isStarting}>
        {fixes === undefined ? <Columns draft={draft} store={store} /> : null}
        {isMissing ? null : (
          <>
            <LiveRegion text={reviewSummary(rows)} />
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
            {fixes === undefined ? savedImports : null}
            <Reasons
              title="Problems"
              tone="bad"
              onShow={show}
              reasons={groups.map(({ key, problem, positions }) => {
                const { field, word } = problem
                return {
                  key,
                  message: problemMessage(problem),
                  count: positions.length,
                  fix:
                    field === 'name' || word === undefined
                      ? undefined
                      : {
                          field,
                          word,
                          suggestion: suggestionFor(problem, categories),
                          onApply: (text) =>
                            edit(new Map(positions.map((position) => [position, { [field]: text }]))),
                        },
                  confirm:
                    problem.error === MAYBE_ROUNDED
                      ? {
                          label: positions.length === 1 ? 'This ID is right' : 'These IDs are right',
                          onConfirm: () => edit(confirmedIds(sheet, columns, positions)),
                        }
                      : undefined,
                }
              })}
            />
            <Reasons
              title="Possible duplicates"
              tone="attention"
              onShow={show}
              reasons={hints
                .filter(({ positions }) => positions.length > 0)
                .map(({ key, label, positions }) => ({ key, message: label, count: positions.length }))}
            />
            {rows.all.length === 0 ? null : (
              <RowsTable
                ref={table}
                views={views}
                view={view}
                onView={setView}
                columns={columns}
                labels={categories}
                rowAt={rowAt}
              />
            )}
            {edited === undefined || editedRow === undefined ? null : (
              <RowDialog
                key={edited}
                number={editedRow.number}
                values={editedValues}
                problems={Object.fromEntries(
                  // A word where a category is expected is named; below the field it says what to do.
                  problemsOf(edited).map((problem) => [
                    problem.field,
                    problem.word ? problemMessage(problem) : problem.error,
                  ]),
                )}
                hasStatus={columns.status !== undefined}
                hasNext={validations[edited]?.errors !== undefined && next !== undefined}
                onClose={() => setEdited(undefined)}
                onSave={({ category, ...others }, goesOn) => {
                  const isChanged = category !== editedValues.category
                  store.editRows(new Map([[edited, isChanged ? { ...others, category } : others]]))
                  setEdited(goesOn ? next : undefined)
                }}
              />
            )}
          </>
        )}
      </div>
    </section>
  )
}
