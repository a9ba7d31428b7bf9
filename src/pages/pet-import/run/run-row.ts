import type { EnvironmentNames } from '#src/config/environment-names.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { conflictSentence, conflictsOfRowSentence, MAY_MATCH } from '#src/outbox/conflict-text.ts'
import { type ImportVerdict, maySendAgain } from '#src/outbox/lists/verdict.ts'
import type { ImportRow } from '#src/outbox/entry.ts'
import { canBeLeftOutAgain } from '#src/outbox/answers.ts'
import { isCheckable } from '#src/outbox/entry-rules.ts'
import { OUTCOME_LABELS } from '#src/outbox/ui/OutcomeIcon.tsx'
import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'
import { areConflictsRead, conflictsOfRow } from './conflicts-of-row.ts'
import type { RunStage } from './run-stage.ts'

type RunRowAction = {
  readonly id: 'send-again' | 'mark-added' | 'include' | 'leave-out'
  readonly label: string
}

/** The content of an entry's row, besides its cells. */
export type RunRow = {
  readonly kind: keyof typeof OUTCOME_LABELS
  readonly text: string
  /** The pet that was added. */
  readonly addedId: Int64 | undefined
  /** The answer of the service, or another remark about the outcome. */
  readonly message: string | undefined
  /**
   * Says which entries may already have added the pet, in a whole sentence. It is `undefined` if
   * there are none.
   */
  readonly lookalikes: string | undefined
  /** The pet of the lists that may be the one which was sent. */
  readonly foundId: Int64 | undefined
  /** A few pets of the lists that are like it, but are probably others. */
  readonly similarIds: readonly Int64[]
  /** The number of further pets like these. */
  readonly moreSimilarCount: number
  readonly actions: readonly RunRowAction[]
}

type RunSituation = Pick<OpenImportSnapshot, 'conflicts'> & {
  readonly stage: RunStage
  readonly hasKeyEnded: boolean
  readonly environmentNames: EnvironmentNames
}

export function runRow(
  entry: ImportRow,
  verdict: ImportVerdict | undefined,
  situation: RunSituation,
): RunRow {
  const { state } = entry
  const similarIds = namedSimilarIds(verdict)
  return {
    kind: state.kind,
    text: OUTCOME_LABELS[state.kind],
    addedId: state.kind === 'added' ? state.id : undefined,
    message: messageOf(state),
    lookalikes: lookalikesText(entry, verdict, situation),
    foundId: verdict?.pets[0]?.id,
    similarIds,
    moreSimilarCount: similarIdsOf(verdict).length - similarIds.length,
    actions: actionsFor(entry, verdict, situation),
  }
}

/** The largest number of similar pets that a row names by their IDs. */
const MAX_NAMED_PETS = 3

/** Returns the IDs of the similar pets that a row names. */
export function namedSimilarIds(verdict: ImportVerdict | undefined): readonly Int64[] {
  return similarIdsOf(verdict).slice(0, MAX_NAMED_PETS)
}

function similarIdsOf(verdict: ImportVerdict | undefined): readonly Int64[] {
  if (verdict?.kind !== 'may-be-taken' && verdict?.kind !== 'taken-by-another-row') return []
  const { doubtfulPets = [], olderPets = [] } = verdict
  return [...doubtfulPets, ...olderPets].map(({ id }) => id)
}

function messageOf(state: ImportRow['state']): string | undefined {
  switch (state.kind) {
    case 'added':
      return state.note
    case 'rejected':
    case 'not-sent':
    case 'unknown':
      return state.message
    case 'waiting':
    case 'held':
    case 'sending':
      return undefined
  }
}

function lookalikesText(
  entry: ImportRow,
  verdict: ImportVerdict | undefined,
  { conflicts, environmentNames }: Pick<RunSituation, 'conflicts' | 'environmentNames'>,
): string | undefined {
  if (entry.state.kind === 'held')
    return conflictsOfRowSentence(conflictsOfRow(entry, conflicts), entry, environmentNames)
  return conflictSentence(MAY_MATCH, verdict?.conflicts ?? [], entry, environmentNames)
}

function actionsFor(
  entry: ImportRow,
  verdict: ImportVerdict | undefined,
  { stage, hasKeyEnded, conflicts }: RunSituation,
): readonly RunRowAction[] {
  if (stage === 'running') return []
  if (entry.state.kind === 'held')
    return areConflictsRead(entry, conflicts) ? [{ id: 'include', label: 'Include' }] : []
  if (canBeLeftOutAgain(entry)) return [{ id: 'leave-out', label: 'Leave out' }]
  if (!isCheckable(entry)) return []
  const maySend = maySendAgain(verdict) && verdict?.kind !== 'found' && !hasKeyEnded
  const markAdded = { id: 'mark-added', label: 'Mark as added' } as const
  // "Send again" appears by itself. It comes last, so that no button moves under the pointer.
  return maySend ? [markAdded, { id: 'send-again', label: 'Send again' }] : [markAdded]
}
