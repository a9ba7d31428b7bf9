import { useEffect, useMemo, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { entryIdOf } from '#src/outbox/entry.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import { useStock } from '#src/pets/use-stock.ts'
import { digitsOf, MAYBE_ROUNDED, problemsText } from '#src/spreadsheet/check-row.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import type { ImportDraftStore, Reviewed, ReviewRow } from './import-draft.ts'
import { type EditedRows, RowDialog } from './RowDialog.tsx'
import type { RowAction, RowGroup, ScreenRow } from './rows/row-types.ts'
import { Rows } from './rows/Rows.tsx'

const DUPLICATES = 'Possible duplicates'

const evidenceOf = ({ conflicts }: ReviewRow) => conflicts.map(entryIdOf).join()

/** Shows which rows are ready, what is wrong with the others, and which look like another pet. */
export function ReviewRows({ review, store }: { review: Reviewed; store: ImportDraftStore }) {
  const { name: service } = useEnvironment()
  const { stock } = useStock()
  const [edited, setEdited] = useState<EditedRows>()
  const { rows, ready, views, groups, known, repeated } = review
  // An import that ran meanwhile may have added some.
  useEffect(() => void store.lookUp(), [store])
  const inStock = useMemo(() => new Map(stock.pets.map((pet) => [lookalikeKeyOf(pet), pet])), [stock])

  const apply = (some: typeof groups) => {
    for (const { problem, suggestion, rows: wrong } of some)
      store.edit(wrong, () => ({ [problem.field]: suggestion?.text }))
  }
  const problems = groups.map((group): RowGroup<ReviewRow> => {
    const { rows: some, suggestion, problem } = group
    const { field, word, text } = problem
    const isSameInAll = word !== undefined && field !== 'name'
    const edit = () => setEdited(isSameInAll ? { rows: some, fields: [field] } : { rows: [some[0]] })
    const confirm = () => store.edit(some, ({ values }) => ({ category: digitsOf(values.category) }))
    const confirmAction: RowAction = {
      id: 'confirm-id',
      label: some.length === 1 ? 'This ID is right' : 'These IDs are right',
      onPress: confirm,
    }
    const applyAction: RowAction | undefined = suggestion && {
      id: 'apply-suggestion',
      label: `Apply “${suggestion.label}”`,
      onPress: () => apply([group]),
    }
    const editAction: RowAction = { id: 'edit', label: `Fix ${counted(some.length, 'row')}`, onPress: edit }
    const fixActions = applyAction === undefined ? [editAction] : [applyAction, editAction]
    const actions = text === MAYBE_ROUNDED ? [confirmAction] : fixActions
    return { ...group, title: 'Problems', actions }
  })
  const suggested = groups.filter(({ suggestion }) => suggestion !== undefined)
  const allSuggested: RowGroup<ReviewRow> = {
    title: 'Problems',
    key: 'suggested',
    label: 'Words with a suggestion',
    rows: suggested.length > 1 ? [...new Set(suggested.flatMap(({ rows: some }) => some))] : [],
    actions: [
      {
        id: 'apply-suggestion',
        label: `Apply ${suggested.length} suggestions`,
        onPress: () => apply(suggested),
      },
    ],
  }

  const petLike = ({ lookalikeKey }: ReviewRow) => inStock.get(lookalikeKey)
  /** The rows whose pets this device has added, or may have added. */
  const knownReason = (isSure: boolean): RowGroup<ReviewRow> => {
    const some = known.filter(
      ({ conflicts }) =>
        isSure === (conflicts.length > 0 && conflicts.every(({ state }) => state.kind === 'added')),
    )
    const areIncluded = some.every(({ kind }) => kind !== 'leftOut')
    const times = some.flatMap(({ conflicts }) => conflicts.map(({ enteredAt }) => enteredAt))
    const at = times.toSorted((a, b) => a - b).at(-1)
    const when = at === undefined ? '' : ` (${formatTime(at)})`
    const rowsAre = counted(some.length, 'row is', 'rows are')
    return {
      title: DUPLICATES,
      key: isSure ? 'added' : 'may-be-added',
      label: isSure
        ? 'Already added'
        : `May already have been added${when}${areIncluded ? '' : ', left out'}`,
      sentence: isSure ? `${rowsAre} already added${when}${areIncluded ? '' : ' and left out'}` : undefined,
      rows: some,
      evidence: some.map(evidenceOf).join(),
      actions: [
        {
          id: 'include',
          label: areIncluded ? 'Leave them out' : 'Include them',
          onPress: () => store.include(some, !areIncluded),
        },
      ],
    }
  }
  const duplicates: readonly RowGroup<ReviewRow>[] = [
    knownReason(true),
    knownReason(false),
    { title: DUPLICATES, key: 'repeated', label: 'Same as another row', rows: repeated },
    { title: DUPLICATES, key: 'stock', label: `Like a pet in ${service}`, rows: ready.filter(petLike) },
  ]
  const hintFor = (row: ReviewRow) => {
    if (row.repeats !== undefined) return ` (same as row ${row.repeats})`
    const pet = petLike(row)
    return pet === undefined ? '' : ` (like ID ${pet.id})`
  }
  const outcomeOf = (row: ReviewRow): Pick<ScreenRow, 'kind' | 'text' | 'actions'> => {
    const edit = { id: 'edit', onPress: () => setEdited({ rows: [row] }) } as const
    const leaveOut = {
      id: 'include',
      label: 'Leave out',
      onPress: () => store.include([row], false),
    } as const
    const include = { id: 'include', label: 'Include', onPress: () => store.include([row], true) } as const
    switch (row.kind) {
      case 'ready': {
        // A row that is like another pet would be added once more, so its buttons stand out.
        const hint = hintFor(row)
        const variant = hint === '' ? 'quiet' : 'secondary'
        const actions = [
          { ...edit, label: 'Edit', variant },
          { ...leaveOut, variant },
        ] as const
        return { kind: hint === '' ? 'added' : 'unknown', text: `Ready${hint}`, actions }
      }
      case 'invalid': {
        const actions = [
          { ...edit, label: 'Fix' },
          { ...leaveOut, variant: 'quiet' },
        ] as const
        return { kind: 'rejected', text: problemsText(row.problems), actions }
      }
      case 'leftOut':
        return { kind: 'held', text: 'Left out', actions: [{ ...include, variant: 'quiet' }] }
    }
  }
  const toScreenRow = (row: ReviewRow): ScreenRow => {
    const rejection = row.before?.rejection
    const details = rejection !== undefined && <BidiText text={`Rejected before: ${rejection}`} />
    return { ...row, ...outcomeOf(row), details, evidence: evidenceOf(row) }
  }

  return (
    <>
      <Rows
        all={rows}
        groups={[...views, allSuggested, ...problems, ...duplicates]}
        toScreenRow={toScreenRow}
      />
      {edited === undefined ? null : (
        <RowDialog key={edited.rows[0].number} {...edited} review={review} store={store} onEdit={setEdited} />
      )}
    </>
  )
}
