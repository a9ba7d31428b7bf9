import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { Key } from '#src/outbox/entry.ts'
import type { JustAddedItem } from '#src/outbox/just-added.ts'
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
  const { justAdded } = useOutbox()
  const snapshot = useStore(justAdded)
  const draft = draftOf(environment)
  const { values, isKept, replaces } = useStore(draft)
  const prefilled = valuesFromSearch(useLocation().search, categories)
  /** The item at which "Fix" was pressed while another pet was in the form. */
  const [blocked, setBlocked] = useState<Key>()
  /** Whether the last press emptied the form, and nothing has been typed since. */
  const isEmptied = useRef(false)

  const { form, element, focus, focusFirst } = usePetForm({
    defaultValues: initialValues(values, prefilled),
    onChange: (typed) => {
      isEmptied.current = false
      // Somebody who empties the form no longer corrects the pet that was in it.
      draft.change({ values: typed, replaces: isBlank(typed) ? undefined : replaces })
      setBlocked(undefined)
    },
  })
  const { handleSubmit, reset, getValues } = form
  const corrected = snapshot.items.find(({ key }) => key === replaces)
  const focusName = useEffectEvent(() => void focus('name'))

  useEffect(() => void justAdded.open(), [justAdded])
  useEffect(() => focusName(), [])

  useRejectionAtField(form, corrected)

  /** Fills the form before the next key is pressed, so that no letter gets lost. */
  const fill = (next: PetFormValues, field: PetFormField, fixing?: Key) => {
    flushSync(() => reset(next))
    draft.change({ values: next, replaces: fixing })
    // The text is selected, so that what is typed takes the place of what is wrong.
    focus(field)?.select()
  }

  /** Adds the pet, and leaves the form empty for the next one. */
  const enter = (newPet: NewPet) => {
    // A second press within the same task was validated with the values of the first.
    if (isEmptied.current) return
    justAdded.add(newPet, replaces)
    fill(isKept ? { ...getValues(), name: '' } : EMPTY_VALUES, 'name')
    isEmptied.current = true
  }

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    // A form that was just emptied stays without errors until something is typed.
    if (isEmptied.current) focus('name')
    else void handleSubmit(enter, focusFirst)(event)
  }

  /** Puts a rejected pet into the form, unless that would overwrite what was typed. */
  const fix = ({ key, entry: { newPet, state } }: JustAddedItem) => {
    if (newPet === undefined || state.kind !== 'rejected') return
    if (holdsPet(getValues(), isKept)) {
      setBlocked(key)
      return
    }
    const { name, categoryId, status = '' } = newPet
    const rejected = { name, category: categoryFieldText(categoryId, categories), status }
    fill(rejected, fieldOfRejection(state.message) ?? 'name', key)
  }

  /** Discards a pet. If it is in the form to be fixed, what is in the form becomes another pet. */
  const discard = ({ key }: JustAddedItem) => {
    if (replaces === key) draft.change({ replaces: undefined })
    void justAdded.discard(key)
  }

  const keep = (isChecked: boolean) => draft.change({ isKept: isChecked })

  const cardForm: CardForm = { fixing: replaces, blocked, fix, discard }
  return { snapshot, form, element, focus, isKept, keep, submit, cardForm }
}

/**
 * Shows the reason of a rejection at its field as long as the pet is corrected, also after a
 * reload.
 */
function useRejectionAtField(
  { setError }: UseFormReturn<PetFormValues, unknown, NewPet>,
  corrected: JustAddedItem | undefined,
): void {
  const key = corrected?.key
  const state = corrected?.entry.state
  const rejection = state?.kind === 'rejected' ? state.message : undefined
  useEffect(() => {
    if (key !== undefined && rejection !== undefined)
      setError(fieldOfRejection(rejection) ?? 'root', { message: rejection })
  }, [key, rejection, setError])
}
