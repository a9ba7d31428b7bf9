import { isWholeNumber } from '#src/lib/int64.ts'
import { animalKey } from '#src/pets/animal-key.ts'
import { checkPetForm, type PetFormValues } from '#src/pets/pet-form.ts'
import { type CategoryLabels, parseCategory } from '#src/pets/validate-new-pet.ts'
import type { ColumnMap, RowValidation, SheetRow } from './sheet.ts'

/** What spreadsheets turn long numbers into: "9.22337E+18", with a comma in some languages. */
const SCIENTIFIC_NOTATION = /^([+-]?\d+)(?:[.,](\d+))?E([+-]?\d+)$/i

/** They keep 15 digits of a number, and put noughts in place of the others. */
const ROUNDED_NUMBER = /^[+-]?0*[1-9]\d{14}0+$/

export const MAYBE_ROUNDED = 'Your spreadsheet may have rounded this ID'

/**
 * Whether this cell is a word where a category is expected (or nothing), so that one category can be meant by all cells
 * like it. A number that a spreadsheet has shortened may stand for several.
 */
export function isCategoryWord(cell: string): boolean {
  const text = cell.trim()
  return !isWholeNumber(text) && !SCIENTIFIC_NOTATION.test(text)
}

/** All digits of an ID that may be rounded, as far as they are known; `undefined` where it is no ID. */
export function digitsOf(cell: string): string | undefined {
  const text = cell.trim()
  if (isWholeNumber(text)) return text
  const [, whole = '', fraction = '', exponent = ''] = SCIENTIFIC_NOTATION.exec(text) ?? []
  const noughts = Number(exponent) - fraction.length
  // More would be no 64-bit number.
  return whole === '' || noughts < 0 || noughts > 20 ? undefined : whole + fraction + '0'.repeat(noughts)
}

/** As they stand in the fields of a pet; '' where there is no such column. */
export function valuesOf({ cells }: Pick<SheetRow, 'cells'>, columns: ColumnMap): PetFormValues {
  const textOf = (column: number | undefined) => cells[column ?? -1] ?? ''
  return { name: textOf(columns.name), category: textOf(columns.category), status: textOf(columns.status) }
}

export function validateRow(
  row: Pick<SheetRow, 'cells' | 'confirmedId'>,
  columns: ColumnMap,
  labels: CategoryLabels,
): RowValidation {
  const values = valuesOf(row, columns)
  const validation = checkPetForm(values, labels)
  const text = values.category.trim()
  const isShortened = SCIENTIFIC_NOTATION.test(text) && parseCategory(text, labels).id === undefined
  if (text === row.confirmedId || !(isShortened || ROUNDED_NUMBER.test(text))) return validation
  return { errors: { ...validation.errors, category: MAYBE_ROUNDED } }
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
