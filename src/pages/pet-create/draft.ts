import { holdWhile } from '#src/browser/unsaved-work.ts'
import { tabTextNameOf } from '#src/browser/tab-texts.ts'
import { readStored, writeStored } from '#src/browser/web-storage.ts'
import type { CurrentEnvironment } from '#src/config/environment-context.ts'
import { createStore } from '#src/lib/create-store.ts'
import { newId } from '#src/lib/new-id.ts'
import type { EntryId } from '#src/outbox/entry.ts'
import { PET_FORM_FIELDS, type PetFormValues } from '#src/pets/form/pet-form.ts'
import { type AddPetValues, emptyForm, holdsPet } from './form-rules.ts'

/**
 * A draft as it is stored. A new version reads what an older one has stored, so no name may change.
 */
type StoredDraft = {
  readonly values: PetFormValues
  readonly isKept: boolean
  readonly replaces?: EntryId | undefined
  /**
   * The ID of the form. A form without a pet has none, unless "Fix" has filled it in, and neither
   * has a form of an older version.
   */
  readonly press?: string | undefined
  readonly wasFilledByFix?: boolean
  readonly filledInAt?: string | undefined
}

/**
 * Keeps the form of an environment in sessionStorage. If that is full or blocked, the form is kept
 * until the page is left. Then the browser asks before a form that holds a pet is left.
 */
export function createDraft(environment: Pick<CurrentEnvironment, 'id' | 'baseUrl' | 'others'>) {
  const name = tabTextNameOf('draft', environment)
  const unsaved = createStore<AddPetValues | undefined>(undefined)
  const isPetUnsaved = () => holdsPet(unsaved.get() ?? emptyForm())
  holdWhile(unsaved, isPetUnsaved, 'leave')
  return {
    /** Returns what the form had when it was last written. */
    read(): AddPetValues {
      const values = unsaved.get() ?? valuesFrom(readStored('session', name))
      // A form that an older version has stored gets its ID now, for copies of this tab, too.
      if (holdsPet(values)) writeStored('session', name, textOf(values))
      return values
    },
    write(values: AddPetValues): void {
      const text = isEmpty(values) ? null : textOf(values)
      const isSaved = writeStored('session', name, text) || text === null
      unsaved.set(isSaved ? undefined : values)
    },
  }
}

function valuesFrom(text: string | null): AddPetValues {
  try {
    const draft = JSON.parse(text ?? 'null') as StoredDraft
    if (!isComplete(draft)) return emptyForm()
    const { values, isKept, replaces, press = newId(), wasFilledByFix = false, filledInAt } = draft
    return {
      ...values,
      keepsCategoryAndStatus: isKept,
      correctedId: replaces,
      formId: press,
      wasFilledByFix,
      filledInAt,
    }
  } catch {
    // There is no draft, or something else has stored a text under this name.
    return emptyForm()
  }
}

function isComplete(draft: StoredDraft): boolean {
  const { values, isKept, replaces, press, wasFilledByFix = false, filledInAt } = draft
  const areTexts = PET_FORM_FIELDS.every((field) => typeof values[field] === 'string')
  const areTextsIfAny = [replaces, press, filledInAt].every(
    (text) => text === undefined || typeof text === 'string',
  )
  const areFlags = [isKept, wasFilledByFix].every((flag) => typeof flag === 'boolean')
  return areTexts && areFlags && areTextsIfAny
}

function textOf(form: AddPetValues): string {
  const { keepsCategoryAndStatus, correctedId, formId, wasFilledByFix, filledInAt, ...values } = form
  const draft: StoredDraft = { values, isKept: keepsCategoryAndStatus, filledInAt }
  // Two copies of an empty form are two forms, because two pets are typed into them.
  if (!holdsPet(form) && !wasFilledByFix) return JSON.stringify(draft)
  const draftWithId: StoredDraft = { ...draft, replaces: correctedId, press: formId, wasFilledByFix }
  return JSON.stringify(draftWithId)
}

/** Returns whether the form has nothing that is worth keeping. */
function isEmpty({ name, category, status, keepsCategoryAndStatus, wasFilledByFix }: AddPetValues): boolean {
  return !keepsCategoryAndStatus && !wasFilledByFix && name === '' && category === '' && status === ''
}
