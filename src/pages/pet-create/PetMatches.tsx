import { Fragment } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { UnfinishedRows } from '#src/importer/unfinished-rows.ts'
import type { Pet } from '#src/pets/pet.ts'
import { PetName } from '#src/pets/PetName.tsx'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { ImportsWithPet } from './ImportsWithPet.tsx'
import { MatchList } from './MatchList.tsx'
import styles from './PetMatches.module.css'

const IN_IMPORTS = {
  unknown: 'May already have been added by an import. Check there first:',
  waiting: 'Still to be added by an import:',
}

/** Pets of the store, and rows of imports, that may be the same animal. */
export function PetMatches({ pets, imports }: { pets: readonly Pet[]; imports: readonly UnfinishedRows[] }) {
  const { id: environmentId, name: service } = useEnvironment()
  return (
    <div className={styles['matches']}>
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
      {(['unknown', 'waiting'] as const).map((kind) => {
        const ofKind = imports.filter((one) => one.kind === kind)
        return ofKind.length === 0 ? null : (
          <Fragment key={kind}>
            <p>{IN_IMPORTS[kind]}</p>
            <ImportsWithPet imports={ofKind} />
          </Fragment>
        )
      })}
    </div>
  )
}
