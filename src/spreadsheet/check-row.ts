import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { isWholeNumber } from '#src/lib/int64.ts'
import { truncate } from '#src/lib/truncate.ts'
import { checkPetForm, PET_FORM_FIELDS, type PetFormField, type PetFormValues } from '#src/pets/pet-form.ts'
import { type NewPet, PET_STATUSES } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import { categoryFieldText, type CategoryLabels, parseCategory } from '#src/pets/validate-new-pet.ts'

/** What spreadsheets turn long numbers into: "9.22337E+18", with a comma in some languages. */
const SCIENTIFIC_NOTATION = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i

/** What it must round is no whole number. */
const EXACT = new Intl.NumberFormat('en', {
  useGrouping: false,
  maximumFractionDigits: 100,
  roundingMode: 'expand',
})

/** They keep 15 digits of a number, and put noughts in place of the others. */
const ROUNDED_NUMBER = /^[+-]?0*[1-9]\d{14}0+$/

export const MAYBE_ROUNDED = 'Your spreadsheet may have rounded this ID'

/** Of a word in a problem. Characters. */
const MAX_WORD_LENGTH = 40

/** Characters by which a word is known for another one. */
const SAME_START = 3

export type RowProblem = {
  readonly field: PetFormField
  readonly text: string
  /** What stands there in place of a name, a category or a status; empty when nothing does. */
  readonly word?: string
}

/** A pet, or what is wrong, in the order of the fields. */
export type CheckedRow = { readonly newPet?: NewPet | undefined; readonly problems: readonly RowProblem[] }

/** @param confirmedId the category ID that a person has typed or confirmed: no spreadsheet has rounded it. */
export function checkRow(values: PetFormValues, labels: CategoryLabels, confirmedId?: string): CheckedRow {
  const { newPet, errors } = checkPetForm(values, labels)
  const category = values.category.trim()
  const isScientific = SCIENTIFIC_NOTATION.test(category) && digitsOf(category) !== undefined
  const isShortened = isScientific && parseCategory(category, labels).id === undefined
  const isRounded = category !== confirmedId && (isShortened || ROUNDED_NUMBER.test(category))
  if (newPet !== undefined && !isRounded) return { newPet, problems: [] }
  const found = isRounded ? { ...errors, category: MAYBE_ROUNDED } : errors
  const problems = PET_FORM_FIELDS.flatMap((field) => {
    const error = found[field]
    const cell = values[field].trim()
    if (error === undefined) return []
    const isWord = field === 'name' ? cell === '' : field === 'status' || !isNumber(cell)
    return [{ field, ...(isWord ? { text: wordText(field, cell), word: cell } : { text: error }) }]
  })
  return { problems }
}

function wordText(field: PetFormField, word: string): string {
  if (word === '') return field === 'name' ? 'Name is missing' : 'Category is missing'
  return `No ${field} “${bidiIsolate(truncate(word, MAX_WORD_LENGTH))}”`
}

/** Also one that a spreadsheet has shortened, which may stand for several. */
export function isNumber(cell: string): boolean {
  const text = cell.trim()
  return isWholeNumber(text) || SCIENTIFIC_NOTATION.test(text)
}

/** All digits of an ID that may be rounded, as far as they are known; `undefined` where it is no ID. */
export function digitsOf(cell: string): string | undefined {
  // A text is written with all digits; a number would have 15.
  const digits = EXACT.format(cell.trim().replace(',', '.') as `${number}`)
  return isWholeNumber(digits) ? digits : undefined
}

export function problemsText(problems: readonly RowProblem[]): string {
  return problems
    .map(({ text }) => text)
    .join('\n')
    .replaceAll(/\.?\n/g, '. ')
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
    ({ problem: { field, word, text } }) => `${field} ${word?.toLowerCase() ?? text}`,
  )
  return Array.from(groups, ([key, some]) => {
    const [{ problem }] = some as [(typeof some)[0]]
    const ofGroup = some.map(({ row }) => row) as [T, ...T[]]
    const suggestion = suggestionFor(problem, labels)
    return { key, label: problem.text, problem, suggestion, rows: ofGroup }
  }).toSorted((a, b) => b.rows.length - a.rows.length)
}
