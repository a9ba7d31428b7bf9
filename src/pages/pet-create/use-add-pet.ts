import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useLocation } from 'react-router'
import { onReturnToPage } from '#src/browser/on-return-to-page.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { newId } from '#src/lib/new-id.ts'
import { splitHttpNote } from '#src/http/split-http-note.ts'
import type { EntryId } from '#src/outbox/entry.ts'
import type { ByHand } from '#src/outbox/by-hand.ts'
import type { ByHandItem } from '#src/outbox/by-hand-items.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import {
  fieldOfRejection,
  type PetFormField,
  type PetFormValues,
  valuesFromSearch,
} from '#src/pets/form/pet-form.ts'
import { usePetForm } from '#src/pets/form/PetFields.tsx'
import type { NewPet } from '#src/pets/pet.ts'
import { categoryFieldText } from '#src/pets/validate-new-pet.ts'
import { useStore } from '#src/ui/use-store.ts'
import type { CardForm } from './cards/card-props.ts'
import { createDraft } from './draft.ts'
import { type AddPetValues, holdsPet, initialValues, valuesForNextPet } from './form-rules.ts'

/** The time between two looks at pets that other tabs show, in milliseconds. */
const REFRESH_MS = 2000

/**
 * Looks from time to time whether this tab shows the pets of another one now, because a tab that is
 * closed does not tell the others.
 */
function useRefreshWhile(areSomeElsewhere: boolean, byHand: ByHand): void {
  useEffect(() => {
    if (!areSomeElsewhere) return undefined
    const timer = setInterval(() => void byHand.refresh(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [areSomeElsewhere, byHand])
}

/**
 * Returns the form of the page and the actions of its buttons, together with the pets that were
 * just added.
 */
export function useAddPet() {
  const { byHand } = useOutbox()
  const snapshot = useStore(byHand)
  const addPetForm = useAddPetForm()
  const { form, element, focus, focusFirst, isEmptied } = addPetForm
  const cardForm = useCorrection(addPetForm, snapshot.items)
  const focusName = useEffectEvent(() => void focus('name'))

  useEffect(() => void byHand.open(), [byHand])
  useRefreshWhile(snapshot.areSomeElsewhere, byHand)
  useEffect(() => focusName(), [])

  /** Adds the pet, and leaves the form empty for the next one. */
  const enter = (newPet: NewPet) => {
    // A second press within the same task was validated with the values of the first.
    if (isEmptied()) return
    const typed = form.getValues()
    byHand.add(newPet, typed.correctedId, typed.formId)
    addPetForm.empty(valuesForNextPet(typed))
  }

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    // A form that was just emptied stays without errors until something is typed.
    if (isEmptied()) focus('name')
    else void form.handleSubmit(enter, focusFirst)(event)
  }

  return { snapshot, form, element, focus, submit, cardForm }
}

/** The rejected pet that the form corrects, if any, and the form in which that was typed. */
type FormOrigin = Pick<AddPetValues, 'correctedId' | 'formId'>

const newForm = (): FormOrigin => ({ correctedId: undefined, formId: newId() })

/** The form, whose draft survives a reload. */
function useAddPetForm() {
  const environment = useEnvironment()
  const { search } = useLocation()
  const draft = environment.own(createDraft, environment)
  const readStored = () => initialValues(draft.read(), valuesFromSearch(search, environment.categories))
  const [defaultValues] = useState(readStored)
  /** The item at which "Fix" was pressed while another pet was in the form. */
  const [blocked, setBlocked] = useState<EntryId>()
  const emptied = useRef(false)

  const petForm = usePetForm({
    defaultValues,
    onChange: () => {
      emptied.current = false
      setBlocked(undefined)
      // Somebody who empties the form begins another pet.
      if (!holdsPet(form.getValues())) startAnew()
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
  const fill = (next: PetFormValues, field: PetFormField, origin: FormOrigin = newForm()) => {
    const { name, category, status } = next
    const { correctedId, formId } = origin
    const { keepsCategoryAndStatus } = form.getValues()
    flushSync(() => form.reset({ name, category, status, keepsCategoryAndStatus, correctedId, formId }))
    // The text is selected, so that typing replaces the wrong text.
    petForm.focus(field)?.select()
    emptied.current = false
  }

  /** Leaves the form empty for the next pet, except for what stays in it. */
  const empty = (remaining: PetFormValues) => {
    fill(remaining, 'name')
    emptied.current = true
  }

  /** Returns whether the form is as the last press has emptied it. */
  const isEmptied = () => emptied.current

  const startAnew = () => {
    form.setValue('correctedId', undefined)
    form.setValue('formId', newId())
  }

  /** The form no longer takes the place of an item that was discarded. */
  const stopCorrecting = () => form.setValue('correctedId', undefined)

  return { ...petForm, isEmptied, blocked, setBlocked, stopCorrecting, fill, empty }
}

/** Returns what the cards can do with the form, in which a rejected pet is corrected. */
function useCorrection(addPetForm: ReturnType<typeof useAddPetForm>, items: readonly ByHandItem[]): CardForm {
  const { form, blocked, setBlocked, stopCorrecting, fill } = addPetForm
  const correctedId = useWatch({ control: form.control, name: 'correctedId' })
  const { categories } = useEnvironment()
  const { byHand } = useOutbox()
  useRejectionAtField(
    form,
    items.find(({ id }) => id === correctedId),
  )

  /**
   * Puts a rejected pet into the form, unless that would overwrite a typed pet. Entries of older
   * versions have no form, so their own ID stands for one: two corrections of one are one pet.
   */
  const fix = ({ id, entry: { newPet, state, formId = id } }: ByHandItem) => {
    if (newPet === undefined || state.kind !== 'rejected') return
    if (holdsPet(form.getValues())) {
      setBlocked(id)
      return
    }
    const { name, categoryId, status = '' } = newPet
    const rejected = { name, category: categoryFieldText(categoryId, categories), status }
    fill(rejected, fieldOfRejection(state.message) ?? 'name', { correctedId: id, formId })
  }

  /**
   * Discards a pet. If it is in the form to be fixed, what was typed stays there, and no longer
   * takes its place.
   */
  const discard = ({ id }: ByHandItem) => {
    if (correctedId === id) stopCorrecting()
    void byHand.discard(id)
  }

  return { correctedId, blocked, fix, discard }
}

/**
 * Shows the reason of a rejection at its field as long as the pet is corrected, also after a
 * reload.
 */
function useRejectionAtField(
  { setError }: UseFormReturn<AddPetValues, unknown, NewPet>,
  corrected: ByHandItem | undefined,
): void {
  const id = corrected?.id
  const state = corrected?.entry.state
  const rejection = state?.kind === 'rejected' ? splitHttpNote(state.message).what : undefined
  useEffect(() => {
    if (id !== undefined && rejection !== undefined)
      setError(fieldOfRejection(rejection) ?? 'root', { message: rejection })
  }, [id, rejection, setError])
}
