import type { ColumnMap } from '#src/importer/import-types.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import type { ShownRow } from './RowsTable.tsx'

type Row = {
  cells: readonly string[]
  /** `undefined`: the cells are shown as they are. */
  newPet: NewPet | undefined
  columns: ColumnMap
  labels: CategoryLabels
}

const MAX_CELL_LENGTH = 200

export function renderCells({
  cells,
  newPet,
  columns,
  labels,
}: Row): Pick<ShownRow, 'name' | 'category' | 'status'> {
  const cell = (column: number | undefined) => (
    <BidiText text={column === undefined ? '' : truncate(cells[column] ?? '', MAX_CELL_LENGTH)} />
  )
  return {
    name: cell(columns.name),
    category:
      newPet === undefined ? (
        cell(columns.categoryId)
      ) : (
        <BidiText text={labels.get(newPet.categoryId) ?? newPet.categoryId} />
      ),
    status: newPet === undefined ? cell(columns.status) : <StatusTag status={newPet.status} />,
  }
}
