import type { ColumnMap } from '#src/importer/import-types.ts'
import { shorten } from '#src/lib/shorten.ts'
import type { CategoryLabels } from '#src/pets/new-pet.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { Isolated } from '#src/ui/Isolated.tsx'
import type { ShownRow } from './RowsTable.tsx'

type Row = {
  cells: readonly string[]
  /** `undefined`: the cells are shown as they came. */
  newPet: NewPet | undefined
  columns: ColumnMap
  labels: CategoryLabels
}

/** A cell shows no more than this. Characters. */
const LONGEST_CELL = 200

/** What a row says, before it is sent and after. */
export function shownCells({
  cells,
  newPet,
  columns,
  labels,
}: Row): Pick<ShownRow, 'name' | 'category' | 'status'> {
  const cell = (column: number | undefined) => (
    <Isolated text={column === undefined ? '' : shorten(cells[column] ?? '', LONGEST_CELL)} />
  )
  return {
    name: cell(columns.name),
    category:
      newPet === undefined ? (
        cell(columns.categoryId)
      ) : (
        <Isolated text={labels.get(newPet.categoryId) ?? newPet.categoryId} />
      ),
    status: newPet === undefined ? cell(columns.status) : <StatusTag status={newPet.status} />,
  }
}
