import { isWholeNumber } from '#src/lib/int64.ts'
import { type CategoryLabels, parseCategory, validateName } from '#src/pets/validate-new-pet.ts'
import { isPetStatus, type NewPet, type PetStatus } from '#src/pets/pet.ts'
import { isSameNewPet, samePetKey } from '#src/pets/same-pet.ts'
import type { ColumnMap, RowValidation, Sheet, SheetRow } from './import-types.ts'
import { createTimeSlice } from './time-slice.ts'

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

export async function validateRows(
  sheet: Sheet,
  columns: ColumnMap,
  labels: CategoryLabels,
): Promise<readonly RowValidation[]> {
  const slice = createTimeSlice()
  const checks: RowValidation[] = []
  for (const row of sheet.rows) {
    if (slice.isExpired()) await slice.yield()
    checks.push(validateRow(row, columns, labels))
  }
  return checks
}

/**
 * Rows that would add the same pet as an earlier row: row number → number of the earlier row. That may be
 * intended (two dogs called Rex), so it is no problem.
 *
 * @param included positions of the rows that may be sent, in their order.
 */
export async function findDuplicateRows(
  rows: readonly SheetRow[],
  checks: readonly RowValidation[],
  included: Iterable<number> = rows.keys(),
): Promise<ReadonlyMap<number, number>> {
  const slice = createTimeSlice()
  /** By key, the first row of each status or none. */
  const firsts = new Map<string, { number: number; newPet: NewPet }[]>()
  const duplicates = new Map<number, number>()
  for (const index of included) {
    if (slice.isExpired()) await slice.yield()
    const newPet = checks[index]?.newPet
    const number = rows[index]?.number
    if (newPet === undefined || number === undefined) continue
    const key = samePetKey(newPet)
    const earlier = firsts.get(key) ?? []
    const first = earlier.find((candidate) => isSameNewPet(candidate.newPet, newPet))
    if (first !== undefined) duplicates.set(number, first.number)
    else firsts.set(key, [...earlier, { number, newPet }])
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

export function readStatus(cell: string): { status: PetStatus | undefined; error?: string } {
  // Not toLocaleLowerCase: in Turkish "AVAILABLE" would get a dotless i.
  const status = cell.trim().toLowerCase()
  if (status === '') return { status: undefined }
  if (isPetStatus(status)) return { status }
  return { status: undefined, error: 'Status must be available, pending, sold or blank' }
}
