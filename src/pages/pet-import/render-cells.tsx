import type { ColumnMap } from '#src/spreadsheet/sheet.ts'
import { readStatus } from '#src/spreadsheet/validate-row.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { type CategoryLabels, parseCategory } from '#src/pets/validate-new-pet.ts'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import type { ShownRow } from './RowsTable.tsx'

type Row = {
  cells: readonly string[]
  /** What is or was sent; `undefined` when something is wrong with the row. */
  newPet: NewPet | undefined
  columns: ColumnMap
  labels: CategoryLabels
}

const MAX_CELL_LENGTH = 200

/** As a pet; what is wrong is shown as it is in the file. */
export function renderCells({
  cells,
  newPet,
  columns,
  labels,
}: Row): Pick<ShownRow, 'name' | 'category' | 'status'> {
  const textOf = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''))
  const category = textOf(columns.categoryId)
  const id = newPet?.categoryId ?? parseCategory(category, labels).id
  const status = newPet ?? readStatus(textOf(columns.status))
  return {
    name: <CellText text={textOf(columns.name)} />,
    category: <CellText text={id === undefined ? category : (labels.get(id) ?? id)} />,
    status:
      'error' in status ? <CellText text={textOf(columns.status)} /> : <StatusTag status={status.status} />,
  }
}

function CellText({ text }: { text: string }) {
  return <BidiText text={truncate(text, MAX_CELL_LENGTH)} />
}
