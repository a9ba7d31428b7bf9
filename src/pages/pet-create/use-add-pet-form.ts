import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { onReturnToPage } from '#src/browser/on-return-to-page.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { newId } from '#src/lib/new-id.ts'
import type { EntryId } from '#src/outbox/entry.ts'
import { type PetFormField, type PetFormValues, valuesFromSearch } from '#src/pets/form/pet-form.ts'
import { usePetForm } from '#src/pets/form/PetFields.tsx'
import { createDraft } from './draft.ts'
import { type AddPetValues, holdsPet, initialValues } from './form-rules.ts'

/** The rejected pet that "Fix" has put into the form, if any, and the ID that the form has. */
type FormOrigin = Pick<AddPetValues, 'correctedId' | 'formId' | 'wasFilledByFix'>

const newOrigin = (): FormOrigin => ({ correctedId: undefined, formId: newId(), wasFilledByFix: false })

/** Returns the form of the page, whose draft survives a reload. */
export function useAddPetForm() {
  const environment = useEnvironment()
  const { key, search } = useLocation()
  const draft = environment.own(createDraft, environment)
  const readStored = () => {
    // The key alone is not enough: it is the same for each address that a tab opens first.
    const historyEntry = key + search
    return initialValues(draft.read(), { ...valuesFromSearch(search, environment.categories), historyEntry })
  }
  const [defaultValues] = useState(readStored)
  /** The item at which "Fix" was pressed while another pet was in the form. */
  const [blockedId, setBlockedId] = useState<EntryId>()
  const isUntouchedSinceEmptied = useRef(false)

  const petForm = usePetForm({
    defaultValues,
    onChange: () => {
      isUntouchedSinceEmptied.current = false
      setBlockedId(undefined)
      // Somebody who empties the form may begin another pet, which must not take the place of the
      // rejected one. They may also type that one anew, so the form keeps its ID.
      if (!holdsPet(form.getValues())) stopCorrecting()
    },
  })
  const { form } = petForm
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => draft.write(form.getValues()) }),
    [form, draft],
  )
  const showStored = useEffectEvent(() => form.reset(readStored()))
  // A later page of the tab may have changed the draft, which must not be overwritten.
  useEffect(() => onReturnToPage(() => showStored()), [])

  /** Fills the form before the next key is pressed, so that no letter gets lost. */
  const fill = (next: PetFormValues, field: PetFormField, origin: FormOrigin = newOrigin()) => {
    const { name, category, status } = next
    const { keepsCategoryAndStatus, filledInAt } = form.getValues()
    flushSync(() => form.reset({ name, category, status, keepsCategoryAndStatus, filledInAt, ...origin }))
    // The text is selected, so that typing replaces the wrong text.
    petForm.focus(field)?.select()
    isUntouchedSinceEmptied.current = false
  }

  /** Leaves the form empty for the next pet, except for what stays in it. */
  const empty = (remaining: PetFormValues) => {
    fill(remaining, 'name')
    isUntouchedSinceEmptied.current = true
  }

  /** Returns whether the form is as the last press has emptied it. */
  const isEmptied = () => isUntouchedSinceEmptied.current

  /** Lets the form no longer take the place of an item, because that was discarded. */
  const stopCorrecting = () => form.setValue('correctedId', undefined)

  return { ...petForm, isEmptied, blockedId, setBlockedId, stopCorrecting, fill, empty }
}
