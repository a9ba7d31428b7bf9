import type { FieldErrors, Resolver } from 'react-hook-form'
import { addressParams } from '#src/lib/address-params.ts'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { int64FromText } from '#src/lib/int64.ts'
import { plainText } from '#src/lib/plain-text.ts'
import { isPetStatus, type NewPet, PET_STATUSES } from '#src/pets/pet.ts'
import { categoryFieldText, type CategoryLabels, parseCategory } from '#src/pets/validate-new-pet.ts'

/** The values in the fields of a pet. A status of `''` is "Not set". */
export type PetFormValues = { name: string; category: string; status: string }
export type PetFormField = keyof PetFormValues
export const PET_FORM_FIELDS: readonly PetFormField[] = ['name', 'category', 'status']
export type PetFormErrors = Partial<Record<PetFormField, string>>

export const EMPTY_VALUES: PetFormValues = { name: '', category: '', status: '' }

/**
 * Returns the NewPet, or an error message for each wrong field. The name is sent exactly as typed.
 */
export function checkPetForm(
  { name, category, status: typed }: PetFormValues,
  labels: CategoryLabels,
): { readonly newPet?: NewPet; readonly errors: PetFormErrors } {
  const { id, error: categoryError } = parseCategory(category, labels)
  const { status, error: statusError } = readStatus(typed)
  const errors = { name: nameError(name), category: categoryError, status: statusError }
  const found = Object.entries(errors).filter(([, error]) => error !== undefined)
  if (id === undefined || found.length > 0) return { errors: Object.fromEntries(found) }
  return { newPet: { name, categoryId: id, status }, errors: {} }
}

function nameError(name: string): string | undefined {
  if (isVisuallyBlank(name)) return 'Enter a name'
  // The name contains a lone surrogate, for example half of an emoji, which neither a report nor a
  // request can encode.
  return name.isWellFormed() ? undefined : 'Name contains a character that cannot be read.'
}

/** Reads a status from a file, in which it may be in any letter case, or blank for none. */
export function readStatus(text: string): { status: NewPet['status']; error?: string } {
  // We do not use toLocaleLowerCase, because in Turkish "AVAILABLE" would get a dotless i.
  const status = plainText(text).toLowerCase()
  if (isPetStatus(status) || status === '') return { status: status === '' ? undefined : status }
  return { status: undefined, error: `Status must be ${PET_STATUSES.join(', ')} or blank` }
}

/**
 * Returns `checkPetForm` as the form library calls it.
 *
 * @param others returns further errors
 */
export function petFormResolver<Values extends PetFormValues>(
  labels: CategoryLabels,
  others: (values: PetFormValues) => PetFormErrors = () => ({}),
): Resolver<Values, unknown, NewPet> {
  return (values) => {
    const { newPet, errors } = checkPetForm(values, labels)
    const wrong = Object.entries({ ...errors, ...others(values) })
    if (newPet !== undefined && wrong.length === 0) return { values: newPet, errors: {} }
    const found = wrong.map(([field, message]) => [field, { type: 'check', message }])
    return { values: {}, errors: Object.fromEntries(found) as FieldErrors<Values> }
  }
}

/**
 * Returns the values that the address fills in: `?categoryId=2&status=pending`. Everything else in
 * the address is ignored.
 */
export function valuesFromSearch(search: string, labels: CategoryLabels) {
  const params = addressParams(search)
  const id = int64FromText(params.get('categoryId') ?? '')
  const status = params.get('status')
  return {
    category: id === undefined ? '' : categoryFieldText(id, labels),
    status: isPetStatus(status) ? status : '',
  }
}

/**
 * Returns the field that the message of a rejection names, or `undefined` when it names none, or
 * more than one.
 */
export function fieldOfRejection(message: string): PetFormField | undefined {
  const named = PET_FORM_FIELDS.filter((field) =>
    new RegExp(`\\b${field}${field === 'category' ? '' : '\\b'}`, 'i').test(message),
  )
  return named.length === 1 ? named[0] : undefined
}
