import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { isComposing } from '#src/lib/is-composing.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { AddedPet } from './create-pet-store.ts'
import type { PetFormField, PetFormValues } from './pet-form.ts'
import type { SentPet } from './unknown-pets.ts'

/** No person presses Enter twice as fast; bar-code scanners end a line with CR and LF. */
const ONE_ENTER_MS = 100

/**
 * The keys of whoever adds one pet after another, or scans bar codes: Enter leads to the other field while that one is
 * empty, one Enter sends at most once, and what is typed while a pet is sent is the name of the next one.
 *
 * @returns the handler of the two text fields.
 */
export function useSerialEntry(
  { getValues, setFocus, setValue }: UseFormReturn<PetFormValues, unknown, NewPet>,
  { sending, justAdded }: { sending: SentPet | undefined; justAdded: AddedPet | undefined },
): (field: PetFormField, event: KeyboardEvent) => void {
  const lastEnter = useRef(-Infinity)
  /** What was typed since the pet of that time was sent. */
  const next = useRef({ at: 0, name: '', isEntered: false })

  useLayoutEffect(() => {
    const { at, name } = next.current
    // Any other outcome leaves the form as it is, to be sent again.
    if (name !== '' && at === justAdded?.at) setValue('name', name)
  }, [justAdded, setValue])

  return (field, event) => {
    if (isComposing(event.nativeEvent)) return
    const isEnter = event.key === 'Enter'
    const sinceEnter = event.timeStamp - lastEnter.current
    // One that follows another key is meant.
    lastEnter.current = isEnter ? event.timeStamp : -Infinity
    if (sending !== undefined) {
      if (isEnter) event.preventDefault()
      if (next.current.at !== sending.at) next.current = { at: sending.at, name: '', isEntered: false }
      if (field === 'name') typeAhead(next.current, event)
      return
    }
    if (!isEnter) return
    const { name, category } = getValues()
    const [own, other] = field === 'name' ? [name, category] : [category, name]
    // What the form was about has been sent, or it says already what is missing.
    const isEmptyAgain = own === '' && sinceEnter < Infinity
    const isRepeated = event.repeat || sinceEnter < ONE_ENTER_MS || isEmptyAgain
    // Where both are empty, sending says so.
    const isOtherNext = own.trim() !== '' && other.trim() === ''
    if (isRepeated || isOtherNext) event.preventDefault()
    if (isOtherNext && !isRepeated) setFocus(field === 'name' ? 'category' : 'name')
  }
}

/** What the read-only field would have become. Ends with Enter: what follows may belong to yet another pet. */
function typeAhead(next: { name: string; isEntered: boolean }, event: KeyboardEvent) {
  if (event.key === 'Enter') next.isEntered = next.name !== ''
  if (next.isEntered || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Backspace') next.name = Array.from(next.name).slice(0, -1).join('')
  else if (Array.from(event.key).length === 1) next.name += event.key
}
