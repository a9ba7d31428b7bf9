import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { entryIdOf, type ImportRow } from '#src/outbox/entry.ts'
import type { OpenImport, OpenImportSnapshot } from '#src/outbox/open-import.ts'
import type { Pet } from '#src/pets/pet.ts'
import { useSessionState } from '#src/session/session-context.ts'
import { valuesOf } from '#src/spreadsheet/sheet.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import type { RowAction, RowGroup, ScreenRow } from './rows/row-types.ts'
import { Rows } from './rows/Rows.tsx'
import { ListCheck } from './run/ListCheck.tsx'
import {
  type DecisionGroup,
  decisionGroups,
  type DuplicateGroup,
  duplicateGroups,
  outcomeGroups,
} from './run/run-groups.ts'
import { runRow } from './run/run-row.ts'
import { runStage } from './run/run-stage.ts'
import { RunRowDetails } from './run/RunRowDetails.tsx'
import { shownVerdict } from './run/shown-verdict.ts'

type DecisionId = NonNullable<DecisionGroup['action']>['id']

/**
 * The rows of an import that was started, what is to be decided about them, and what the lists say.
 */
export function RunRows({ openImport, snapshot }: { openImport: OpenImport; snapshot: OpenImportSnapshot }) {
  const { name: environmentName } = useEnvironment()
  const hasKeyEnded = useSessionState().kind === 'key-ended'
  const { entries, verdicts, check, conflicts } = snapshot
  const stage = runStage(snapshot)
  const isRunning = stage === 'running'

  const decide = (id: DecisionId, rows: readonly ImportRow[]) => {
    switch (id) {
      case 'send-again':
        return openImport.sendAgain(rows.map(entryIdOf))
      case 'mark-added':
        return openImport.markAdded(
          rows.map((entry) => ({
            entryId: entryIdOf(entry),
            petId: shownVerdict(entry, verdicts)?.pets[0]?.id,
          })),
        )
      case 'include':
        return openImport.include(rows)
    }
  }

  const toRowAction = (action: { id: DecisionId; label: string }, rows: readonly ImportRow[]): RowAction => ({
    ...action,
    onPress: () => void decide(action.id, rows),
  })

  const toDecision = ({ action, ...group }: DecisionGroup): RowGroup<ImportRow> => ({
    ...group,
    title: 'Your decision',
    actions: action === undefined ? [] : [toRowAction(action, group.rows)],
  })

  const toScreenRow = (entry: ImportRow): ScreenRow => {
    const { number, cells } = entry.row
    const row = runRow(entry, shownVerdict(entry, verdicts), { stage, hasKeyEnded, conflicts })
    return {
      number,
      values: valuesOf(cells, openImport.record.columns),
      kind: row.kind,
      text: row.text,
      details: <RunRowDetails row={row} />,
      actions: row.actions.map((action) => toRowAction(action, [entry])),
      evidence: row.foundId,
    }
  }

  const decisions = isRunning ? [] : decisionGroups(snapshot, environmentName)
  const groups: readonly RowGroup<ImportRow>[] = [
    ...outcomeGroups(entries),
    ...decisions.map(toDecision),
    ...duplicateGroups(check).map(toDuplicate),
  ]
  return (
    <Rows all={entries} groups={groups} toScreenRow={toScreenRow}>
      {!isRunning && <ListCheck openImport={openImport} snapshot={snapshot} />}
    </Rows>
  )
}

function toDuplicate({ pet, ...group }: DuplicateGroup): RowGroup<ImportRow> {
  return { ...group, title: 'Possible duplicates', details: <PetLink pet={pet} /> }
}

function PetLink({ pet }: { pet: Pet }) {
  const { id: environmentId } = useEnvironment()
  return (
    <Link to={`/${environmentId}/pets/${pet.id}`}>
      <BidiText text={pet.name} max={60} />, ID {pet.id}
    </Link>
  )
}
