import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { petPath } from '#src/lib/paths.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { useKnownPets } from '#src/pets/queries/use-known-pets.ts'
import type { Pet } from '#src/pets/pet.ts'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { useSessionState } from '#src/session/session-context.ts'
import { checkPetForm, type PetFormValues } from '#src/pets/form/pet-form.ts'
import styles from './SimilarPets.module.css'
import { canShowPets } from '#src/session/session-state.ts'

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
          <Link to={petPath(environmentId, pet.id)}>
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
  const { byId } = useKnownPets()
  const mayShowPets = canShowPets(useSessionState())
  const [name, category] = useWatch<PetFormValues, ['name', 'category']>({ name: ['name', 'category'] })
  const { newPet } = checkPetForm({ name, category, status: '' }, categories)
  if (newPet === undefined || !mayShowPets) return []
  const lookalikeKey = lookalikeKeyOf(newPet)
  const pets = Array.from(byId.values(), ({ pet }) => pet)
  return pets.filter((pet) => lookalikeKeyOf(pet) === lookalikeKey)
}
