import { useEffect, useMemo, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { animalKey } from '#src/pets/animal-key.ts'
import { CategoryField } from '#src/pets/CategoryField.tsx'
import { PET_STATUSES } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import { useStock } from '#src/pets/use-stock.ts'
import { parseCategory } from '#src/pets/validate-new-pet.ts'
import {
  digitsOf,
  groupProblems,
  MAYBE_ROUNDED,
  type ProblemGroup,
  problemsText,
  problemText,
  valuesOf,
} from '#src/spreadsheet/check-row.ts'
import { Button } from '#src/ui/Button.tsx'
import { Columns } from './Columns.tsx'
import { hasColumns, type ImportDraftStore, type ReadyDraft, type ReviewRow } from './import-draft.ts'
import { type Reason, Reasons } from './Reasons.tsx'
import reasonStyles from './Reasons.module.css'
import styles from './Review.module.css'
import { RowDialog } from './RowDialog.tsx'
import { RowsTable, type ShownRow, useRowView } from './RowsTable.tsx'
import { SendBar } from './SendBar.tsx'

/** The rows before they are sent: what is ready, what is wrong with the others, and what looks like another pet. */
export function Review({ draft, store }: { draft: ReadyDraft; store: ImportDraftStore }) {
  const { name: service, categories } = useEnvironment()
  const { stock } = useStock()
  const shown = useRowView()
  /** Its position. */
  const [edited, setEdited] = useState<number>()
  const { sheet, columns, batch, fileName, rows, ready, invalid, leftOut, known, repeated } = draft
  const groups = useMemo(() => groupProblems(invalid, categories), [invalid, categories])
  // An import that ran meanwhile may have added some.
  useEffect(() => void store.lookUp(), [store])
  const inStock = useMemo(() => new Map(stock.pets.map((pet) => [animalKey(pet), pet])), [stock])

  const problems = groups.map((group): Reason<ReviewRow> => {
    const { key, problem, rows: some } = group
    const { field, word, error } = problem
    return {
      key,
      label: problemText(problem),
      rows: some,
      actions:
        error === MAYBE_ROUNDED ? (
          <Button
            onClick={() =>
              store.edit(some, (row) => ({ category: digitsOf(valuesOf(row, columns).category) }))
            }
          >
            {some.length === 1 ? 'This ID is right' : 'These IDs are right'}
          </Button>
        ) : field === 'name' || word === undefined ? (
          <Button onClick={() => setEdited(some[0]?.position)}>Fix {counted(some.length, 'row')}</Button>
        ) : (
          <FixWord group={group} onApply={(text) => store.edit(some, () => ({ [field]: text }))} />
        ),
    }
  })
  const suggested = groups.filter(({ suggestion }) => suggestion !== undefined)

  const petLike = ({ animal }: ReviewRow) => inStock.get(animal)
  /** What this device has added, or may have. */
  const knownReason = (isSure: boolean): Reason<ReviewRow> => {
    const some = known.filter(
      ({ causes }) => isSure === (causes.length > 0 && causes.every(({ state }) => state.kind === 'added')),
    )
    const areIncluded = some.every(({ isLeftOut }) => !isLeftOut)
    const at = Math.max(...some.flatMap(({ causes }) => causes.map(({ enteredAt }) => enteredAt)))
    const when = Number.isFinite(at) ? ` (${formatTime(at)})` : ''
    const rowsAre = counted(some.length, 'row is', 'rows are')
    return {
      key: isSure ? 'added' : 'may-be-added',
      label: isSure
        ? 'Already added'
        : `May already have been added${when}${areIncluded ? '' : ', left out'}`,
      sentence: isSure ? `${rowsAre} already added${when}${areIncluded ? '' : ' and left out'}` : undefined,
      rows: some,
      actions: (
        <Button onClick={() => store.include(some, !areIncluded)}>
          {areIncluded ? 'Leave them out' : 'Include them'}
        </Button>
      ),
    }
  }
  const duplicates = [
    knownReason(true),
    knownReason(false),
    { key: 'repeated', label: 'Same as another row', rows: repeated },
    { key: 'stock', label: `Like a pet in ${service}`, rows: ready.filter(petLike) },
  ].filter((reason) => reason.rows.length > 0)
  const views = [
    { key: 'all', label: 'All rows', rows },
    { key: 'ready', label: 'Ready', rows: ready },
    { key: 'problems', label: 'Problems', rows: invalid },
    { key: 'left-out', label: 'Left out', rows: leftOut },
    ...problems.filter(({ key }) => key === shown.view),
    ...duplicates,
  ]
  const hintFor = (row: ReviewRow) => {
    if (row.before?.rejection !== undefined) return ` (rejected before: ${row.before.rejection})`
    if (row.repeats !== undefined) return ` (same as row ${row.repeats})`
    const pet = petLike(row)
    return pet === undefined ? '' : ` (like ID ${pet.id})`
  }
  const toShown = (row: ReviewRow): ShownRow => {
    const isWrong = !row.isLeftOut && row.newPet === undefined
    const [change, leave] = [isWrong ? 'Fix' : 'Edit', row.isLeftOut ? 'Include' : 'Leave out']
    return {
      ...row,
      isMuted: row.isLeftOut,
      outcome: (
        <div className={`row ${styles['outcome']}`}>
          <span data-wrong={isWrong || undefined}>
            {row.isLeftOut ? 'Left out' : isWrong ? problemsText(row.problems) : `Ready${hintFor(row)}`}
          </span>
          <span className={styles['small']}>
            {row.isLeftOut ? null : (
              <Button
                variant={isWrong ? 'secondary' : 'quiet'}
                aria-label={`${change} row ${row.number}`}
                onClick={() => setEdited(row.position)}
              >
                {change}
              </Button>
            )}
            <Button
              variant="quiet"
              aria-label={`${leave} row ${row.number}`}
              onClick={() => store.include([row], row.isLeftOut)}
            >
              {leave}
            </Button>
          </span>
        </div>
      ),
    }
  }

  const editedRow = rows[edited ?? -1]
  const next = invalid.find(({ position }) => position !== edited)
  return (
    <section tabIndex={-1} data-focus-fallback className="stack" aria-label="Review">
      {batch === undefined ? null : (
        <h2>
          {counted(rows.length, 'row')} of {fileName ?? 'pasted rows'} to fix
        </h2>
      )}
      <SendBar draft={draft} store={store}>
        {batch === undefined ? <Columns draft={draft} store={store} /> : null}
        {!hasColumns(draft) ? null : (
          <>
            {sheet.notes.map((note) => (
              <p key={note} className="note">
                {note}
              </p>
            ))}
            <Reasons title="Problems" tone="bad" onShow={shown.show} reasons={problems}>
              {suggested.length < 2 ? null : (
                <Button
                  onClick={() => {
                    for (const { problem, suggestion, rows: some } of suggested)
                      store.edit(some, () => ({ [problem.field]: suggestion?.text }))
                  }}
                >
                  Apply {suggested.length} suggestions
                </Button>
              )}
            </Reasons>
            <Reasons title="Possible duplicates" tone="attention" onShow={shown.show} reasons={duplicates} />
            <RowsTable views={views} shown={shown} columns={columns} toShown={toShown} />
            {editedRow === undefined ? null : (
              <RowDialog
                key={edited}
                row={editedRow}
                columns={columns}
                hasNext={editedRow.newPet === undefined && next !== undefined}
                onClose={() => setEdited(undefined)}
                onSave={(values, goesOn) => {
                  store.edit([editedRow], () => values)
                  setEdited(goesOn ? next?.position : undefined)
                }}
              />
            )}
          </>
        )}
      </SendBar>
    </section>
  )
}

/** The form takes the place of the button that was pressed. */
const focusField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

/** One category, or one status, for all rows that have the same word. */
function FixWord({ group, onApply }: { group: ProblemGroup; onApply: (text: string) => void }) {
  const { suggestion, rows, problem } = group
  const { field, word } = problem
  const { categories } = useEnvironment()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  if (isOpen)
    return (
      <form
        ref={focusField}
        className={`row ${reasonStyles['fix']}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const wrong = parseCategory(typed, categories).error
          setError(wrong)
          if (wrong === undefined) onApply(typed.trim())
          else focusField(event.currentTarget)
        }}
      >
        <CategoryField
          label="Category"
          aria-label={word === '' ? 'Category for rows without one' : `Category for “${word}”`}
          value={typed}
          onChange={setTyped}
          error={error}
        />
        <Button type="submit">Use for {counted(rows.length, 'row')}</Button>
      </form>
    )
  const others = [...PET_STATUSES, undefined].filter((status) => status !== suggestion?.text)
  return (
    <>
      {suggestion === undefined ? null : (
        <Button onClick={() => onApply(suggestion.text)}>Apply “{suggestion.label}”</Button>
      )}
      {field === 'category' ? (
        <Button variant="quiet" onClick={() => setIsOpen(true)}>
          {suggestion === undefined ? 'Choose a category' : 'Another category'}
        </Button>
      ) : (
        others.map((status) => (
          <Button key={status ?? ''} variant="quiet" onClick={() => onApply(status ?? '')}>
            {statusText(status)}
          </Button>
        ))
      )}
    </>
  )
}
