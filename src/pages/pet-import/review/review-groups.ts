import { counted } from '#src/lib/counted.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { entryIdOf } from '#src/outbox/entry.ts'
import type { RowAction, RowGroup } from '#src/pages/pet-import/rows/row-types.ts'
import type { Pet } from '#src/pets/pet.ts'
import { MAYBE_ROUNDED, REPEATS_HEADINGS } from '#src/spreadsheet/check-row.ts'
import type { Doubt } from '#src/spreadsheet/row-marks.ts'
import type { ProblemGroup } from '#src/spreadsheet/problem-groups.ts'
import type { Review, ReviewRow } from './review.ts'
import type { ReviewCommand } from './review-command.ts'

/** A button of a group, and its effect. */
type GroupAction = Omit<RowAction, 'onPress'> & { readonly command: ReviewCommand }

/** Rows that have something in common, and the actions for all of them at once. */
export type ReviewGroup = Omit<RowGroup<ReviewRow>, 'actions'> & { readonly actions?: readonly GroupAction[] }

/** The pets that loaded lists have, by `lookalikeKeyOf`. */
export type Stock = ReadonlyMap<string, Pick<Pet, 'id'>>

/** Returns the rows grouped by what will become of them. */
export function outcomeViews({ ready, invalid, leftOut }: Pick<Review, 'ready' | 'invalid' | 'leftOut'>) {
  return [
    { key: 'ready', icon: 'added', label: 'Ready', rows: ready },
    { key: 'invalid', icon: 'rejected', label: 'With problems', rows: invalid },
    { key: 'left-out', icon: 'held', label: 'Left out', rows: leftOut },
  ] as const
}

/** Returns all groups of a review in their order. Groups may have no rows. */
export function reviewGroups(review: Review, stock: Stock, environmentName: string): readonly ReviewGroup[] {
  const { problemGroups, known, repeated, ready, hidden } = review
  return [
    ...outcomeViews(review),
    hiddenGroup(hidden),
    suggestionsGroup(problemGroups),
    ...problemGroups.map(problemGroup),
    doubtGroup('total', 'This may be a total, not a pet', ready),
    doubtGroup('placeholder', 'This may not be a name', ready),
    addedGroup(known.filter(isSurelyAdded)),
    maybeAddedGroup(known.filter((row) => !isSurelyAdded(row))),
    { title: 'Possible duplicates', key: 'repeated', label: 'Same as another row', rows: repeated },
    {
      title: 'Possible duplicates',
      key: 'stock',
      label: `Like a pet in ${environmentName}`,
      rows: ready.filter(({ lookalikeKey }) => stock.has(lookalikeKey)),
    },
  ]
}

function isSurelyAdded({ conflicts }: ReviewRow): boolean {
  return conflicts.length > 0 && conflicts.every(({ state }) => state.kind === 'added')
}

/**
 * Returns what a decision about a row depends on, so that a change takes the focus from its
 * buttons.
 */
export function evidenceOf({ conflicts }: Pick<ReviewRow, 'conflicts'>): string {
  return conflicts.map(entryIdOf).join()
}

function hiddenGroup(rows: readonly ReviewRow[]): ReviewGroup {
  const areTakenIn = rows.every(({ leftOutBy }) => leftOutBy !== 'hidden')
  const areHidden = `${counted(rows.length, 'row is', 'rows are')} hidden in the spreadsheet`
  return {
    title: 'Hidden rows',
    key: 'hidden',
    label: 'Hidden in the spreadsheet',
    sentence: areTakenIn ? `${areHidden} and included` : `${areHidden}${soLeftOut(rows)}`,
    rows,
    actions: [
      areTakenIn
        ? {
            id: 'include',
            label: 'Leave hidden rows out',
            command: { kind: 'leave-hidden-out', rows },
          }
        : {
            id: 'include',
            label: 'Include hidden rows',
            command: {
              kind: 'include-hidden',
              rows: rows.filter(({ leftOutBy }) => leftOutBy === 'hidden'),
            },
          },
    ],
  }
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

function leaveOutAction(rows: readonly ReviewRow[]): GroupAction {
  const label = rows.length === 1 ? 'Leave it out' : 'Leave them out'
  return { id: 'include', label, command: { kind: 'leave-out', rows } }
}

/** The rows whose pets this device has certainly added. */
function addedGroup(rows: readonly ReviewRow[]): ReviewGroup {
  const wereAdded = `${counted(rows.length, 'row was', 'rows were')} already added${atLastTime(rows)}`
  return { ...knownGroup(rows, wereAdded), key: 'added', label: 'Already added' }
}

/** The rows whose pets this device may have added, or is about to add. */
function maybeAddedGroup(rows: readonly ReviewRow[]): ReviewGroup {
  const mayBeAdded = `${counted(rows.length, 'row')} may already have been added${atLastTime(rows)}`
  return { ...knownGroup(rows, mayBeAdded), key: 'may-be-added', label: 'May already have been added' }
}

/** @param fact what is known of the rows, in a sentence that may go on */
function knownGroup(rows: readonly ReviewRow[], fact: string) {
  const action: GroupAction = areIncluded(rows)
    ? { id: 'include', label: 'Leave them out', command: { kind: 'leave-out', rows } }
    : { id: 'include', label: 'Include them', command: { kind: 'include', rows } }
  return {
    title: 'Possible duplicates',
    rows,
    sentence: areIncluded(rows) ? fact : `${fact}${soLeftOut(rows)}`,
    evidence: rows.map(evidenceOf).join(),
    actions: [action],
  } as const
}

function areIncluded(rows: readonly ReviewRow[]): boolean {
  return rows.every(({ kind }) => kind !== 'left-out')
}

/** Ends a sentence about rows that are left out for the reason that it gives. */
function soLeftOut(rows: readonly ReviewRow[]): string {
  return rows.length === 1 ? ', so it is left out' : ', so they are left out'
}

/** Example: " at 16:50", the time of the last of the entries that may have added a pet. */
function atLastTime(rows: readonly ReviewRow[]): string {
  const times = rows.flatMap(({ conflicts }) => conflicts.map(({ enteredAt }) => enteredAt))
  return times.length === 0 ? '' : ` at ${formatTime(Math.max(...times))}`
}
