import type { EnvironmentNames } from '#src/config/environment-names.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { counted } from '#src/lib/counted.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { stillCheckingText } from '#src/outbox/lists/still-checking-text.ts'
import type { ImportVerdict } from '#src/outbox/lists/verdict.ts'
import type { Duplicate } from '#src/outbox/lists/duplicates.ts'
import { entryIdOf, type ImportRow } from '#src/outbox/entry.ts'
import { canBeLeftOutAgain } from '#src/outbox/answers.ts'
import { COUNTED, countedKind, answerKeyOf } from '#src/outbox/entry-rules.ts'
import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'
import { OUTCOME_LABELS } from '#src/outbox/ui/OutcomeIcon.tsx'
import { conflictText, MAY_MATCH } from '#src/outbox/conflict-text.ts'
import { knownKindOf } from '#src/pages/pet-import/known-kind.ts'
import { areConflictsRead, conflictsOfRow } from './conflicts-of-row.ts'
import { shownVerdict } from './shown-verdict.ts'

/** Entries with the same outcome, or about which the same has to be decided. */
type RunGroup = {
  readonly key: string
  readonly label: string
  readonly rows: readonly ImportRow[]
}

/**
 * Entries about which the lists say the same, so that the person can decide about all of them at
 * once.
 */
export type DecisionGroup = RunGroup & {
  /** `false` while the lists may still tell by themselves what became of the rows. */
  readonly canBeDecided: boolean
  readonly action:
    | { readonly id: 'send-again' | 'mark-added' | 'include' | 'leave-out'; readonly label: string }
    | undefined
  /** A text that changes when there is other evidence about one of the entries. */
  readonly evidence: string
}

/** The environment and the sign-in to which an import is shown. */
type Viewpoint = {
  readonly environmentName: string
  readonly signInId: string | undefined
  readonly environmentNames: EnvironmentNames
}

/** An added entry, with a pet of the lists that is like it but answers no entry. */
export type DuplicateGroup = RunGroup & { readonly pet: Duplicate['pet'] }

/** The decisions in the order in which they are shown. */
const DECISIONS = [
  'unknown',
  'found',
  'taken-by-another-row',
  'maybe-other-entry',
  'not-added',
  'cannot-tell',
  'may-be-taken',
  'held-added',
  'held',
  'held-waiting',
  'held-without-conflict',
  'no-longer-left-out',
  'not-found-yet',
] as const

type DecisionKind = (typeof DECISIONS)[number]

/**
 * The decision about a row that is left out, by what is known of the pets that it is like:
 *
 * - `held-added`: they were added.
 * - `held`: they may have been added.
 * - `held-waiting`: they still wait.
 * - `held-without-conflict`: they were certainly not added.
 */
type HeldDecisionKind = Extract<DecisionKind, `held${string}`>

/** The decision that a row needs from the person, with the verdict that it rests on. */
export type Decision =
  | { readonly kind: 'unknown' | 'no-longer-left-out' | HeldDecisionKind }
  | {
      readonly kind: Exclude<DecisionKind, 'unknown' | 'no-longer-left-out' | HeldDecisionKind>
      readonly verdict: ImportVerdict
    }

/**
 * Returns the entries by their outcome. An entry that is being sent still waits for its outcome.
 */
export function outcomeGroups(entries: readonly ImportRow[]): readonly RunGroup[] {
  const entriesByKind = Map.groupBy(entries, ({ state }) => countedKind(state))
  return COUNTED.map((kind) => ({
    key: kind,
    label: OUTCOME_LABELS[kind],
    rows: entriesByKind.get(kind) ?? [],
  }))
}

/**
 * Returns the rows about which the person has to decide, grouped by the decision.
 */
export function decisionGroups(
  { entries, verdicts, conflicts }: Pick<OpenImportSnapshot, 'entries' | 'verdicts' | 'conflicts'>,
  { environmentName, signInId, environmentNames }: Viewpoint,
): readonly DecisionGroup[] {
  const decisionAbout = (row: ImportRow): Decision | undefined => {
    if (row.state.kind === 'held') return { kind: heldDecisionOf(row, conflicts, signInId) }
    if (canBeLeftOutAgain(row)) return { kind: 'no-longer-left-out' }
    return decisionOf(row, shownVerdict(row, verdicts))
  }
  const rowsByKind = Map.groupBy(entries, (row) => decisionAbout(row)?.kind)
  return DECISIONS.flatMap((kind) => {
    const rows = rowsByKind.get(kind) ?? []
    const [first] = rows
    const decision = first && decisionAbout(first)
    if (decision === undefined) return []
    return {
      key: `decide ${kind}`,
      canBeDecided: kind !== 'not-found-yet',
      label: decisionLabel(decision, environmentName),
      rows,
      action: rows.every((row) => areConflictsRead(row, conflicts))
        ? decisionAction(kind, rows.length)
        : undefined,
      evidence: rows
        .map((row) => evidenceText(row, shownVerdict(row, verdicts), conflicts, environmentNames))
        .join(),
    }
  })
}

function heldDecisionOf(
  row: ImportRow,
  conflicts: OpenImportSnapshot['conflicts'],
  signInId: string | undefined,
): HeldDecisionKind {
  if (isHeldWithoutConflict(row, conflicts)) return 'held-without-conflict'
  const rowConflicts = conflictsOfRow(row, conflicts)
  if (rowConflicts.length === 0) return 'held'
  const { environmentId, baseUrl } = row
  switch (knownKindOf(rowConflicts, { environmentId, baseUrl, signInId })) {
    case 'added':
      return 'held-added'
    case 'waiting':
      return 'held-waiting'
    case 'may-be-added':
      return 'held'
  }
}

/** Returns whether all that held the row was given up since, or is another pet by now. */
function isHeldWithoutConflict(row: ImportRow, conflicts: OpenImportSnapshot['conflicts']): boolean {
  if (row.state.kind !== 'held') return false
  // If a row stands for its whole import, other rows of that import may have been added.
  const isHeldByImport = (row.state.imports ?? []).length > 0
  const areHoldersKnown = row.state.by.every((id) => conflicts.get(id) !== undefined)
  return areHoldersKnown && !isHeldByImport && conflictsOfRow(row, conflicts).length === 0
}

/**
 * Returns what the person has to decide about a row, or `undefined` if there is nothing.
 * `maybe-other-entry` means that another entry may have added its pet.
 */
export function decisionOf({ state }: ImportRow, verdict: ImportVerdict | undefined): Decision | undefined {
  if (verdict === undefined) return state.kind === 'unknown' ? { kind: 'unknown' } : undefined
  const mayBeOther = verdict.conflicts.length > 0 && verdict.checkAgainAt === undefined
  const isPetInList = verdict.kind === 'found' || verdict.kind === 'taken-by-another-row'
  if (!isPetInList && mayBeOther) return { kind: 'maybe-other-entry', verdict }
  return { kind: verdict.kind, verdict }
}

/** Counts the unknown rows about which the lists may still tell by themselves. */
export function countStillChecked({
  entries,
  verdicts,
}: Pick<OpenImportSnapshot, 'entries' | 'verdicts'>): number {
  const decisions = entries.map((row) => decisionOf(row, shownVerdict(row, verdicts)))
  return decisions.filter((decision) => decision?.kind === 'not-found-yet').length
}

function decisionLabel(decision: Decision, environmentName: string): string {
  switch (decision.kind) {
    case 'unknown':
      return 'Unknown: may have been added'
    case 'held-added':
      return 'Left out: like pets that were already added'
    case 'held':
      return 'Left out: may already have been added'
    case 'held-waiting':
      return 'Left out: like pets that were not sent yet'
    case 'held-without-conflict':
      return 'Left out, but what they may have matched was not added'
    case 'no-longer-left-out':
      return 'No longer left out: will be added'
    case 'found':
      return 'Found in the list'
    case 'taken-by-another-row':
      return 'Like a pet in the list that counts for another row'
    case 'maybe-other-entry':
      return MAY_MATCH
    case 'not-added':
      return `Not added (${environmentName} checked at ${formatTime(decision.verdict.readAt)})`
    case 'not-found-yet':
      return stillCheckingText(decision.verdict)
    case 'cannot-tell':
      return `Not among the pets ${environmentName} shows. Sending again could create duplicates`
    case 'may-be-taken':
      return `${environmentName} has pets like these, which may be others. Sending again could create duplicates`
  }
}

function decisionAction(decision: DecisionKind, rowCount: number): DecisionGroup['action'] {
  switch (decision) {
    case 'found':
      return { id: 'mark-added', label: `Mark ${counted(rowCount, 'row')} as added` }
    case 'not-added':
    case 'cannot-tell':
    case 'may-be-taken':
      return { id: 'send-again', label: `Send ${counted(rowCount, 'row')} again` }
    case 'held-added':
    case 'held':
    case 'held-waiting':
    case 'held-without-conflict':
      return { id: 'include', label: 'Include them' }
    case 'no-longer-left-out':
      return { id: 'leave-out', label: 'Leave them out' }
    case 'taken-by-another-row':
    case 'maybe-other-entry':
      // The person decides row by row, because each row names the pet or entry that it may be.
      return undefined
    case 'unknown':
    case 'not-found-yet':
      return undefined
  }
}

function evidenceText(
  entry: ImportRow,
  verdict: ImportVerdict | undefined,
  conflicts: OpenImportSnapshot['conflicts'],
  environmentNames: EnvironmentNames,
): string {
  const { state } = entry
  if (state.kind !== 'held') return [entryIdOf(entry), ...shownPetIds(verdict)].join(' ')
  const texts = conflictsOfRow(entry, conflicts).map(
    (conflict) => `${answerKeyOf(conflict)} ${conflictText(conflict, entry, environmentNames)}`,
  )
  return `${entryIdOf(entry)} ${state.by.join(' ')} ${texts.join(' ')}`
}

/** Returns the IDs of the pets that the row names, or that make its verdict uncertain. */
function shownPetIds(verdict: ImportVerdict | undefined): readonly Int64[] {
  const { pets = [], doubtfulPets = [], olderPets = [] } = verdict ?? {}
  return [...pets.slice(0, 1), ...doubtfulPets, ...olderPets].map(({ id }) => id)
}

/** Returns one group for each possible duplicate. There are none until lists have been read. */
export function duplicateGroups(check: OpenImportSnapshot['check']): readonly DuplicateGroup[] {
  if (check.kind === 'none') return []
  return check.duplicates.map(({ pet, entry }) => ({
    key: pet.id,
    label: `Another pet matches row ${entry.row.number}`,
    rows: [entry],
    pet,
  }))
}
