import { type Accepted, type Entry, type Import, NOTHING_ACCEPTED } from '#src/outbox/entry.ts'
import { nameConflicts } from '#src/outbox/answers.ts'
import { pressOf } from '#src/outbox/entry-rules.ts'
import { plainText } from '#src/lib/plain-text.ts'
import { PET_FORM_FIELDS, type PetFormField } from '#src/pets/form/pet-form.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { type ColumnMap, valuesOf } from '#src/spreadsheet/sheet.ts'
import { isOtherPet } from './is-other-pet.ts'
import type { Draft, DraftRow, ReviewRow } from './review.ts'

const NO_COLUMNS: ColumnMap = { name: undefined, category: undefined, status: undefined }

/** The texts that fields of a row get. A field that is left out stays as it is. */
export type NewValues = Partial<Record<PetFormField, string | undefined>>

/** Returns the changes of a row, by the row as it was on the screen and as it is now. */
export type RowChange = (shownRow: ReviewRow, currentRow: DraftRow) => Partial<DraftRow>

/** Returns a sheet in which these rows are changed. */
export function withChangedRows(
  sheet: Draft['sheet'],
  shownRows: readonly ReviewRow[],
  change: RowChange,
): Draft['sheet'] {
  const shownByNumber = new Map(shownRows.map((row) => [row.number, row]))
  const rows = sheet.rows.map((row) => {
    const shownRow = shownByNumber.get(row.number)
    return shownRow === undefined ? row : { ...row, ...change(shownRow, row) }
  })
  return { ...sheet, rows }
}

/**
 * Returns the change that gives a row other values. A category ID that a person has typed or
 * confirmed is not rounded. If the row becomes another pet, the answer about the former one is
 * taken back.
 */
export function valueChange(
  columns: ColumnMap,
  valuesFor: (row: ReviewRow) => NewValues,
  labels: CategoryLabels,
): RowChange {
  return (shownRow, { cells, fileCells = cells, confirmedId, decision }) => {
    const values = valuesFor(shownRow)
    const textsByColumn = new Map(PET_FORM_FIELDS.map((field) => [columns[field], values[field]]))
    const changedCells = cells.map((cell, column) => textsByColumn.get(column) ?? cell)
    const before = { values: valuesOf(cells, columns), confirmedId }
    const becomesOtherPet = isOtherPet(before, valuesOf(changedCells, columns), labels)
    const { category } = values
    return {
      cells: changedCells,
      fileCells,
      confirmedId: category === undefined ? confirmedId : plainText(category),
      decision: becomesOtherPet ? withoutAnswer(decision) : decision,
    }
  }
}

/**
 * Returns the answer that including a row gives. The screen names what may already have added it
 * only where the row is left out for that.
 */
export function answerOfIncluding({
  conflicts,
  leftOutBy,
}: Pick<ReviewRow, 'conflicts' | 'leftOutBy'>): Accepted {
  const isNamed = leftOutBy === 'look-alike' || leftOutBy === 'report'
  return isNamed ? nameConflicts(conflicts) : NOTHING_ACCEPTED
}

/**
 * Returns the decision about a row that is another pet by now: what was asked was about the first.
 */
function withoutAnswer(decision: DraftRow['decision']): DraftRow['decision'] {
  return decision?.kind === 'included' ? { ...decision, accepted: NOTHING_ACCEPTED } : decision
}

/** Returns a sheet with another column for a field. No column has two fields. */
export function withColumn(
  sheet: Draft['sheet'],
  field: PetFormField,
  column: number | undefined,
): Draft['sheet'] {
  const unlessChosen = (current: number | undefined) => (current === column ? undefined : current)
  const otherColumns = {
    name: unlessChosen(sheet.columns.name),
    category: unlessChosen(sheet.columns.category),
    status: unlessChosen(sheet.columns.status),
  }
  // With another name or category, each row is another pet.
  const rows =
    field === 'status'
      ? sheet.rows
      : sheet.rows.map(({ decision, ...row }) => ({ ...row, decision: withoutAnswer(decision) }))
  return { ...sheet, rows, columns: { ...otherColumns, [field]: column } }
}

/**
 * Returns rows of an import that were not added, to be corrected.
 *
 * @param aside the rows that were under review before, and come back after these
 */
export function draftOfCorrections(
  batch: Import,
  entries: readonly Entry[],
  aside: Draft | undefined,
): Draft {
  const { fileName, header, columns = NO_COLUMNS } = batch
  const rows = entries.map((entry) => {
    const { row = { number: 0, cells: [] }, position, state } = entry
    const rejection = state.kind === 'rejected' ? state.message : undefined
    return { number: row.number, cells: row.cells, before: { position, press: pressOf(entry), rejection } }
  })
  const headings = header && { number: 1, cells: header }
  return { fileName, sheet: { headings, rows, columns, notes: [] }, batch, aside }
}
