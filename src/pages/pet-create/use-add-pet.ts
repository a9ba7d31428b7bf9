import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { EntryId } from '#src/outbox/entry.ts'
import type { ByHandItem } from '#src/outbox/by-hand-items.ts'
import { isAsking } from '#src/outbox/storage.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import {
  EMPTY_VALUES,
  fieldOfRejection,
  type PetFormField,
  type PetFormValues,
  valuesFromSearch,
} from '#src/pets/pet-form.ts'
import { usePetForm } from '#src/pets/PetFields.tsx'
import type { NewPet } from '#src/pets/pet.ts'
import { categoryFieldText } from '#src/pets/validate-new-pet.ts'
import { useStore } from '#src/ui/use-store.ts'
import type { CardForm } from './cards/card-props.ts'
import { draftOf } from './draft.ts'
import { holdsPet, initialValues, isBlank } from './form-rules.ts'

/** The form of the page and what its presses do, together with the pets that were just added. */
export function useAddPet() {
  const environment = useEnvironment()
  const { categories } = environment
  const { outbox, byHand } = useOutbox()
  const snapshot = useStore(byHand)
  const draft = draftOf(environment)
  const { values, isKept: keepsCategoryAndStatus, replaces: correctedId } = useStore(draft)
  const prefilled = valuesFromSearch(useLocation().search, categories)
  /** The item at which "Fix" was pressed while another pet was in the form. */
  const [blocked, setBlocked] = useState<EntryId>()
  /** `true` while the form is as the last press has emptied it. */
  const isEmptied = useRef(false)

  const { form, element, focus, focusFirst } = usePetForm({
    defaultValues: initialValues(values, prefilled),
    onChange: (typed) => {
      isEmptied.current = false
      // Somebody who empties the form no longer corrects the pet that was in it.
      draft.change({ values: typed, replaces: isBlank(typed) ? undefined : correctedId })
      setBlocked(undefined)
    },
  })
  const { handleSubmit, reset, getValues } = form
  const correctedItem = snapshot.items.find(({ id }) => id === correctedId)
  const focusName = useEffectEvent(() => void focus('name'))

  useEffect(() => void byHand.open(), [byHand])
  useEffect(() => focusName(), [])

  useRejectionAtField(form, correctedItem)

  /** Fills the form before the next key is pressed, so that no letter gets lost. */
  const fill = (next: PetFormValues, field: PetFormField, nextCorrectedId?: EntryId) => {
    flushSync(() => reset(next))
    draft.change({ values: next, replaces: nextCorrectedId })
    // The text is selected, so that what is typed takes the place of what is wrong.
    focus(field)?.select()
  }

  /** Adds the pet, and leaves the form empty for the next one. */
  const enter = (newPet: NewPet) => {
    // A second press within the same task was validated with the values of the first.
    if (isEmptied.current) return
    const typed = getValues()
    const added = byHand.add(newPet, correctedId)
    fill(keepsCategoryAndStatus ? { ...typed, name: '' } : EMPTY_VALUES, 'name')
    isEmptied.current = true
    void giveBackUnlessWritten(added, typed)
  }

  /**
   * Puts what was typed into the form again where it cannot be saved any more, so that it survives a reload. Somebody who types
   * on is not disturbed: then it stands below as "Not saved", as it does while the person decides about storage.
   */
  const giveBackUnlessWritten = async (
    { id, isWritten }: ReturnType<typeof byHand.add>,
    typed: PetFormValues,
  ) => {
    if ((await isWritten) || isAsking(outbox.storageState.get())) return
    const isFormFree = () => isEmptied.current && element.current !== null
    if (!(await byHand.takeBack(id, isFormFree))) return
    fill(typed, 'name', correctedId)
    isEmptied.current = false
  }

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    // A form that was just emptied stays without errors until something is typed.
    if (isEmptied.current) focus('name')
    else void handleSubmit(enter, focusFirst)(event)
  }

  /** Puts a rejected pet into the form, unless that would overwrite what was typed. */
  const fix = ({ id, entry: { newPet, state } }: ByHandItem) => {
    if (newPet === undefined || state.kind !== 'rejected') return
    if (holdsPet(getValues(), keepsCategoryAndStatus)) {
      setBlocked(id)
      return
    }
    const { name, categoryId, status = '' } = newPet
    const rejected = { name, category: categoryFieldText(categoryId, categories), status }
    fill(rejected, fieldOfRejection(state.message) ?? 'name', id)
  }

  /** Discards a pet. If it is in the form to be fixed, what is in the form becomes another pet. */
  const discard = ({ id }: ByHandItem) => {
    if (correctedId === id) draft.change({ replaces: undefined })
    void byHand.discard(id)
  }

  /** Leads back to a pet that was given back into the form: it is added by another press only. */
  const tryAgain = async () => {
    await byHand.tryAgain()
    if (outbox.storageState.get() === 'on-disk' && holdsPet(getValues(), keepsCategoryAndStatus))
      focus('name')
  }

  const setKeepsCategoryAndStatus = (isChecked: boolean) => draft.change({ isKept: isChecked })

  const cardForm: CardForm = { correctedId, blocked, fix, discard }
  return {
    snapshot,
    form,
    element,
    focus,
    keepsCategoryAndStatus,
    setKeepsCategoryAndStatus,
    submit,
    tryAgain,
    cardForm,
  }
}

/**
 * Shows the reason of a rejection at its field as long as the pet is corrected, also after a
 * reload.
 */
function useRejectionAtField(
  { setError }: UseFormReturn<PetFormValues, unknown, NewPet>,
  corrected: ByHandItem | undefined,
): void {
  const id = corrected?.id
  const state = corrected?.entry.state
  const rejection = state?.kind === 'rejected' ? state.message : undefined
  useEffect(() => {
    if (id !== undefined && rejection !== undefined)
      setError(fieldOfRejection(rejection) ?? 'root', { message: rejection })
  }, [id, rejection, setError])
}
