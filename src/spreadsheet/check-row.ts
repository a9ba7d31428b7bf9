import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { isWholeNumber } from '#src/lib/int64.ts'
import { truncate } from '#src/lib/truncate.ts'
import { checkPetForm, PET_FORM_FIELDS, type PetFormField, type PetFormValues } from '#src/pets/pet-form.ts'
import { type NewPet, PET_STATUSES } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import { categoryFieldText, type CategoryLabels, parseCategory } from '#src/pets/validate-new-pet.ts'
import type { ColumnMap, SheetRow } from './sheet.ts'

/** What spreadsheets turn long numbers into: "9.22337E+18", with a comma in some languages. */
const SCIENTIFIC_NOTATION = /^([+-]?\d+)(?:[.,](\d+))?E([+-]?\d+)$/i

/** They keep 15 digits of a number, and put noughts in place of the others. */
const ROUNDED_NUMBER = /^[+-]?0*[1-9]\d{14}0+$/

export const MAYBE_ROUNDED = 'Your spreadsheet may have rounded this ID'

/** Of a word in a problem. Characters. */
const MAX_WORD_LENGTH = 40

/** Characters by which a word is known for another one. */
const SAME_START = 3

export type RowProblem = {
  readonly field: PetFormField
  /** What stands at the field while the row is edited: what to do. */
  readonly error: string
  /** What stands there in place of a name, a category or a status; empty when nothing does. */
  readonly word: string | undefined
}

export type ProblemGroup = ReturnType<typeof groupProblems<CheckedRow>>[number]

/** A pet, or what is wrong, in the order of the fields. */
export type CheckedRow = { readonly newPet?: NewPet | undefined; readonly problems: readonly RowProblem[] }

export function checkRow(
  row: Pick<SheetRow, 'cells' | 'confirmedId'>,
  columns: ColumnMap,
  labels: CategoryLabels,
): CheckedRow {
  const values = valuesOf(row, columns)
  const { newPet, errors } = checkPetForm(values, labels)
  const category = values.category.trim()
  const isShortened = SCIENTIFIC_NOTATION.test(category) && parseCategory(category, labels).id === undefined
  const isRounded = category !== row.confirmedId && (isShortened || ROUNDED_NUMBER.test(category))
  if (newPet !== undefined && !isRounded) return { newPet, problems: [] }
  const found = isRounded ? { ...errors, category: MAYBE_ROUNDED } : errors
  const problems = PET_FORM_FIELDS.flatMap((field) => {
    const error = found[field]
    const cell = values[field].trim()
    const isWord = field === 'name' ? cell === '' : field === 'status' || !isNumber(cell)
    return error === undefined ? [] : [{ field, error, word: isWord ? cell : undefined }]
  })
  return { problems }
}

/** As they stand in the fields of a pet; '' where there is no such column. */
export function valuesOf({ cells }: Pick<SheetRow, 'cells'>, columns: ColumnMap): PetFormValues {
  const textOf = (column: number | undefined) => cells[column ?? -1] ?? ''
  return { name: textOf(columns.name), category: textOf(columns.category), status: textOf(columns.status) }
}

/** Also one that a spreadsheet has shortened, which may stand for several. */
export function isNumber(cell: string): boolean {
  const text = cell.trim()
  return isWholeNumber(text) || SCIENTIFIC_NOTATION.test(text)
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

export function problemText({ field, error, word }: RowProblem): string {
  if (word === undefined) return error
  if (word === '') return field === 'name' ? 'Name is missing' : 'Category is missing'
  return `No ${field} “${bidiIsolate(truncate(word, MAX_WORD_LENGTH))}”`
}

export function problemsText(problems: readonly RowProblem[]): string {
  return problems.map(problemText).join('\n').replaceAll(/\.?\n/g, '. ')
}

/** What a word that is no category, or no status, most likely means: the only one that begins like it. */
function suggestionFor({ field, word = '' }: RowProblem, labels: CategoryLabels) {
  const start = word.toLowerCase().slice(0, SAME_START)
  const options =
    field === 'status'
      ? PET_STATUSES.map((status) => ({ text: status, label: statusText(status) }))
      : Array.from(labels, ([id, label]) => ({ text: categoryFieldText(id, labels), label }))
  const alike = options.filter(({ label }) => label.toLowerCase().startsWith(start))
  return start.length < SAME_START || alike.length !== 1 ? undefined : alike[0]
}

/** Rows with the same problem, most rows first. If it has a word, that is the same in all: they can be given one category. */
export function groupProblems<T extends CheckedRow>(rows: readonly T[], labels: CategoryLabels) {
  const all = rows.flatMap((row) => row.problems.map((problem) => ({ row, problem })))
  const groups = Map.groupBy(
    all,
    ({ problem: { field, word, error } }) => `${field} ${word?.toLowerCase() ?? error}`,
  )
  return Array.from(groups, ([key, some]) => {
    const [{ problem }] = some as [(typeof some)[0]]
    return { key, problem, suggestion: suggestionFor(problem, labels), rows: some.map(({ row }) => row) }
  }).toSorted((a, b) => b.rows.length - a.rows.length)
}
