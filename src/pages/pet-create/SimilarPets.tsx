import { Fragment } from 'react'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { listedPets } from '#src/pets/pet-queries.ts'
import { LISTS } from '#src/pets/list-query.ts'
import { PetName } from '#src/pets/PetName.tsx'
import type { FindUnfinishedRows } from '#src/importer/unfinished-rows.ts'
import { indexSimilarPets } from '#src/pets/similar-pets.ts'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { useSessionState } from '#src/session/session-context.ts'
import type { AddedPet } from './create-pet-store.ts'
import { ImportsWithPet } from './ImportsWithPet.tsx'
import { MatchList } from './MatchList.tsx'
import { checkPetForm, type PetFormValues } from './pet-form.ts'
import styles from './SimilarPets.module.css'

type SimilarPetsProps = {
  control: Control<PetFormValues, unknown, NewPet>
  added: readonly AddedPet[]
  findUnfinishedRows: FindUnfinishedRows
}

/** Pets with what is typed, as far as loaded lists, this visit and saved imports know. It blocks and sends nothing. */
export function SimilarPets({ control, added, findUnfinishedRows }: SimilarPetsProps) {
  const { id: environmentId, name: service, categories } = useEnvironment()
  const client = useQueryClient()
  // Renders again when a list has loaded.
  useIsFetching({ queryKey: LISTS })
  const { kind } = useSessionState()
  const [name, category] = useWatch({ control, name: ['name', 'category'] })
  const { newPet } = checkPetForm({ name, category, status: '' }, categories)
  const isKnown = newPet !== undefined && kind === 'signed-in'
  const pets = isKnown
    ? indexSimilarPets([...added.flatMap(({ pet }) => pet ?? []), ...listedPets(client)])(newPet)
    : []
  const rows = isKnown ? findUnfinishedRows(newPet) : []
  return (
    <div aria-live="polite" className={styles['place']}>
      {pets.length + rows.length === 0 ? null : (
        <aside role="note" aria-label="Similar pets" className={styles['note']}>
          {pets.length === 0 ? null : (
            <>
              <p>{service} already has:</p>
              <MatchList items={pets}>
                {(pet) => (
                  <li key={pet.id}>
                    <Link to={`/${environmentId}/pets/${pet.id}`}>
                      <PetName name={pet.name} />
                    </Link>
                    <span className="small">ID {pet.id}</span>
                    <StatusTag status={pet.status} />
                  </li>
                )}
              </MatchList>
            </>
          )}
          {(['unknown', 'waiting'] as const).map((outcome) => {
            const imports = rows.filter((one) => one.kind === outcome)
            return imports.length === 0 ? null : (
              <Fragment key={outcome}>
                <p>{IN_IMPORTS[outcome]}</p>
                <ImportsWithPet imports={imports} />
              </Fragment>
            )
          })}
        </aside>
      )}
    </div>
  )
}

const IN_IMPORTS = {
  unknown: 'May already have been added by an import. Check there first:',
  waiting: 'Still to be added by an import:',
}
