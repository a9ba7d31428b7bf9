import { newId } from '#src/lib/new-id.ts'
import type { EntryId } from '#src/outbox/entry.ts'
import { EMPTY_VALUES, type PetFormField, type PetFormValues } from '#src/pets/form/pet-form.ts'

/** All that the form has, and that its draft keeps. */
export type AddPetValues = PetFormValues & {
  /** Says whether category and status stay in the form after a pet was entered. */
  keepsCategoryAndStatus: boolean
  /** The rejected entry whose pet is in the form to be corrected. */
  correctedId: EntryId | undefined
  /**
   * The ID of the form. A copy that the browser restores has it, too, and so has the form in which
   * a rejected pet is corrected, so that the outbox knows what was entered from it already.
   */
  formId: string
}

/** Returns the values of a form in which nothing was typed. */
export function emptyForm(): AddPetValues {
  return { ...EMPTY_VALUES, keepsCategoryAndStatus: false, correctedId: undefined, formId: newId() }
}

/**
 * Returns what the form has at first. The address fills in only empty fields, and what was typed
 * before stays.
 */
export function initialValues(
  draft: AddPetValues,
  prefilled: Pick<PetFormValues, 'category' | 'status'>,
): AddPetValues {
  return {
    ...draft,
    category: draft.category || prefilled.category,
    status: draft.status || prefilled.status,
  }
}

/** Returns what stays in the form after its pet was entered. */
export function valuesForNextPet({ category, status, keepsCategoryAndStatus }: AddPetValues): PetFormValues {
  return keepsCategoryAndStatus ? { name: '', category, status } : EMPTY_VALUES
}

/**
 * Returns whether the form holds a pet that must not be overwritten. A category that stays in the
 * form after each pet is none, because nobody may have typed it.
 */
export function holdsPet({ name, category, keepsCategoryAndStatus }: AddPetValues): boolean {
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
