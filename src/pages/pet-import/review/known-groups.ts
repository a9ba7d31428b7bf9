import { environmentName, type EnvironmentNames } from '#src/config/environment-names.ts'
import { counted } from '#src/lib/counted.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { answerKeyOf } from '#src/outbox/entry-rules.ts'
import { type KnownKind, knownKindOf, type Viewer } from '#src/pages/pet-import/known-kind.ts'
import type { ReportedOutcome } from '#src/pages/pet-import/read-report.ts'
import type { ReviewRow } from './review.ts'
import { type ReviewGroup, willBeAdded } from './review-group.ts'

/**
 * This is what is known of the pet of a row: what the report of an import says of this very row,
 * and what the ledger knows of pets like it. These may be other pets, so the page says both.
 */
type RowKnowledge =
  | { readonly reported: undefined; readonly ledger: KnownKind }
  | { readonly reported: ReportedOutcome; readonly ledger: KnownKind | undefined }

/** The viewer of the rows, and the names of the configured environments. */
export type Viewpoint = Viewer & { readonly environmentNames: EnvironmentNames }

const LEDGER_KINDS: readonly KnownKind[] = ['added', 'may-be-added', 'waiting']

/** All that can be known, in the order in which it is shown. */
const KNOWLEDGE: readonly RowKnowledge[] = [
  ...LEDGER_KINDS.map((ledger) => ({ reported: undefined, ledger })),
  ...(['added', 'may-be-added', 'waiting', 'unclear'] as const).flatMap((reported) =>
    [undefined, ...LEDGER_KINDS].map((ledger) => ({ reported, ledger })),
  ),
]

/**
 * Groups rows by what is known of their pets. Rows that the person has included are groups of their
 * own, because the sentence of a group must be true of each of its rows.
 */
export function knownGroups(knownRows: readonly ReviewRow[], viewer: Viewpoint): readonly ReviewGroup[] {
  const rowsByKey = Map.groupBy(knownRows, ({ reported, conflicts }) =>
    groupKey(reported, ledgerKindOf(conflicts, viewer)),
  )
  return KNOWLEDGE.flatMap((knowledge) => {
    const rows = rowsByKey.get(groupKey(knowledge.reported, knowledge.ledger)) ?? []
    return [leftOutGroup(knowledge, rows, viewer), includedGroup(knowledge, rows, viewer)]
  })
}

function groupKey(reported: ReportedOutcome | undefined, ledger: KnownKind | undefined): string {
  return `known, report: ${reported}, ledger: ${ledger}`
}

function ledgerKindOf(conflicts: ReviewRow['conflicts'], viewer: Viewer): KnownKind | undefined {
  return conflicts.length === 0 ? undefined : knownKindOf(conflicts, viewer)
}

/**
 * Returns a text for the pets that are like a row, and for what the ledger knows of them. When it
 * changes, the buttons of the row lose the focus, because the decision may be another one now.
 */
export function evidenceOf({ conflicts }: Pick<ReviewRow, 'conflicts'>, viewer: Viewer): string {
  return [ledgerKindOf(conflicts, viewer), ...conflicts.map(answerKeyOf)].join()
}

function leftOutGroup(
  knowledge: RowKnowledge,
  knownRows: readonly ReviewRow[],
  viewer: Viewpoint,
): ReviewGroup {
  const rows = knownRows.filter(({ kind }) => kind === 'left-out')
  return {
    title: 'Possible duplicates',
    key: groupKey(knowledge.reported, knowledge.ledger),
    label: knownLabel(knowledge),
    rows,
    sentence: leftOutSentence(knowledge, rows, viewer),
    evidence: rows.map((row) => evidenceOf(row, viewer)).join(),
    actions: [{ id: 'include', label: 'Include them', command: { kind: 'include', rows } }],
  }
}

function includedGroup(
  knowledge: RowKnowledge,
  knownRows: readonly ReviewRow[],
  viewer: Viewpoint,
): ReviewGroup {
  const rows = knownRows.filter(willBeAdded)
  return {
    title: 'Possible duplicates',
    key: `${groupKey(knowledge.reported, knowledge.ledger)} and included`,
    label: `${knownLabel(knowledge)}, included`,
    rows,
    sentence: includedSentence(knowledge, rows, viewer),
    evidence: rows.map((row) => evidenceOf(row, viewer)).join(),
    actions: [{ id: 'include', label: 'Leave them out', command: { kind: 'leave-out', rows } }],
  }
}

const LEDGER_LABELS: Readonly<Record<KnownKind, string>> = {
  added: 'Already added',
  'may-be-added': 'May already have been added',
  waiting: 'Still waiting elsewhere',
}

const REPORT_LABELS: Readonly<Record<ReportedOutcome, string>> = {
  added: 'Already added, as the report says',
  'may-be-added': 'May already have been added, as the report says',
  waiting: 'Not sent yet when the report was created',
  unclear: 'No clear outcome in the report',
}

const LIKENESS_LABELS: Readonly<Record<KnownKind, string>> = {
  added: 'like pets that were added',
  'may-be-added': 'like pets that may have been added',
  waiting: 'like pets that are still waiting',
}

function knownLabel({ reported, ledger }: RowKnowledge): string {
  if (reported === undefined) return LEDGER_LABELS[ledger]
  if (ledger === undefined) return REPORT_LABELS[reported]
  return `${REPORT_LABELS[reported]}, and ${LIKENESS_LABELS[ledger]}`
}

function leftOutSentence(knowledge: RowKnowledge, rows: readonly ReviewRow[], viewer: Viewpoint): string {
  const consequence = rows.length === 1 ? 'so it is left out' : 'so they are left out'
  return `${knownSentence(knowledge, rows, viewer)}, ${consequence}`
}

function includedSentence(knowledge: RowKnowledge, rows: readonly ReviewRow[], viewer: Viewpoint): string {
  const { reported, ledger } = knowledge
  const sentence = knownSentence(knowledge, rows, viewer)
  if (reported === undefined) {
    const areAddedTwice = ledger === 'added' && !areSomeOtherPets(rows)
    return `${sentence} and ${willBeAddedText(areAddedTwice)}`
  }
  const consequence = willBeAddedText(reported === 'added')
  if (ledger === undefined) return `${sentence}, and ${consequence}`
  // "It is like a pet that was added and will be added" would say that of the other pet.
  return `${sentence}. ${rows.length === 1 ? 'The row' : 'The rows'} ${consequence}`
}

function willBeAddedText(isAddedTwice: boolean): string {
  return isAddedTwice ? 'will be added again' : 'will be added'
}

function knownSentence(
  { reported, ledger }: RowKnowledge,
  rows: readonly ReviewRow[],
  viewer: Viewpoint,
): string {
  if (reported === undefined) return ledgerSentence(ledger, rows, viewer)
  const sentence = reportSentence(reported, rows.length)
  return ledger === undefined ? sentence : `${sentence}, and ${likenessClause(ledger, rows, viewer)}`
}

/** Says what the report says of rows. */
function reportSentence(reported: ReportedOutcome, count: number): string {
  switch (reported) {
    case 'added':
      return `${counted(count, 'row was', 'rows were')} already added, as the report says`
    case 'may-be-added':
      return `${counted(count, 'row')} may already have been added, as the report says`
    case 'waiting':
      return `${counted(count, 'row was', 'rows were')} not sent yet when the report was created, and may have been sent since`
    case 'unclear':
      return `${counted(count, 'row has', 'rows have')} no clear outcome in the report`
  }
}

/** Says what the ledger knows of rows that no report speaks of. */
function ledgerSentence(ledger: KnownKind, rows: readonly ReviewRow[], viewer: Viewpoint): string {
  const count = rows.length
  // If some rows are other pets, we only say that the rows are like the known pets.
  const areOnlyLike = areSomeOtherPets(rows)
  const rowsLikePets = `${counted(count, 'row is', 'rows are')} like pets that`
  switch (ledger) {
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
  }
}

/**
 * Says what the ledger knows of pets that are like rows of a report. They may be the same pets or
 * others.
 */
function likenessClause(ledger: KnownKind, rows: readonly ReviewRow[], viewer: Viewpoint): string {
  const isOnePet = new Set(rows.flatMap(({ conflicts }) => conflicts.map(answerKeyOf))).size === 1
  const areLike = `${rows.length === 1 ? 'it is' : 'they are'} like ${isOnePet ? 'a pet' : 'pets'} that`
  switch (ledger) {
    case 'added':
      return `${areLike} ${isOnePet ? 'was' : 'were'} added${whenAndWhere(rows, viewer)}`
    case 'may-be-added':
      return `${areLike} may have been added${whenAndWhere(rows, viewer)}`
    case 'waiting': {
      const place = whereWaiting(rows) + inOtherPlace(rows, viewer)
      return `${areLike} ${isOnePet ? 'is' : 'are'} still waiting${place}`
    }
  }
}

/**
 * Returns whether some of the rows are certainly other pets than the known entries. A row that is
 * corrected is one, because it was never added. If there are more rows than entries, some are, too.
 */
function areSomeOtherPets(rows: readonly ReviewRow[]): boolean {
  return rows.some(({ before }) => before !== undefined) || hasMoreRowsThanEntries(rows)
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

/** Says in which place the known pets wait, or that they wait in several. */
function whereWaiting(rows: readonly ReviewRow[]): string {
  const conflicts = rows.flatMap((row) => row.conflicts)
  const places = conflicts.map(({ row }) =>
    row === undefined ? ' on “Add a pet”' : ` in ${row.fileName ?? 'pasted rows'}`,
  )
  const [place = '', ...others] = new Set(places)
  return others.length === 0 ? place : ' in several places'
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

/** Says where the known pets were entered, if none of them was entered here. */
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
