import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import { LISTS } from '#src/pets/queries/list-query.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { loadedPets } from '#src/pets/queries/loaded-pets.ts'
import type { Pet } from '#src/pets/pet.ts'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { useSessionState } from '#src/session/session-context.ts'
import { checkPetForm, type PetFormValues } from '#src/pets/form/pet-form.ts'
import styles from './SimilarPets.module.css'

/** The most pets that are named. Nobody would read more, and the search finds all of them. */
const MAX_PETS = 3

/**
 * Names the loaded pets with the name and the category that are typed. It blocks nothing and sends
 * nothing.
 */
export function SimilarPets() {
  const pets = useSimilarPets()
  return (
    <div aria-live="polite" className={styles['place']}>
      {pets.length > 0 && <SimilarPetsNote pets={pets} />}
    </div>
  )
}

function SimilarPetsNote({ pets }: { pets: readonly Pet[] }) {
  const { id: environmentId, name: environmentName } = useEnvironment()
  return (
    <aside role="note" aria-label="Similar pets" className={`row ${styles['note']}`}>
      <span>{environmentName} already has</span>
      {pets.slice(0, MAX_PETS).map((pet) => (
        <span key={pet.id} className="row gap-1">
          <Link to={`/${environmentId}/pets/${pet.id}`}>
            <BidiText text={pet.name} max={60} />, ID {pet.id}
          </Link>{' '}
          <StatusTag status={pet.status} />
        </span>
      ))}
      {pets.length > MAX_PETS && <span>and {pets.length - MAX_PETS} more</span>}
    </aside>
  )
}

/**
 * Returns the loaded look-alikes of what is typed. Once the key has ended there are none, because
 * whoever sits here by then may not be allowed to see what was loaded with it.
 */
function useSimilarPets(): readonly Pet[] {
  const { categories } = useEnvironment()
  const client = useQueryClient()
  // This renders the note again when a list has loaded.
  useIsFetching({ queryKey: LISTS })
  const isSignedIn = useSessionState().kind === 'signed-in'
  const [name, category] = useWatch<PetFormValues, ['name', 'category']>({ name: ['name', 'category'] })
  const { newPet } = checkPetForm({ name, category, status: '' }, categories)
  if (newPet === undefined || !isSignedIn) return []
  const lookalikeKey = lookalikeKeyOf(newPet)
  // When several lists have a pet, the newest one counts.
  const petsById = new Map(loadedPets(client).map(({ pet }) => [pet.id, pet]))
  return [...petsById.values()].filter((pet) => lookalikeKeyOf(pet) === lookalikeKey)
}
