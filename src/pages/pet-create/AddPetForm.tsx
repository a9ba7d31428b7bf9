import type { KeyboardEvent } from 'react'
import { FormProvider } from 'react-hook-form'
import { useEnvironment } from '#src/config/environment-context.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import type { PetFormField } from '#src/pets/form/pet-form.ts'
import { PetFields } from '#src/pets/form/PetFields.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { nextField } from './form-rules.ts'
import { SimilarPets } from './SimilarPets.tsx'
import type { useAddPet } from './use-add-pet.ts'

export function AddPetForm({ addPet }: { addPet: ReturnType<typeof useAddPet> }) {
  const { name: environmentName } = useEnvironment()
  const { form, element, focus, submit } = addPet

  /**
   * Lets Enter lead to the field that is still empty. If both are empty, it submits, which says so.
   */
  const leadToEmptyField = (field: PetFormField, event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented || isComposing(event.nativeEvent)) return
    const next = nextField(field, form.getValues())
    // Enter that is held down submits nothing.
    if (next !== undefined || event.repeat) event.preventDefault()
    if (next !== undefined) focus(next)
  }

  const problem = form.formState.errors.root?.message
  return (
    <form ref={element} className="fields" noValidate onSubmit={submit}>
      {problem !== undefined && <Alert message={problem} />}
      <FormProvider {...form}>
        <PetFields onKeyDown={leadToEmptyField} />
      </FormProvider>
      <label className="checkbox">
        <input type="checkbox" {...form.register('keepsCategoryAndStatus')} />
        Keep category and status
      </label>
      <div className="row gap-3">
        <Button type="submit" variant="primary" aria-describedby="add-to">
          Add pet
        </Button>
        <p id="add-to" className="muted">
          to {environmentName}
        </p>
      </div>
      <FormProvider {...form}>
        <SimilarPets />
      </FormProvider>
    </form>
  )
}
