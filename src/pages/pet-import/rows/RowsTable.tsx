import { useEnvironment } from '#src/config/environment-context.ts'
import { OutcomeIcon } from '#src/outbox/ui/OutcomeIcon.tsx'
import { readStatus } from '#src/pets/form/pet-form.ts'
import { statusText } from '#src/pets/status-text.ts'
import { parseCategory } from '#src/pets/validate-new-pet.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Table, TableBody, TableCell, TableHead, TableRow } from '#src/ui/Table.tsx'
import { ActionButtons } from './ActionButtons.tsx'
import type { ScreenRow } from './row-types.ts'
import styles from './Rows.module.css'

const HEADINGS = ['Row', 'Name', 'Category', 'Status', 'Outcome']
const MAX_CELL_LENGTH = 200

type RowsTableProps = {
  rows: readonly ScreenRow[]
  /** The index of the first of them among all rows that the table has pages for, from 0. */
  firstIndex: number
  /** The number of rows on all pages. */
  rowCount: number
}

export function RowsTable({ rows, firstIndex, rowCount }: RowsTableProps) {
  return (
    <Table aria-label="Rows" aria-rowcount={rowCount + 1} className={`table ${styles['table']}`} data-cards>
      <TableHead names={HEADINGS} />
      <TableBody>
        {rows.map((row, index) => (
          // Row 1 of the table is its head.
          <RowOfTable key={row.id} row={row} rowIndex={firstIndex + index + 2} />
        ))}
      </TableBody>
    </Table>
  )
}

function RowOfTable({ row, rowIndex }: { row: ScreenRow; rowIndex: number }) {
  const { number, values, kind } = row
  return (
    <TableRow tabIndex={-1} data-muted={kind === 'held' || undefined} aria-rowindex={rowIndex}>
      <TableCell>{number}</TableCell>
      <TableCell>
        <BidiText text={values.name} max={MAX_CELL_LENGTH} />
      </TableCell>
      <CategoryCell category={values.category} />
      <StatusCell status={values.status} />
      <TableCell>
        <Outcome row={row} />
      </TableCell>
    </TableRow>
  )
}

/** Shows the label of the category, or the cell as it is if that is no category. */
function CategoryCell({ category }: { category: string }) {
  const { categories } = useEnvironment()
  const { id } = parseCategory(category, categories)
  const label = id === undefined ? category : (categories.get(id) ?? id)
  return (
    <TableCell>
      <BidiText text={label} max={MAX_CELL_LENGTH} />
    </TableCell>
  )
}

/** Shows the status in words, or the cell as it is if that is no status. */
function StatusCell({ status: cell }: { status: string }) {
  const { error, status } = readStatus(cell)
  const word = error === undefined ? statusText(status) : undefined
  return (
    <TableCell data-status={word}>
      <BidiText text={word ?? cell} max={MAX_CELL_LENGTH} />
    </TableCell>
  )
}

function Outcome({ row: { number, kind, text, details, actions, evidence } }: { row: ScreenRow }) {
  return (
    <div className={`row ${styles['outcome']}`}>
      <span className="row gap-1" data-kind={kind}>
        <OutcomeIcon kind={kind} />
        <BidiText text={text} />
      </span>
      {details}
      <span className={styles['buttons']}>
        <ActionButtons key={evidence} actions={actions} about={`row ${number}`} />
      </span>
    </div>
  )
}
