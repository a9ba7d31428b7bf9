import { useEffect } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useEnvironment } from '#src/config/environment-context.ts'
import { splitHttpNote } from '#src/http/split-http-note.ts'
import type { ByHandItem } from '#src/outbox/by-hand-items.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { fieldOfRejection } from '#src/pets/form/pet-form.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { categoryFieldText } from '#src/pets/validate-new-pet.ts'
import type { CardForm } from './cards/card-props.ts'
import { type AddPetValues, holdsPet } from './form-rules.ts'
import type { useAddPetForm } from './use-add-pet-form.ts'

/** Returns what the cards can do with the form, in which a rejected pet is corrected. */
export function useCorrection(
  addPetForm: ReturnType<typeof useAddPetForm>,
  items: readonly ByHandItem[],
): CardForm {
  const { form, blockedId, setBlockedId, stopCorrecting, fill } = addPetForm
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
      setBlockedId(id)
      return
    }
    const { name, categoryId, status = '' } = newPet
    const rejected = { name, category: categoryFieldText(categoryId, categories), status }
    fill(rejected, fieldOfRejection(state.message) ?? 'name', {
      correctedId: id,
      formId,
      wasFilledByFix: true,
    })
  }

  /**
   * Discards a pet. If it is in the form to be fixed, what was typed stays there, and no longer
   * takes its place.
   */
  const discard = ({ id }: ByHandItem) => {
    if (correctedId === id) stopCorrecting()
    void byHand.discard(id)
  }

  return { correctedId, blockedId, fix, discard }
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
