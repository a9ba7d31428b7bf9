import type { FieldErrors, Resolver } from 'react-hook-form'
import {
  categoryFieldText,
  type CategoryLabels,
  parseCategory,
  validateName,
} from '#src/pets/validate-new-pet.ts'
import { int64FromText } from '#src/lib/int64.ts'
import { isPetStatus, type NewPet, type PetStatus } from '#src/pets/pet.ts'

/**
 * As shown in the form; a status of `''` is "Not set". `replaces`: the entry (`keyText`) that is being fixed, else `''`.
 */
export type PetFormValues = { name: string; category: string; status: PetStatus | ''; replaces: string }

export const EMPTY_VALUES: PetFormValues = { name: '', category: '', status: '', replaces: '' }

/** The fields that can be wrong. */
export type PetFormField = 'name' | 'category'
type PetFormErrors = { readonly [Field in PetFormField]?: string | undefined }

type PetFormCheck =
  | { readonly newPet: NewPet; readonly errors?: never }
  | { readonly newPet?: never; readonly errors: PetFormErrors }

/** The NewPet, or an error message for each wrong field. The name is sent exactly as typed. */
export function checkPetForm(
  { name, category, status }: Omit<PetFormValues, 'replaces'>,
  labels: CategoryLabels,
): PetFormCheck {
  const nameError = validateName(name)
  const { id, error: categoryError } = parseCategory(category, labels)
  if (nameError !== undefined || id === undefined)
    return { errors: { name: nameError, category: categoryError } }
  return { newPet: { name, categoryId: id, status: isPetStatus(status) ? status : undefined } }
}

/** `checkPetForm` for the form library: what is submitted is the NewPet. */
export function petFormResolver(labels: CategoryLabels): Resolver<PetFormValues, unknown, NewPet> {
  return (values) => {
    const { newPet, errors } = checkPetForm(values, labels)
    if (newPet !== undefined) return { values: newPet, errors: {} }
    const found: FieldErrors<PetFormValues> = {}
    for (const [field, message] of Object.entries(errors)) {
      if (message !== undefined) found[field as PetFormField] = { type: 'check', message }
    }
    // Without errors the form library would submit.
    if (Object.keys(found).length === 0) throw new Error('not valid, but without an error')
    return { values: {}, errors: found }
  }
}

/** What the address fills in: `?categoryId=2&status=pending`. Anything else in it is ignored. */
export function valuesFromSearch(
  search: string,
  labels: CategoryLabels,
): Pick<PetFormValues, 'category' | 'status'> {
  const params = new URLSearchParams(search)
  const id = int64FromText(params.get('categoryId') ?? '')
  const status = params.get('status') ?? undefined
  return {
    category: id === undefined ? '' : categoryFieldText(id, labels),
    status: isPetStatus(status) ? status : '',
  }
}

/** The field that the message of a rejection names; `undefined` when it names none, or more than one. */
export function fieldOfRejection(message: string): PetFormField | undefined {
  const names = {
    name: /\bname\b/i.test(message),
    category: /\bcategory/i.test(message),
    status: /\bstatus\b/i.test(message),
  }
  if (names.status || names.name === names.category) return undefined
  return names.name ? 'name' : 'category'
}
