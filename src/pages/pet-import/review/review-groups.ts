import type { Environment } from '#src/config/config.ts'
import { environmentName, type EnvironmentNames } from '#src/config/environment-names.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { counted } from '#src/lib/counted.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { truncate } from '#src/lib/truncate.ts'
import { answerKeyOf } from '#src/outbox/entry-rules.ts'
import { areProvedAdded, type KnownKind, knownKindOf, type Viewer } from '#src/pages/pet-import/known-kind.ts'
import type { ReportedOutcome } from '#src/pages/pet-import/read-report.ts'
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

/** The environment and the sign-in to which a review is shown. */
type Viewpoint = Viewer & { readonly environmentNames: EnvironmentNames }

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
 * @param environment with an absolute base URL
 */
export function reviewGroups(
  review: Review,
  stock: Stock,
  environment: Pick<Environment, 'id' | 'name' | 'baseUrl'>,
  { signInId, environmentNames }: Pick<Viewpoint, 'signInId' | 'environmentNames'>,
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
    ...knownGroups(known, {
      environmentId: environment.id,
      baseUrl: environment.baseUrl,
      signInId,
      environmentNames,
    }),
    sentBeforeGroup(review),
    { title: 'Possible duplicates', key: 'repeated', label: 'Same as another row', rows: repeated },
    {
      title: 'Possible duplicates',
      key: 'stock',
      label: `Like a pet in ${environment.name}`,
      // The group above says more of a pet that this browser has added.
      rows: ready.filter(({ lookalikeKey, conflicts }) => conflicts.length === 0 && stock.has(lookalikeKey)),
    },
  ]
}

/**
 * This says what is known of the pet of a row: by the ledger or, if that has nothing like it, by
 * the report of an import. If the report says that this very row was added, it is
 * `reported-added`, or `reported-added-and-in-doubt` where the ledger also has a pet like it that
 * may have been added or waits.
 */
type RowKnownKind = KnownKind | `reported-${ReportedOutcome}` | 'reported-added-and-in-doubt'

function rowKnownKindOf({ conflicts, reported = 'unclear' }: ReviewRow, viewer: Viewer): RowKnownKind {
  if (conflicts.length === 0) return `reported-${reported}`
  if (reported !== 'added') return knownKindOf(conflicts, viewer)
  return areProvedAdded(conflicts, viewer) ? 'reported-added' : 'reported-added-and-in-doubt'
}

/**
 * Returns what a decision about a row depends on, so that a change takes the focus from its
 * buttons.
 */
export function evidenceOf({ conflicts }: Pick<ReviewRow, 'conflicts'>): string {
  return conflicts.map(answerKeyOf).join()
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

function sentBeforeGroup({ ready, sheet, possibleOutcomeColumn = 0 }: Review): ReviewGroup {
  const rows = ready.filter(({ doubt }) => doubt === 'sent-before')
  const column = columnName(sheet, possibleOutcomeColumn)
  return {
    title: 'Possible duplicates',
    key: 'sent-before',
    label: 'Maybe sent before',
    sentence: `${column} may be from the report of an import, so ${counted(rows.length, 'row')} may already have been added`,
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

/**
 * Returns the known rows by what the ledger says of their pets. Rows that the person has included
 * are groups of their own, because what is said of a group is true of each of its rows.
 */
function knownGroups(known: readonly ReviewRow[], viewer: Viewpoint): readonly ReviewGroup[] {
  return KNOWN_ORDER.flatMap((key) => {
    const rows = known.filter((row) => rowKnownKindOf(row, viewer) === key)
    return [leftOutGroup(key, rows, viewer), includedGroup(key, rows, viewer)]
  })
}

const KNOWN_ORDER = [
  'added',
  'reported-added',
  'reported-added-and-in-doubt',
  'may-be-added',
  'reported-may-be-added',
  'waiting',
  'reported-waiting',
  'reported-unclear',
] as const

const KNOWN_LABELS: Readonly<Record<RowKnownKind, string>> = {
  added: 'Already added',
  'reported-added': 'Already added, as the report says',
  'reported-added-and-in-doubt': 'Already added, as the report says, and like pets of this browser',
  'may-be-added': 'May already have been added',
  'reported-may-be-added': 'May already have been added, as the report says',
  waiting: 'Still waiting elsewhere',
  'reported-waiting': 'Not sent yet when the report was created',
  'reported-unclear': 'No clear outcome in the report',
}

function leftOutGroup(key: RowKnownKind, known: readonly ReviewRow[], viewer: Viewpoint): ReviewGroup {
  const rows = known.filter(({ kind }) => kind === 'left-out')
  return {
    title: 'Possible duplicates',
    key,
    label: KNOWN_LABELS[key],
    rows,
    sentence: leftOutSentence(key, rows, viewer),
    evidence: rows.map(evidenceOf).join(),
    actions: [{ id: 'include', label: 'Include them', command: { kind: 'include', rows } }],
  }
}

function includedGroup(key: RowKnownKind, known: readonly ReviewRow[], viewer: Viewpoint): ReviewGroup {
  const rows = known.filter(willBeAdded)
  return {
    title: 'Possible duplicates',
    key: `${key} and included`,
    label: `${KNOWN_LABELS[key]}, included`,
    rows,
    sentence: includedSentence(key, rows, viewer),
    evidence: rows.map(evidenceOf).join(),
    actions: [{ id: 'include', label: 'Leave them out', command: { kind: 'leave-out', rows } }],
  }
}

function leftOutSentence(key: RowKnownKind, rows: readonly ReviewRow[], viewer: Viewpoint): string {
  const consequence = rows.length === 1 ? 'so it is left out' : 'so they are left out'
  return `${knownSentence(key, rows, viewer)}, ${consequence}`
}

function includedSentence(key: RowKnownKind, rows: readonly ReviewRow[], viewer: Viewpoint): string {
  const areAddedTwice = key.startsWith('reported-added') || (key === 'added' && !hasMoreRowsThanEntries(rows))
  const consequence = areAddedTwice ? 'and will be added again' : 'and will be added'
  // A sentence about a report ends with a clause of its own.
  const comma = key.startsWith('reported-') ? ',' : ''
  return `${knownSentence(key, rows, viewer)}${comma} ${consequence}`
}

function knownSentence(key: RowKnownKind, rows: readonly ReviewRow[], viewer: Viewpoint): string {
  const count = rows.length
  // If there are more rows than entries, some are other pets, so we only say that they are alike.
  const areOnlyLike = hasMoreRowsThanEntries(rows)
  const rowsLikePets = `${counted(count, 'row is', 'rows are')} like pets that`
  switch (key) {
    case 'added': {
      const subject = areOnlyLike ? `${rowsLikePets} were` : counted(count, 'row was', 'rows were')
      return `${subject} already added${whenAndWhere(rows, viewer)}`
    }
    case 'may-be-added':
      return `${counted(count, 'row')} may already have been added${whenAndWhere(rows, viewer)}`
    case 'waiting': {
      const subject = areOnlyLike ? `${rowsLikePets} are` : counted(count, 'row is', 'rows are')
      return `${subject} still waiting${whereWaiting(rows)}${inOtherPlace(rows, viewer)}`
    }
    case 'reported-added':
      return `${counted(count, 'row was', 'rows were')} already added, as the report says`
    case 'reported-added-and-in-doubt': {
      const subject = counted(count, 'row was', 'rows were')
      const likeness = count === 1 ? 'it is like a pet' : 'they are like pets'
      return `${subject} already added, as the report says, and ${likeness} of this browser that may have been added or will be${inOtherPlace(rows, viewer)}`
    }
    case 'reported-may-be-added':
      return `${counted(count, 'row')} may already have been added, as the report says`
    case 'reported-waiting':
      return `${counted(count, 'row was', 'rows were')} not sent yet when the report was created, and may have been sent since`
    case 'reported-unclear':
      return `${counted(count, 'row has', 'rows have')} no clear outcome in the report`
  }
}

/**
 * Returns whether more rows have one name and category than there are known entries like them.
 * Example: a delivery of five hamsters, after two hamsters were added.
 */
function hasMoreRowsThanEntries(rows: readonly ReviewRow[]): boolean {
  const rowsByKey = Map.groupBy(rows, ({ lookalikeKey }) => lookalikeKey)
  return [...rowsByKey.values()].some((alikeRows) => {
    const entryKeys = new Set(alikeRows.flatMap(({ conflicts }) => conflicts.map(answerKeyOf)))
    return alikeRows.length > entryKeys.size
  })
}

/** Says in which place the known pets wait, or that there are several. */
function whereWaiting(rows: readonly ReviewRow[]): string {
  const conflicts = rows.flatMap((row) => row.conflicts)
  const places = conflicts.map(({ row }) =>
    row === undefined ? ' on “Add a pet”' : ` in ${row.fileName ?? 'pasted rows'}`,
  )
  const [place = '', ...others] = new Set(places)
  return others.length === 0 ? place : ' in several places'
}

/** Returns whether the row is sent. One with a problem is not, whether or not it is included. */
function willBeAdded({ kind }: ReviewRow): boolean {
  return kind === 'ready'
}

/**
 * Returns the time at which the known pets may have been added, " at 16:50", or the last time if
 * they differ, " by 16:50". It adds where that was, if all were entered in another place.
 */
function whenAndWhere(rows: readonly ReviewRow[], viewer: Viewpoint): string {
  const conflicts = rows.flatMap((row) => row.conflicts)
  // A group may have no rows.
  if (conflicts.length === 0) return ''
  const times = conflicts.map(({ enteredAt, sentAt = enteredAt }) => sentAt)
  const [first, last] = [formatTime(Math.min(...times)), formatTime(Math.max(...times))]
  return ` ${first === last ? 'at' : 'by'} ${last}${inOtherPlace(rows, viewer)}`
}

/** Says where the known pets were entered, if that was not here for any of them. */
function inOtherPlace(
  rows: readonly ReviewRow[],
  { environmentId, baseUrl, environmentNames }: Viewpoint,
): string {
  const conflicts = rows.flatMap((row) => row.conflicts)
  if (conflicts.every((entry) => entry.baseUrl !== baseUrl)) return ' at a former address'
  const [firstId = '', ...otherIds] = new Set(conflicts.map((entry) => entry.environmentId))
  if ([firstId, ...otherIds].includes(environmentId)) return ''
  if (otherIds.length > 0) return ' in other environments'
  return ` in the environment ${environmentName(firstId, environmentNames)}`
}
