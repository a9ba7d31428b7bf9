import type { PetFormField, PetFormValues } from '#src/pets/form/pet-form.ts'

/**
 * Returns what the form has at first. The address fills in only empty fields, and what was typed
 * before stays.
 */
export function initialValues(
  typed: PetFormValues,
  prefilled: Pick<PetFormValues, 'category' | 'status'>,
): PetFormValues {
  return {
    name: typed.name,
    category: typed.category || prefilled.category,
    status: typed.status || prefilled.status,
  }
}

/** Returns whether neither a name nor a category is in the form. */
export function isBlank({ name, category }: PetFormValues): boolean {
  return name.trim() === '' && category.trim() === ''
}

/**
 * Returns whether the form holds a pet that must not be overwritten.
 *
 * @param keepsCategoryAndStatus whether the category stays in the form after each pet, so that
 * nobody may have typed it
 */
export function holdsPet({ name, category }: PetFormValues, keepsCategoryAndStatus: boolean): boolean {
  return name.trim() !== '' || (category.trim() !== '' && !keepsCategoryAndStatus)
}

/**
 * Returns the field to which Enter leads. It is the empty one of name and category, if the other is
 * filled in.
 */
export function nextField(field: PetFormField, values: PetFormValues): 'name' | 'category' | undefined {
  const candidate = field === 'name' ? 'category' : 'name'
  const isFilledIn = values[field].trim() !== ''
  return isFilledIn && values[candidate].trim() === '' ? candidate : undefined
}
