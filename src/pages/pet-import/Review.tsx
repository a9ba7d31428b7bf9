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
import { digitsOf, MAYBE_ROUNDED, problemsText } from '#src/spreadsheet/check-row.ts'
import { Button } from '#src/ui/Button.tsx'
import { Columns } from './Columns.tsx'
import type { ImportDraftStore, ReadyDraft, ReviewRow } from './import-draft.ts'
import { Reasons } from './Reasons.tsx'
import reasonStyles from './Reasons.module.css'
import styles from './Review.module.css'
import { RowDialog } from './RowDialog.tsx'
import { RowsTable, type RowView, type ShownRow, useRowView } from './RowsTable.tsx'
import { SendBar } from './SendBar.tsx'

/** The rows before they are sent: what is ready, what is wrong with the others, and what looks like another pet. */
export function Review({ draft, store }: { draft: ReadyDraft; store: ImportDraftStore }) {
  const { name: service } = useEnvironment()
  const { stock } = useStock()
  const shown = useRowView()
  const [edited, setEdited] = useState<ReviewRow>()
  const { sheet, hasColumns, batch, fileName, rows, ready, invalid, groups, leftOut, known, repeated } = draft
  // An import that ran meanwhile may have added some.
  useEffect(() => void store.lookUp(), [store])
  const inStock = useMemo(() => new Map(stock.pets.map((pet) => [animalKey(pet), pet])), [stock])

  const problems = groups.map((group) => {
    const { field, word, error } = group.problem
    const { rows: some } = group
    return {
      ...group,
      actions:
        error === MAYBE_ROUNDED ? (
          <Button onClick={() => store.edit(some, ({ values }) => ({ category: digitsOf(values.category) }))}>
            {some.length === 1 ? 'This ID is right' : 'These IDs are right'}
          </Button>
        ) : field === 'name' || word === undefined ? (
          <Button onClick={() => setEdited(some[0])}>Fix {counted(some.length, 'row')}</Button>
        ) : (
          <FixWord group={group} onApply={(text) => store.edit(some, () => ({ [field]: text }))} />
        ),
    }
  })
  const suggested = groups.filter(({ suggestion }) => suggestion !== undefined)

  const petLike = ({ animal }: ReviewRow) => inStock.get(animal)
  /** What this device has added, or may have. */
  const knownReason = (isSure: boolean): RowView<ReviewRow> => {
    const some = known.filter(
      ({ causes }) => isSure === (causes.length > 0 && causes.every(({ state }) => state.kind === 'added')),
    )
    const areIncluded = some.every(({ isLeftOut }) => !isLeftOut)
    const times = some.flatMap(({ causes }) => causes.map(({ enteredAt }) => enteredAt))
    const at = times.toSorted((a, b) => a - b).at(-1)
    const when = at === undefined ? '' : ` (${formatTime(at)})`
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
    if (row.before?.rejection !== undefined) return `. Rejected before: ${row.before.rejection}`
    if (row.repeats !== undefined) return ` (same as row ${row.repeats})`
    const pet = petLike(row)
    return pet === undefined ? '' : ` (like ID ${pet.id})`
  }
  const toShown = (row: ReviewRow): ShownRow => {
    const isWrong = !row.isLeftOut && row.newPet === undefined
    const button = (what: string, onClick: () => void, variant: 'quiet' | 'secondary' = 'quiet') => (
      <Button variant={variant} aria-label={`${what} row ${row.number}`} onClick={onClick}>
        {what}
      </Button>
    )
    const edit = () => setEdited(row)
    return {
      ...row,
      isMuted: row.isLeftOut,
      outcome: (
        <div className={`row ${styles['outcome']}`}>
          <span data-wrong={isWrong || undefined}>
            {row.isLeftOut ? 'Left out' : isWrong ? problemsText(row.problems) : `Ready${hintFor(row)}`}
          </span>
          <span className={styles['small']}>
            {row.isLeftOut ? null : isWrong ? button('Fix', edit, 'secondary') : button('Edit', edit)}
            {button(row.isLeftOut ? 'Include' : 'Leave out', () => store.include([row], row.isLeftOut))}
          </span>
        </div>
      ),
    }
  }

  return (
    <section tabIndex={-1} data-focus-fallback className="stack" aria-label="Review">
      {batch === undefined ? null : (
        <h2>
          {counted(rows.length, 'row')} of {fileName ?? 'pasted rows'} to fix
        </h2>
      )}
      <SendBar draft={draft} store={store}>
        {batch === undefined ? <Columns draft={draft} store={store} /> : null}
        {!hasColumns ? null : (
          <>
            {sheet.note === undefined ? null : <p className="note">{sheet.note}</p>}
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
            <RowsTable views={views} shown={shown} toShown={toShown} />
            {edited === undefined ? null : (
              <RowDialog key={edited.position} row={edited} draft={draft} store={store} onEdit={setEdited} />
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
function FixWord({
  group,
  onApply,
}: {
  group: ReadyDraft['groups'][number]
  onApply: (text: string) => void
}) {
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
  const others = [...PET_STATUSES, ''].filter((status) => status !== suggestion?.text)
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
          <Button key={status} variant="quiet" onClick={() => onApply(status)}>
            {statusText(status || undefined)}
          </Button>
        ))
      )}
    </>
  )
}
