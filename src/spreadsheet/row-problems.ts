import { truncate } from '#src/lib/truncate.ts'
import { PET_FORM_FIELDS, type PetFormField, type PetFormValues } from '#src/pets/pet-form.ts'
import { PET_STATUSES } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import { categoryFieldText, type CategoryLabels } from '#src/pets/validate-new-pet.ts'
import type { ColumnMap, RowValidation, Sheet, SheetRow } from './sheet.ts'
import { digitsOf, isCategoryWord, valuesOf } from './validate-row.ts'

/** Of a word in a problem. Characters. */
const MAX_WORD_LENGTH = 40

/** What is wrong with one field of a row. */
export type RowProblem = {
  readonly field: PetFormField
  /** What stands at the field while the row is edited. */
  readonly error: string
  /** What stands there in place of a name, a category or a status; empty when nothing does. */
  readonly word: string | undefined
}

/** At least one where the row has an error, in the order of the fields. */
export function rowProblems(
  { errors = {} }: RowValidation,
  row: Pick<SheetRow, 'cells'>,
  columns: ColumnMap,
): readonly RowProblem[] {
  const values = valuesOf(row, columns)
  return PET_FORM_FIELDS.flatMap((field) => {
    const error = errors[field]
    if (error === undefined) return []
    const cell = values[field].trim()
    const isWord = field === 'name' ? cell === '' : field === 'status' || isCategoryWord(cell)
    return [{ field, error, word: isWord ? cell : undefined }]
  })
}

/**
 * What is wrong, said about rows; the error at a field says what to do.
 * @param isolate for the screen, where a word of another script must not change the order of the others.
 */
export function problemText(
  { field, error, word }: RowProblem,
  isolate: (word: string) => string = (text) => text,
): string {
  if (word === undefined) return error
  if (word === '') return field === 'name' ? 'Name is missing' : 'Category is missing'
  const what = field === 'status' ? 'status' : 'category'
  return `No ${what} “${isolate(truncate(word, MAX_WORD_LENGTH))}”`
}

/** Characters by which a word is known for another one. */
const SAME_START = 3

/** What a word that is no category, or no status, most likely means: the only one that begins like it. */
export function suggestionFor(
  { field, word = '' }: RowProblem,
  labels: CategoryLabels,
): { readonly text: string; readonly label: string } | undefined {
  const start = word.toLowerCase().slice(0, SAME_START)
  const options =
    field === 'status'
      ? PET_STATUSES.map((status) => ({ text: status, label: statusText(status) }))
      : Array.from(labels, ([id, label]) => ({ text: categoryFieldText(id, labels), label }))
  const alike = options.filter(({ label }) => label.toLowerCase().startsWith(start))
  return start.length < SAME_START || alike.length !== 1 ? undefined : alike[0]
}

/** One sentence for each problem. */
export function problemsText(problems: readonly RowProblem[], text = problemText): string {
  return problems
    .map((problem) => text(problem))
    .join('\n')
    .replaceAll(/\.?\n/g, '. ')
}

/** Rows with the same problem. If `problem` has a word, it is the same in all of them: they can be given one category. */
type ProblemGroup = {
  readonly key: string
  readonly problem: RowProblem
  /** In the sheet. */
  readonly positions: readonly number[]
}

/** Most rows first. A row with two problems is in two groups. */
export function groupProblems(
  { rows }: Pick<Sheet, 'rows'>,
  validations: readonly RowValidation[],
  columns: ColumnMap,
  invalid: readonly number[],
): readonly ProblemGroup[] {
  const groups = new Map<string, ProblemGroup & { positions: number[] }>()
  for (const position of invalid) {
    const row = rows[position]
    if (row === undefined) continue
    for (const problem of rowProblems(validations[position] ?? { errors: {} }, row, columns)) {
      const { field, error, word } = problem
      const key = `${field} ${word === undefined ? error : word.toLowerCase()}`
      const group = groups.get(key) ?? { key, problem, positions: [] }
      group.positions.push(position)
      groups.set(key, group)
    }
  }
  return [...groups.values()].toSorted((a, b) => b.positions.length - a.positions.length)
}

/** The category IDs of these rows, by position, as a person confirms them who says that they are right. */
export function confirmedIds(
  { rows }: Pick<Sheet, 'rows'>,
  columns: ColumnMap,
  positions: readonly number[],
): ReadonlyMap<number, Pick<PetFormValues, 'category'>> {
  return new Map(
    positions.flatMap((position) => {
      const category = digitsOf(valuesOf(rows[position] ?? { cells: [] }, columns).category)
      return category === undefined ? [] : [[position, { category }] as const]
    }),
  )
}
