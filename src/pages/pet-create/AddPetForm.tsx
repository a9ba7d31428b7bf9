import { useEnvironment } from '#src/config/environment-context.ts'
import { PetFields } from '#src/pets/PetFields.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { SimilarPets } from './SimilarPets.tsx'
import type { useAddPet } from './use-add-pet.ts'

export function AddPetForm({ adding }: { adding: ReturnType<typeof useAddPet> }) {
  const { name: environmentName } = useEnvironment()
  const { form, element, isKept, keep, submit, leadOn } = adding
  const problem = form.formState.errors.root?.message
  return (
    <form ref={element} className="fields" noValidate onSubmit={submit}>
      {problem !== undefined && <Alert message={problem} />}
      <PetFields form={form} onKeyDown={leadOn}>
        <SimilarPets control={form.control} />
      </PetFields>
      <label className="checkbox">
        <input type="checkbox" checked={isKept} onChange={(event) => keep(event.target.checked)} />
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
    </form>
  )
}
