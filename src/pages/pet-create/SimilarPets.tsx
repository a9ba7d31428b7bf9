import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { FindUnfinishedRows } from '#src/importer/unfinished-rows.ts'
import { LISTS } from '#src/pets/list-query.ts'
import { listedPets } from '#src/pets/pet-queries.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import { indexSimilarPets } from '#src/pets/similar-pets.ts'
import { useSessionState } from '#src/session/session-context.ts'
import type { AddedPet } from './create-pet-store.ts'
import { checkPetForm, type PetFormValues } from './pet-form.ts'
import { PetMatches } from './PetMatches.tsx'
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
  const pets = useStoredMatches(isKnown ? newPet : undefined, added)
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

/** Pets of this visit, and of the lists that are loaded, that may be the same animal. */
export function useStoredMatches(newPet: NewPet | undefined, added: readonly AddedPet[]): readonly Pet[] {
  const client = useQueryClient()
  // Renders again when a list has loaded.
  useIsFetching({ queryKey: LISTS })
  return newPet === undefined
    ? []
    : indexSimilarPets([...added.flatMap(({ pet }) => pet ?? []), ...listedPets(client)])(newPet)
}
