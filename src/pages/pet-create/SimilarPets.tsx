import { type Control, useWatch } from 'react-hook-form'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { FindUnfinishedRows } from '#src/importer/unfinished-rows.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { useSessionState } from '#src/session/session-context.ts'
import type { AddedPet } from './create-pet-store.ts'
import { checkPetForm, type PetFormValues } from './pet-form.ts'
import { PetMatches } from './PetMatches.tsx'
import { useStoredMatches } from './use-stored-matches.ts'
import styles from './SimilarPets.module.css'

type SimilarPetsProps = {
  control: Control<PetFormValues, unknown, NewPet>
  added: readonly AddedPet[]
  findUnfinishedRows: FindUnfinishedRows
}

/** Pets with what is typed, as far as loaded lists, this visit and saved imports know. It blocks and sends nothing. */
export function SimilarPets({ control, added, findUnfinishedRows }: SimilarPetsProps) {
  const { categories } = useEnvironment()
  const { kind } = useSessionState()
  const [name, category] = useWatch({ control, name: ['name', 'category'] })
  const { newPet } = checkPetForm({ name, category, status: '' }, categories)
  const isKnown = newPet !== undefined && kind === 'signed-in'
  const pets = useStoredMatches(newPet, added)
  const imports = isKnown ? findUnfinishedRows(newPet) : []
  return (
    <div aria-live="polite" className={styles['place']}>
      {pets.length + imports.length === 0 ? null : (
        <aside role="note" aria-label="Similar pets" className={styles['note']}>
          <PetMatches pets={pets} imports={imports} />
        </aside>
      )}
    </div>
  )
}
