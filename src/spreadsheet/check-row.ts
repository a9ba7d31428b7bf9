import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { plainText } from '#src/lib/plain-text.ts'
import { truncate } from '#src/lib/truncate.ts'
import {
  checkPetForm,
  PET_FORM_FIELDS,
  type PetFormField,
  type PetFormValues,
} from '#src/pets/form/pet-form.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { type CategoryLabels, parseCategory } from '#src/pets/validate-new-pet.ts'
import { isNumber, isShortened, mayBeRounded } from './category-numbers.ts'
import { cellError } from './cell-errors.ts'
import { isMaybeThousands } from './whole-number-text.ts'

export const REPEATS_HEADINGS = 'This row repeats the headings'
export const MAYBE_ROUNDED = 'Your spreadsheet may have rounded this ID'

/** The number of characters of a word that a problem quotes. */
const MAX_WORD_LENGTH = 40

export type RowProblem = {
  readonly field: PetFormField
  readonly text: string
  /** The text in place of a name, a category or a status. It is empty when there is none. */
  readonly word?: string
}

/** A pet, or the problems of the row in the order of the fields. */
export type CheckedRow = { readonly newPet?: NewPet | undefined; readonly problems: readonly RowProblem[] }

/**
 * Checks the fields of a row (`valuesOf`).
 *
 * @param confirmedId the category ID that a person has typed or confirmed, so that no spreadsheet
 * has rounded it
 */
export function checkRow(values: PetFormValues, labels: CategoryLabels, confirmedId?: string): CheckedRow {
  const { newPet, errors } = checkPetForm(values, labels)
  const problemOf = (field: PetFormField): RowProblem | undefined => {
    const cell = values[field]
    const errorProblem = cellProblem(field, cell)
    if (errorProblem !== undefined) return errorProblem
    const changedProblem = field === 'category' ? categoryProblem(cell, labels, confirmedId) : undefined
    return changedProblem ?? formProblem(field, cell, errors[field])
  }
  const problems = PET_FORM_FIELDS.flatMap((field) => problemOf(field) ?? [])
  return problems.length === 0 ? { newPet, problems } : { problems }
}

/** Returns the problem of a cell that shows an error of the spreadsheet, whatever its column. */
function cellProblem(field: PetFormField, cell: string): RowProblem | undefined {
  const text = cellError(cell)
  return text === undefined ? undefined : { field, text }
}

/** Returns the problem of a category that a spreadsheet may have changed. */
function categoryProblem(
  cell: string,
  labels: CategoryLabels,
  confirmedId: string | undefined,
): RowProblem | undefined {
  const field = 'category'
  const text = plainText(cell)
  if (text === confirmedId) return undefined
  if (isMaybeThousands(text))
    return { field, text: `“${text}” may be ${text.split(/[.,]/, 1)[0]}, or a thousand times as much` }
  // A label may look like a shortened number.
  const isLabel = parseCategory(text, labels).id !== undefined
  const isRounded = mayBeRounded(text) || (isShortened(text) && !isLabel)
  return isRounded ? { field, text: MAYBE_ROUNDED } : undefined
}

/** Returns the problem that a form would show, too. */
function formProblem(field: PetFormField, cell: string, error: string | undefined): RowProblem | undefined {
  if (error === undefined) return undefined
  const word = plainText(cell)
  switch (field) {
    case 'name':
      return isVisuallyBlank(cell) ? { field, text: 'Name is missing', word: '' } : { field, text: error }
    case 'category':
      if (word === '') return { field, text: 'Category is missing', word }
      return isNumber(word) ? { field, text: error } : { field, text: isNot(field, word), word }
    case 'status':
      return { field, text: isNot(field, word), word }
  }
}

function isNot(field: 'category' | 'status', word: string): string {
  return `“${bidiIsolate(truncate(word, MAX_WORD_LENGTH))}” is not a ${field}`
}

/**
 * Returns the problems of a row as sentences, each once, and each with a full stop but the last
 * one.
 */
export function problemsText(problems: readonly RowProblem[]): string {
  return [...new Set(problems.map(({ text }) => text))].join('\n').replaceAll(/\.?\n/g, '. ')
}
