import type { Environment } from '#src/config/config.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { counted } from '#src/lib/counted.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { Entry } from '#src/outbox/entry.ts'
import { answerKeyOf, isProvedAdded } from '#src/outbox/entry-rules.ts'
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
  environment: Pick<Environment, 'name' | 'baseUrl'>,
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
    ...knownGroups(known, environment.baseUrl),
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
 * This says how far the ledger knows a row, because it has entries that are like it.
 *
 * - `added`: an answer proves that its pet was added, and not at a former address, which may be
 *   another service.
 * - `waiting`: its pet waits elsewhere, and no request for it has left.
 * - `may-be-added`: anything else.
 */
type Known = 'added' | 'waiting' | 'may-be-added'

/** Returns how far the ledger knows the row, by its conflicts. */
function knownAs({ conflicts }: ReviewRow, serviceUrl: string): Known {
  const isAddedHere = (entry: Entry) => isProvedAdded(entry) && entry.baseUrl === serviceUrl
  if (conflicts.length > 0 && conflicts.every(isAddedHere)) return 'added'
  return conflicts.length > 0 && conflicts.every(isWaiting) ? 'waiting' : 'may-be-added'
}

/** Returns whether the entry waits, and no request of it can have added a pet. */
function isWaiting({ state, wasUnknown }: Entry): boolean {
  return (state.kind === 'waiting' || state.kind === 'held') && !wasUnknown
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
  const heading = truncate(sheet.headings?.cells[possibleOutcomeColumn]?.trim() ?? '', MAX_HEADING_LENGTH)
  const column = heading === '' ? `Column ${possibleOutcomeColumn + 1}` : `“${bidiIsolate(heading)}”`
  return {
    title: 'Possible duplicates',
    key: 'sent-before',
    label: 'Maybe sent before',
    sentence: `${column} may be the outcome in the report of an import, so ${counted(rows.length, 'row')} may already have been added`,
    rows,
    actions: [leaveOutAction(rows)],
  }
}

function leaveOutAction(rows: readonly ReviewRow[]): GroupAction {
  const label = rows.length === 1 ? 'Leave it out' : 'Leave them out'
  return { id: 'include', label, command: { kind: 'leave-out', rows } }
}

/**
 * Returns the rows whose pets this device has certainly added, and those that it may have added or
 * is about to add. Rows that the person has included are groups of their own, because what is said
 * of a group is true of each of its rows.
 */
function knownGroups(known: readonly ReviewRow[], serviceUrl: string): readonly ReviewGroup[] {
  return KNOWN_ORDER.flatMap((key) => {
    const rows = known.filter((row) => knownAs(row, serviceUrl) === key)
    return [leftOutGroup(key, rows, serviceUrl), includedGroup(key, rows, serviceUrl)]
  })
}

const KNOWN_ORDER = ['added', 'may-be-added', 'waiting'] as const

const KNOWN_LABELS: Readonly<Record<Known, string>> = {
  added: 'Already added',
  'may-be-added': 'May already have been added',
  waiting: 'Still waiting elsewhere',
}

function leftOutGroup(key: Known, known: readonly ReviewRow[], serviceUrl: string): ReviewGroup {
  const rows = known.filter(({ kind }) => kind === 'left-out')
  return {
    title: 'Possible duplicates',
    key,
    label: KNOWN_LABELS[key],
    rows,
    sentence: leftOutSentence(key, rows, serviceUrl),
    evidence: rows.map(evidenceOf).join(),
    actions: [{ id: 'include', label: 'Include them', command: { kind: 'include', rows } }],
  }
}

function includedGroup(key: Known, known: readonly ReviewRow[], serviceUrl: string): ReviewGroup {
  const rows = known.filter(willBeAdded)
  return {
    title: 'Possible duplicates',
    key: `${key} and included`,
    label: `${KNOWN_LABELS[key]}, included`,
    rows,
    sentence: includedSentence(key, rows, serviceUrl),
    evidence: rows.map(evidenceOf).join(),
    actions: [{ id: 'include', label: 'Leave them out', command: { kind: 'leave-out', rows } }],
  }
}

function leftOutSentence(key: Known, rows: readonly ReviewRow[], serviceUrl: string): string {
  const consequence = rows.length === 1 ? 'so it is left out' : 'so they are left out'
  return `${knownSentence(key, rows, serviceUrl)}, ${consequence}`
}

function includedSentence(key: Known, rows: readonly ReviewRow[], serviceUrl: string): string {
  const areTheSame = key === 'added' && !hasMoreRowsThanPets(rows)
  const consequence = areTheSame ? 'and will be added again' : 'and will be added'
  return `${knownSentence(key, rows, serviceUrl)} ${consequence}`
}

function knownSentence(key: Known, rows: readonly ReviewRow[], serviceUrl: string): string {
  const count = rows.length
  const areLike = `${counted(count, 'row is', 'rows are')} like pets that`
  switch (key) {
    case 'added': {
      const time = whenAndWhere(rows, serviceUrl)
      if (hasMoreRowsThanPets(rows)) return `${areLike} were already added${time}`
      return `${counted(count, 'row was', 'rows were')} already added${time}`
    }
    case 'may-be-added':
      return `${counted(count, 'row')} may already have been added${whenAndWhere(rows, serviceUrl)}`
    case 'waiting':
      if (hasMoreRowsThanPets(rows)) return `${areLike} are still waiting${placeOfWaiting(rows)}`
      return `${counted(count, 'row is', 'rows are')} still waiting${placeOfWaiting(rows)}`
  }
}

/**
 * Returns whether there are more rows of one name and category than known entries, so that some of
 * them are no pets of these entries: a delivery of five hamsters, of which two were added before.
 */
function hasMoreRowsThanPets(rows: readonly ReviewRow[]): boolean {
  const rowsOfEachKey = Map.groupBy(rows, ({ lookalikeKey }) => lookalikeKey)
  return [...rowsOfEachKey.values()].some((ofKey) => {
    const known = new Set(ofKey.flatMap(({ conflicts }) => conflicts.map(answerKeyOf)))
    return ofKey.length > known.size
  })
}

/** Says where the pets wait that the rows are like, if that is one place. */
function placeOfWaiting(rows: readonly ReviewRow[]): string {
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
 * Example: " at 16:50", the time of the entries that may have added a pet, or " by 16:50", that of
 * the last one where they differ. Where all were for a former address of the environment, it says
 * so.
 */
function whenAndWhere(rows: readonly ReviewRow[], serviceUrl: string): string {
  const conflicts = rows.flatMap((row) => row.conflicts)
  if (conflicts.length === 0) return ''
  const times = conflicts.map(({ enteredAt, sentAt = enteredAt }) => sentAt)
  const [first, last] = [formatTime(Math.min(...times)), formatTime(Math.max(...times))]
  const isAtFormerAddress = conflicts.every(({ baseUrl }) => baseUrl !== serviceUrl)
  return ` ${first === last ? 'at' : 'by'} ${last}${isAtFormerAddress ? ' at a former address' : ''}`
}
