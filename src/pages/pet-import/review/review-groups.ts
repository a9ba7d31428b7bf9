import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { counted } from '#src/lib/counted.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { Pet } from '#src/pets/pet.ts'
import { MAYBE_ROUNDED, REPEATS_HEADINGS } from '#src/spreadsheet/check-row.ts'
import type { Doubt } from '#src/spreadsheet/row-marks.ts'
import type { ProblemGroup } from '#src/spreadsheet/problem-groups.ts'
import { knownGroups, type Viewpoint } from './known-groups.ts'
import type { Review, ReviewRow } from './review.ts'
import { type GroupAction, type ReviewGroup, willBeAdded } from './review-group.ts'

/** The pets that loaded lists have, by `lookalikeKeyOf`. */
export type Stock = ReadonlyMap<string, Pick<Pet, 'id'>>

/** The number of characters of a heading that a sentence quotes. */
const MAX_HEADING_LENGTH = 30

/** Returns the rows grouped by what will become of them. */
export function outcomeViews({ ready, invalid, leftOut }: Pick<Review, 'ready' | 'invalid' | 'leftOut'>) {
  return [
    { key: 'ready', icon: 'added', label: 'Ready', rows: ready },
    { key: 'invalid', icon: 'rejected', label: 'With problems', rows: invalid },
    { key: 'left-out', icon: 'held', label: 'Left out', rows: leftOut },
  ] as const
}

/**
 * Returns all groups of a review in their order. Groups may have no rows.
 *
 * @param viewpoint of the one to whom the rows are shown, in the environment of this name
 */
export function reviewGroups(
  review: Review,
  stock: Stock,
  environmentName: string,
  viewpoint: Viewpoint,
): readonly ReviewGroup[] {
  const { problemGroups, known, repeated, ready, hidden } = review
  return [
    ...outcomeViews(review),
    hiddenGroup(hidden.filter(({ leftOutBy }) => leftOutBy === 'hidden')),
    includedHiddenGroup(hidden.filter(willBeAdded)),
    suggestionsGroup(problemGroups),
    ...problemGroups.map(problemGroup),
    doubtGroup('total', 'This may be a total, not a pet', ready),
    doubtGroup('placeholder', 'This may not be a name', ready),
    ...knownGroups(known, viewpoint),
    sentBeforeGroup(review),
    { title: 'Possible duplicates', key: 'repeated', label: 'Same as another row', rows: repeated },
    {
      title: 'Possible duplicates',
      key: 'stock',
      label: `Like a pet in ${environmentName}`,
      // The group above says more of a pet that this browser has added.
      rows: ready.filter(({ lookalikeKey, conflicts }) => conflicts.length === 0 && stock.has(lookalikeKey)),
    },
  ]
}

const HIDDEN = { title: 'Hidden rows', label: 'Hidden in the spreadsheet' } as const

function hiddenGroup(rows: readonly ReviewRow[]): ReviewGroup {
  return {
    ...HIDDEN,
    key: 'hidden',
    sentence: hiddenSentence(rows.length),
    rows,
    actions: [{ id: 'include', label: 'Include hidden rows', command: { kind: 'include', rows } }],
  }
}

function includedHiddenGroup(rows: readonly ReviewRow[]): ReviewGroup {
  return {
    ...HIDDEN,
    key: 'hidden and included',
    sentence: `${counted(rows.length, 'row is', 'rows are')} hidden in the spreadsheet and will be added`,
    rows,
    actions: [{ id: 'include', label: 'Leave hidden rows out', command: { kind: 'leave-hidden-out', rows } }],
  }
}

function hiddenSentence(count: number): string {
  if (count === 1) return `${counted(1, 'row')} is hidden in the spreadsheet, so it is left out`
  return `${counted(count, 'row')} are hidden in the spreadsheet, so they are left out`
}

/** Offers to apply all suggestions at once, if there are several. */
function suggestionsGroup(groups: readonly ProblemGroup<ReviewRow>[]): ReviewGroup {
  const suggested = groups.filter(({ suggestion }) => suggestion !== undefined)
  const rows = suggested.length > 1 ? [...new Set(suggested.flatMap((group) => group.rows))] : []
  return {
    title: 'Problems',
    key: 'suggested',
    label: 'Words with a suggestion',
    rows,
    actions: [
      {
        id: 'apply-suggestion',
        label: `Use ${suggested.length} suggestions`,
        command: { kind: 'apply-suggestions', groups: suggested },
      },
    ],
  }
}

function problemGroup(group: ProblemGroup<ReviewRow>): ReviewGroup {
  const { key, label, rows, suggestion } = group
  const details = suggestion?.isRemembered === true ? 'Last time:' : undefined
  return { title: 'Problems', key, label, rows, details, actions: problemActions(group) }
}

function problemActions(group: ProblemGroup<ReviewRow>): readonly GroupAction[] {
  const { rows, suggestion, problem } = group
  const { field, word, text } = problem
  if (text === MAYBE_ROUNDED) {
    const label = rows.length === 1 ? 'This ID is right' : 'These IDs are right'
    return [{ id: 'confirm-id', label, command: { kind: 'confirm-ids', rows } }]
  }
  const canBeSameInAll = word !== undefined && field !== 'name'
  const edit: GroupAction = {
    id: 'edit',
    label: `Fix ${counted(rows.length, 'row')}`,
    command: canBeSameInAll
      ? { kind: 'edit', rows, fields: [field] }
      : { kind: 'edit', rows: [rows[0]], fields: undefined },
  }
  if (text === REPEATS_HEADINGS) return [leaveOutAction(rows), edit]
  if (suggestion === undefined) return [edit]
  const apply: GroupAction = {
    id: 'apply-suggestion',
    label: `Use “${suggestion.label}”`,
    command: { kind: 'apply-suggestions', groups: [group] },
  }
  return [apply, edit]
}

function doubtGroup(doubt: Doubt, label: string, ready: readonly ReviewRow[]): ReviewGroup {
  const rows = ready.filter((row) => row.doubt === doubt)
  return { title: 'Maybe not pets', key: doubt, label, rows, actions: [leaveOutAction(rows)] }
}

function sentBeforeGroup({ ready, sheet, possibleReportColumns }: Review): ReviewGroup {
  const rows = ready.filter(({ doubt }) => doubt === 'sent-before')
  const columns = possibleReportColumns.map((column) => columnName(sheet, column)).join(' and ')
  return {
    title: 'Possible duplicates',
    key: 'sent-before',
    label: 'Maybe sent before',
    sentence: `${columns} may be from the report of an import, so ${counted(rows.length, 'row')} may already have been added`,
    rows,
    actions: [leaveOutAction(rows)],
  }
}

/** Returns the heading of a column in quotes, or its number from 1 if it has none. */
function columnName({ headings }: Review['sheet'], column: number): string {
  const heading = truncate(headings?.cells[column]?.trim() ?? '', MAX_HEADING_LENGTH)
  return heading === '' ? `Column ${column + 1}` : `“${bidiIsolate(heading)}”`
}

function leaveOutAction(rows: readonly ReviewRow[]): GroupAction {
  const label = rows.length === 1 ? 'Leave it out' : 'Leave them out'
  return { id: 'include', label, command: { kind: 'leave-out', rows } }
}
