import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { animalKey } from '#src/pets/animal-key.ts'
import { LISTS } from '#src/pets/list-query.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { loadedPets } from '#src/pets/pet-queries.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { useSessionState } from '#src/session/session-context.ts'
import { checkPetForm, type PetFormValues } from '#src/pets/pet-form.ts'
import styles from './SimilarPets.module.css'

/** More would not be read; the search has all of them. */
const MAX_PETS = 3

/**
 * Pets with what is typed, as far as this tab knows. It blocks and sends nothing. None once the key has
 * ended: whoever sits here now may not be allowed to see what was loaded with it.
 */
export function SimilarPets({ control }: { control: Control<PetFormValues, unknown, NewPet> }) {
  const { id: environmentId, name: service, categories } = useEnvironment()
  const client = useQueryClient()
  // Renders again when a list has loaded.
  useIsFetching({ queryKey: LISTS })
  const isSignedIn = useSessionState().kind === 'signed-in'
  const [name, category] = useWatch({ control, name: ['name', 'category'] })
  const { newPet } = checkPetForm({ name, category, status: '' }, categories)
  const animal = newPet && isSignedIn ? animalKey(newPet) : undefined
  // Of one that several responses have, the newest.
  const loaded = new Map(animal === undefined ? [] : loadedPets(client).map(({ pet }) => [pet.id, pet]))
  const pets = [...loaded.values()].filter((pet) => animalKey(pet) === animal)
  return (
    <div aria-live="polite" className={styles['place']}>
      {pets.length === 0 ? null : (
        <aside role="note" aria-label="Similar pets" className={`row ${styles['note']}`}>
          <span>{service} already has</span>
          {pets.slice(0, MAX_PETS).map((pet) => (
            <span key={pet.id} className="row gap-1">
              <Link to={`/${environmentId}/pets/${pet.id}`}>
                <BidiText text={pet.name} max={60} />, ID {pet.id}
              </Link>{' '}
              <StatusTag status={pet.status} />
            </span>
          ))}
          {pets.length > MAX_PETS ? <span>and {pets.length - MAX_PETS} more</span> : null}
        </aside>
      )}
    </div>
  )
}
