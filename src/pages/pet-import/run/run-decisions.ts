import { entryIdOf, type ImportRow } from '#src/outbox/entry.ts'
import type { ImportVerdict } from '#src/outbox/lists/verdict.ts'
import type { OpenImport, OpenImportSnapshot } from '#src/outbox/open-import.ts'
import type { Mark } from '#src/outbox/transitions/decide.ts'
import type { RowAction } from '#src/pages/pet-import/rows/row-types.ts'
import type { DecisionGroup } from './run-groups.ts'
import { namedSimilarIds } from './run-row.ts'
import { shownVerdict } from './shown-verdict.ts'

type Action = NonNullable<DecisionGroup['action']>

type Decider = {
  readonly openImport: Pick<OpenImport, 'sendAgain' | 'markAdded' | 'include' | 'leaveOut'>
  /** The verdicts that are on the screen. */
  readonly verdicts: OpenImportSnapshot['verdicts']
}

/** Returns the button that decides about these rows. */
export function toRowAction(decider: Decider, { id, label }: Action, rows: readonly ImportRow[]): RowAction {
  return { id, label, onPress: () => void decide(decider, id, rows) }
}

function decide(
  { openImport, verdicts }: Decider,
  id: Action['id'],
  rows: readonly ImportRow[],
): Promise<void> {
  switch (id) {
    case 'send-again':
      return openImport.sendAgain(rows.map(entryIdOf))
    case 'mark-added':
      return openImport.markAdded(rows.map((row) => markByVerdict(row, shownVerdict(row, verdicts))))
    case 'include':
      return openImport.include(rows)
    case 'leave-out':
      return openImport.leaveOut(rows)
  }
}

/** Returns the word of "Mark as added" about a row: its pet, or that it is none of those named. */
function markByVerdict(row: ImportRow, verdict: ImportVerdict | undefined): Mark {
  return { entryId: entryIdOf(row), petId: verdict?.pets[0]?.id, shownIds: namedSimilarIds(verdict) }
}
