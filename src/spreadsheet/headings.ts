import { comparableText } from '#src/lib/plain-text.ts'
import type { PetFormField } from '#src/pets/form/pet-form.ts'
import { isPetStatus } from '#src/pets/pet.ts'
import { type CategoryLabels, parseCategory } from '#src/pets/validate-new-pet.ts'
import { isNumber } from './category-numbers.ts'
import type { ColumnMap } from './sheet.ts'
import { wholeNumberText } from './whole-number-text.ts'

/**
 * The field of a column, by its heading or by a cell. `category?` means that the column has the
 * category unless another one surely has it.
 */
export type ColumnKind = PetFormField | 'category?'

/** The longest heading in characters. The text of a cell may be a book. */
const MAX_HEADING_LENGTH = 200

/**
 * Returns the form in which headings are compared. Those that differ only in case, white space and
 * characters that cannot be seen are the same.
 */
export function normalized(heading: string): string {
  return comparableText(heading.slice(0, MAX_HEADING_LENGTH))
}

/**
 * Returns the kind of a column by its heading, or `undefined` for a column that is only copied to
 * the report.
 */
export function kindOfHeading(heading: string): ColumnKind | undefined {
  const name = normalized(heading)
  if (/^category[ _]?id$/.test(name)) return 'category'
  // This column has the label in the CSV of a list.
  if (name === 'category') return 'category?'
  return name === 'name' || name === 'status' ? name : undefined
}

export function kindOfCell(cell: string, labels: CategoryLabels): ColumnKind | undefined {
  const text = wholeNumberText(cell)
  // Beside a label, a number may be anything.
  if (isNumber(text)) return 'category?'
  if (parseCategory(text, labels).id !== undefined) return 'category'
  if (isPetStatus(text.toLowerCase())) return 'status'
  return text === '' ? undefined : 'name'
}

/** Returns the only column of each kind. A kind that two columns have is left open. */
export function columnsOf(kinds: readonly (ColumnKind | undefined)[]): ColumnMap {
  const onlyColumn = (kind: ColumnKind) => {
    const column = kinds.indexOf(kind)
    return column !== -1 && column === kinds.lastIndexOf(kind) ? column : undefined
  }
  const category = onlyColumn(kinds.includes('category') ? 'category' : 'category?')
  return { name: onlyColumn('name'), category, status: onlyColumn('status') }
}

/** Returns whether none of the headings is known. Then they may as well be a pet. */
export function isUnnamed(headings: readonly string[]): boolean {
  return headings.every((heading) => kindOfHeading(heading) === undefined)
}

/** Returns whether a row names the columns of both the name and the category. */
export function namesBothColumns(cells: readonly string[]): boolean {
  return headingScore(cells) > 0
}

/**
 * Returns how surely a row has the headings of pets. It is 0 if the row does not name both columns,
 * and more if it says that the category is an ID, and if it names the status, too. A list of
 * categories has a name and a category as well.
 */
export function headingScore(cells: readonly string[]): number {
  const kinds = new Set(cells.map(kindOfHeading))
  const isSure = kinds.has('category')
  if (!kinds.has('name') || !(isSure || kinds.has('category?'))) return 0
  return 1 + Number(isSure) + Number(kinds.has('status'))
}

/** Returns whether a row is a pet: it has a category or a status, and names no column. */
export function isPet(cells: readonly string[], labels: CategoryLabels): boolean {
  const kinds = cells.map((cell) => kindOfCell(cell, labels))
  return isUnnamed(cells) && kinds.some((kind) => kind !== undefined && kind !== 'name')
}

/** Returns the heading of a field that appears more than once, if any, in lower case. */
export function repeatedHeading(headings: readonly string[]): string | undefined {
  const names = headings.map(normalized)
  return names.find((name, column) => kindOfHeading(name) !== undefined && names.indexOf(name) < column)
}
