import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { environmentNamesOf } from '#src/config/environment-names.ts'
import { petPath } from '#src/lib/paths.ts'
import type { ImportRow } from '#src/outbox/entry.ts'
import type { OpenImport, OpenImportSnapshot } from '#src/outbox/open-import.ts'
import type { Pet } from '#src/pets/pet.ts'
import { useSessionState } from '#src/session/session-context.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import type { RowGroup } from '#src/pages/pet-import/rows/row-types.ts'
import { Rows } from '#src/pages/pet-import/rows/Rows.tsx'
import { ListCheck } from './ListCheck.tsx'
import { toRowAction } from './run-decisions.ts'
import {
  type DecisionGroup,
  decisionGroups,
  type DuplicateGroup,
  duplicateGroups,
  outcomeGroups,
} from './run-groups.ts'
import { runRow } from './run-row.ts'
import { toScreenRow } from './run-screen-row.tsx'
import type { RunStage } from './run-stage.ts'
import { shownVerdict } from './shown-verdict.ts'
import { hasKeyEnded } from '#src/session/session-state.ts'

type RunRowsProps = { openImport: OpenImport; snapshot: OpenImportSnapshot; stage: RunStage }

/**
 * Shows the rows of an import that was started, the decisions about them, and what the lists say.
 */
export function RunRows({ openImport, snapshot, stage }: RunRowsProps) {
  const environment = useEnvironment()
  const environmentNames = environmentNamesOf(environment)
  const session = useSessionState()
  const { entries, verdicts, check, conflicts } = snapshot
  const isRunning = stage === 'running'
  const decider = { openImport, verdicts }
  const canDo = ({ id }: Parameters<typeof toRowAction>[1]) => id === 'mark-added' || snapshot.canBeSent

  const toDecision = ({ action, canBeDecided, ...group }: DecisionGroup): RowGroup<ImportRow> => ({
    ...group,
    title: canBeDecided ? 'Your decision' : 'Nothing to decide yet',
    actions: action !== undefined && canDo(action) ? [toRowAction(decider, action, group.rows)] : [],
  })

  const toTableRow = (row: ImportRow) => {
    const content = runRow(row, shownVerdict(row, verdicts), {
      stage,
      hasKeyEnded: hasKeyEnded(session),
      environmentNames,
      conflicts,
    })
    const actions = content.actions.filter(canDo).map((action) => toRowAction(decider, action, [row]))
    return toScreenRow(row, content, openImport.record.columns, actions)
  }

  const decisions = isRunning
    ? []
    : decisionGroups(snapshot, {
        environmentName: environment.name,
        signInId: session.signInId,
        environmentNames,
      })
  const groups: readonly RowGroup<ImportRow>[] = [
    ...outcomeGroups(entries),
    ...decisions.map(toDecision),
    ...duplicateGroups(check).map(toDuplicate),
  ]
  return (
    <Rows all={entries} groups={groups} toScreenRow={toTableRow}>
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
    <Link to={petPath(environmentId, pet.id)}>
      <BidiText text={pet.name} max={60} />, ID {pet.id}
    </Link>
  )
}
