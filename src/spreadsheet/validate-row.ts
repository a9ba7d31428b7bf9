import { isWholeNumber } from '#src/lib/int64.ts'
import { type CategoryLabels, parseCategory, validateName } from '#src/pets/validate-new-pet.ts'
import { animalKey } from '#src/pets/animal-key.ts'
import { readStatus } from '#src/pets/pet-form.ts'
import type { ColumnMap, RowValidation, SheetRow } from './sheet.ts'

/** What spreadsheets turn long numbers into: "9.22337E+18", with a comma in some languages. */
const SCIENTIFIC_NOTATION = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i

/**
 * Whether this cell is a word where a category is expected (or nothing), so that one category can be meant by all cells
 * like it. A number that a spreadsheet has shortened may stand for several.
 */
export function isCategoryWord(cell: string): boolean {
  const text = cell.trim()
  return !isWholeNumber(text) && !SCIENTIFIC_NOTATION.test(text)
}

export function validateRow(
  row: Pick<SheetRow, 'cells'>,
  columns: ColumnMap,
  labels: CategoryLabels,
): RowValidation {
  const name = row.cells[columns.name] ?? ''
  const category = parseImportedCategory(row.cells[columns.categoryId] ?? '', labels)
  const status = readStatus(columns.status === undefined ? '' : (row.cells[columns.status] ?? ''))
  const nameError = validateName(name)
  if (nameError === undefined && category.id !== undefined && status.error === undefined) {
    return { newPet: { name, categoryId: category.id, status: status.status } }
  }
  return {
    problems: {
      ...(nameError === undefined ? {} : { name: nameError }),
      ...(category.error === undefined ? {} : { categoryId: category.error }),
      ...(status.error === undefined ? {} : { status: status.error }),
    },
  }
}

/**
 * Rows that are like an earlier row: row number → number of the earlier row. That may be intended (two dogs called Rex), so
 * it is no problem.
 *
 * @param included positions of the rows that may be sent, in their order.
 */
export function findDuplicateRows(
  rows: readonly SheetRow[],
  validations: readonly RowValidation[],
  included: Iterable<number> = rows.keys(),
): ReadonlyMap<number, number> {
  const firsts = new Map<string, number>()
  const duplicates = new Map<number, number>()
  for (const index of included) {
    const newPet = validations[index]?.newPet
    const number = rows[index]?.number
    if (newPet === undefined || number === undefined) continue
    const key = animalKey(newPet)
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, number)
    else duplicates.set(number, first)
  }
  return duplicates
}

function parseImportedCategory(cell: string, labels: CategoryLabels): ReturnType<typeof parseCategory> {
  const category = parseCategory(cell, labels)
  const text = cell.trim()
  if (category.id !== undefined || !SCIENTIFIC_NOTATION.test(text)) return category
  return {
    error: `Your spreadsheet shortened category ID "${text}". Format the column as text and save again`,
  }
}
