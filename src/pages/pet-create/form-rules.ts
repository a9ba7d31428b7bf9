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
  /**
   * Says whether "Fix" has filled in the form since the last pet was entered from it. Such a form
   * keeps its ID even while it is empty, because somebody may type the rejected pet anew.
   */
  wasFilledByFix: boolean
  /** The history entry whose address has filled in the form, and must not fill it in again. */
  filledInAt: string | undefined
}

/** The values that the address of a history entry fills in. */
type Prefilled = Pick<PetFormValues, 'category' | 'status'> & { readonly historyEntry: string }

/** Returns the values of a form in which nothing was typed. */
export function emptyForm(): AddPetValues {
  return {
    ...EMPTY_VALUES,
    keepsCategoryAndStatus: false,
    correctedId: undefined,
    formId: newId(),
    wasFilledByFix: false,
    filledInAt: undefined,
  }
}

/**
 * Returns the values with which the form opens: its draft, and what the address fills in.
 *
 * - The address fills in only empty fields. If a category was typed, the status is left as it is,
 *   even if it is empty, because the two belong together.
 * - A status that was kept from the last pet is replaced, and so is a category if the address has
 *   one, because nobody has typed them for this pet.
 * - An address fills in a form once. A field that is empty after that was emptied by somebody. A
 *   form without a draft is another one, for example after its pet was entered.
 */
export function initialValues(
  draft: AddPetValues,
  { category, status, historyEntry }: Prefilled,
): AddPetValues {
  const hasValues = category !== '' || status !== ''
  if (!hasValues || draft.filledInAt === historyEntry) return draft
  if (draft.category.trim() === '') {
    return { ...draft, category, status: draft.status || status, filledInAt: historyEntry }
  }
  if (holdsPet(draft)) return { ...draft, filledInAt: historyEntry }
  return { ...draft, category: category || draft.category, status, filledInAt: historyEntry }
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
