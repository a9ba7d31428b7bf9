import { type CategoryLabels, parseCategory, validateName } from '#src/pets/new-pet.ts'
import { isPetStatus, type NewPet, type PetStatus } from '#src/pets/pet.ts'

/** The form as it is on the screen; `''` is "Not set". */
export type PetFormValues = { name: string; category: string; status: PetStatus | '' }
export type PetFormField = keyof PetFormValues

export const EMPTY_VALUES: PetFormValues = { name: '', category: '', status: '' }

export type PetFormCheck =
  | { readonly newPet: NewPet; readonly errors?: never }
  | { readonly newPet?: never; readonly errors: Partial<Record<PetFormField, string>> }

/** What the form says as a NewPet, or what is wrong with it, field by field. The name is sent exactly as typed. */
export function checkPetForm(
  { name, category, status }: PetFormValues,
  labels: CategoryLabels,
): PetFormCheck {
  const nameError = validateName(name)
  const { id, error: categoryError } = parseCategory(category, labels)
  if (nameError === undefined && id !== undefined) {
    return { newPet: { name, categoryId: id, status: isPetStatus(status) ? status : undefined } }
  }
  return {
    errors: {
      ...(nameError === undefined ? {} : { name: nameError }),
      ...(categoryError === undefined ? {} : { category: categoryError }),
    },
  }
}

/** The field that a refusal of the service speaks of; `undefined` when it names none, or more than one. */
export function fieldOfRejection(message: string): 'name' | 'category' | undefined {
  const speaksOf = {
    name: /\bname\b/i.test(message),
    category: /\bcategory/i.test(message),
    status: /\bstatus\b/i.test(message),
  }
  if (speaksOf.status || speaksOf.name === speaksOf.category) return undefined
  return speaksOf.name ? 'name' : 'category'
}
