import { useMemo, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { environmentNamesOf } from '#src/config/environment-names.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import type { RowAction, RowGroup, ScreenRow } from '#src/pages/pet-import/rows/row-types.ts'
import { Rows } from '#src/pages/pet-import/rows/Rows.tsx'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import { useStock } from '#src/pets/stock/use-stock.ts'
import { useSessionState } from '#src/session/session-context.ts'
import { Columns } from './Columns.tsx'
import { CorrectionDetails } from './CorrectionDetails.tsx'
import type { Review, ReviewRow } from './review.ts'
import { perform, type ReviewCommand, type RowsToEdit } from './review-command.ts'
import { evidenceOf, type Viewpoint } from './known-groups.ts'
import type { ReviewGroup } from './review-group.ts'
import { reviewGroups } from './review-groups.ts'
import { rowOutcome } from './review-row.ts'
import type { ReviewStore } from './review-store.ts'
import { RowDialog } from './RowDialog.tsx'

/**
 * Shows which rows are ready, what is wrong with the others, and which look like another pet. Until
 * it is known what the columns mean, it only asks for that.
 */
export function ReviewRows({ review, store }: { review: Review; store: ReviewStore }) {
  const { outbox } = useOutbox()
  const { signInId } = useSessionState()
  const { id: environmentId, name: environmentName, baseUrl } = outbox.environment
  const environmentNames = environmentNamesOf(useEnvironment())
  const viewpoint: Viewpoint = { environmentId, baseUrl, signInId, environmentNames }
  const { stock } = useStock()
  const [rowsToEdit, setRowsToEdit] = useState<RowsToEdit>()
  const petsByKey = useMemo(() => new Map(stock.pets.map((pet) => [lookalikeKeyOf(pet), pet])), [stock])

  const toRowAction = ({
    command,
    ...action
  }: Omit<RowAction, 'onPress'> & { command: ReviewCommand }): RowAction => ({
    ...action,
    onPress: () => perform(command, store, setRowsToEdit),
  })
  const toRowGroup = ({ actions = [], ...group }: ReviewGroup): RowGroup<ReviewRow> => ({
    ...group,
    actions: actions.map(toRowAction),
  })
  const toScreenRow = (row: ReviewRow): ScreenRow => {
    const { kind, text, actions } = rowOutcome(row, petsByKey)
    return {
      id: String(row.number),
      number: row.number,
      values: row.values,
      kind,
      text,
      details: row.before !== undefined && <CorrectionDetails row={row} viewpoint={viewpoint} />,
      actions: actions.map(toRowAction),
      evidence: evidenceOf(row, viewpoint),
    }
  }

  const { batch, hasColumns } = review
  const groups = hasColumns ? reviewGroups(review, petsByKey, environmentName, viewpoint) : []

  return (
    <>
      <Rows
        all={hasColumns ? review.rows : []}
        groups={groups.map(toRowGroup)}
        toScreenRow={toScreenRow}
        tools={batch === undefined && <Columns review={review} store={store} />}
      />
      {rowsToEdit !== undefined && (
        <RowDialog
          key={rowsToEdit.rows[0].number}
          {...rowsToEdit}
          review={review}
          store={store}
          onEdit={setRowsToEdit}
        />
      )}
    </>
  )
}
