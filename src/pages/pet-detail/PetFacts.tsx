import type { ReactNode } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import type { Pet } from '#src/pets/pet.ts'
import { MAX_STATUS_LENGTH, StatusTag } from '#src/pets/StatusTag.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { DeprecationNote } from './DeprecationNote.tsx'
import styles from './PetDetailPage.module.css'

/** Longer names may be cut in the heading. Characters. */
const LONG_NAME = 60

type PetFactsProps = {
  pet: Pet
  note: ReactNode
  /** Beside the name: what can be done with the pet. */
  children: ReactNode
}

export function PetFacts({ pet, note, children }: PetFactsProps) {
  const { categories } = useEnvironment()
  const label = categories.get(pet.categoryId)
  return (
    <>
      <div className={styles['heading']}>
        <h1>{isVisuallyBlank(pet.name) ? '(no name)' : <BidiText text={pet.name} max={Infinity} />}</h1>
        <div className="actions">{children}</div>
      </div>
      {note}
      <dl className={styles['facts']}>
        <div>
          <dt className="small">ID</dt>
          <dd className={styles['id']}>
            <span>{pet.id}</span>
            <CopyButton variant="icon" text={pet.id} what={`ID ${pet.id}`} />
          </dd>
        </div>
        {/* The heading shows it. */}
        <div className={pet.name.length > LONG_NAME ? undefined : 'visually-hidden'}>
          <dt className="small">Name</dt>
          <dd>
            <BidiText text={pet.name} max={Infinity} />
          </dd>
        </div>
        <div>
          <dt className="small">Category</dt>
          <dd>
            {label === undefined ? (
              pet.categoryId
            ) : (
              <>
                <BidiText text={label} max={Infinity} />{' '}
                <span className={styles['categoryId']}>(ID {pet.categoryId})</span>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt className="small">Status</dt>
          <dd>
            {pet.status !== undefined && pet.status.length > MAX_STATUS_LENGTH ? (
              <BidiText text={pet.status} max={Infinity} />
            ) : (
              <StatusTag status={pet.status} />
            )}
          </dd>
        </div>
      </dl>
    </>
  )
}

/** As high as the facts, so that nothing shifts when they arrive. */
export function LoadingFacts({ id }: { id: Int64 }) {
  return (
    <>
      <div className={styles['heading']}>
        <h1>Pet {id}</h1>
      </div>
      <DeprecationNote pet={undefined} isRemoved={false} />
      <span className="visually-hidden">Loading…</span>
      <div className={styles['facts']} aria-hidden="true">
        {['ID', 'Category', 'Status'].map((term) => (
          <div key={term}>
            <span className="small">{term}</span>
            <span className={styles['awaited']} />
          </div>
        ))}
      </div>
    </>
  )
}
