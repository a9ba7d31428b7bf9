import { type SyntheticEvent, useEffect, useEffectEvent } from 'react'
import type { ByHand } from '#src/outbox/by-hand.ts'
import type { ByHandItem } from '#src/outbox/by-hand-items.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { useStore } from '#src/ui/use-store.ts'
import { valuesForNextPet } from './form-rules.ts'
import { useAddPetForm } from './use-add-pet-form.ts'
import { useCorrection } from './use-correction.ts'

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
 * Notes which pets the person sees, because the next page shows those that nobody has seen. Nobody
 * sees a page that is in the background.
 */
function useNoteShown({ noteShown }: ByHand, items: readonly ByHandItem[]): void {
  useEffect(() => {
    const noteIfVisible = () => {
      if (document.visibilityState === 'visible') noteShown(items)
    }
    noteIfVisible()
    document.addEventListener('visibilitychange', noteIfVisible)
    return () => document.removeEventListener('visibilitychange', noteIfVisible)
  }, [noteShown, items])
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
  useNoteShown(byHand, snapshot.items)
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
