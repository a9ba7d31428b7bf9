import type { PetFormField } from '#src/pets/pet-form.ts'
import { isPetStatus } from '#src/pets/pet.ts'
import { type CategoryLabels, parseCategory } from '#src/pets/validate-new-pet.ts'
import type { ColumnMap, Sheet } from './sheet.ts'
import { isNumber } from './check-row.ts'

/** The field of a column with this name; `undefined` for columns that are only copied to the report. */
export function fieldOf(columnName: string): PetFormField | undefined {
  const name = normalized(columnName)
  if (/^category(?:[ _]?id)?$/.test(name)) return 'category'
  return name === 'name' || name === 'status' ? name : undefined
}

/** Names that differ only in case and white space are the same. */
export function normalized(columnName: string): string {
  // Not toLocaleLowerCase: in Turkish "CATEGORYID" would get a dotless i.
  return columnName.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** Whether none of the headings is one that is known: they may as well be a pet. */
export function isUnnamed(header: readonly string[]): boolean {
  return header.every((cell) => fieldOf(cell) === undefined)
}

export function isPet(cells: readonly string[], labels: CategoryLabels): boolean {
  return isUnnamed(cells) && cells.some((cell) => isNumber(cell) || isLabel(cell, labels) || isStatus(cell))
}

/** By the headings; without them by what stands in the first row. No column twice. */
export function mapColumns(
  { header, headerRow, rows }: Pick<Sheet, 'header' | 'headerRow' | 'rows'>,
  labels: CategoryLabels,
): ColumnMap {
  if (headerRow === undefined) return columnsOfPet(rows[0]?.cells ?? [], labels)
  const columnOf = (field: PetFormField, except = '') =>
    onlyIndex(header, (cell) => fieldOf(cell) === field && normalized(cell) !== except)
  return {
    name: columnOf('name'),
    // Beside one that names the ID, as in the CSV of a list, "category" is the label.
    category: columnOf('category') ?? columnOf('category', 'category'),
    status: columnOf('status'),
  }
}

function columnsOfPet(cells: readonly string[], labels: CategoryLabels): ColumnMap {
  // A number beside a label may be anything.
  const category = cells.some((cell) => isLabel(cell, labels))
    ? onlyIndex(cells, (cell) => isLabel(cell, labels))
    : onlyIndex(cells, isNumber)
  const status = onlyIndex(cells, isStatus)
  const name = onlyIndex(
    cells,
    (cell, index) => index !== category && index !== status && cell.trim() !== '' && !isNumber(cell),
  )
  return { name, category, status }
}

function onlyIndex(
  cells: readonly string[],
  fits: (cell: string, index: number) => boolean,
): number | undefined {
  const index = cells.findIndex(fits)
  return index !== -1 && index === cells.findLastIndex(fits) ? index : undefined
}

function isLabel(cell: string, labels: CategoryLabels): boolean {
  return !isNumber(cell) && parseCategory(cell, labels).id !== undefined
}

function isStatus(cell: string): boolean {
  return isPetStatus(cell.trim().toLowerCase())
}
