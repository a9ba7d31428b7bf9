import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { truncate } from '#src/lib/truncate.ts'
import { labelsPath } from '#src/pets/labels-path.ts'
import { PetName } from '#src/pets/PetName.tsx'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import type { AddedPet } from './create-pet-store.ts'
import styles from './JustAdded.module.css'

/** Characters of a name or a category that are shown; the page of the pet shows all. */
const MAX_TEXT_LENGTH = 200

export function JustAdded({ added }: { added: readonly AddedPet[] }) {
  const { id } = useEnvironment()
  if (added.length === 0) return null
  const pets = added.flatMap(({ pet }) => pet ?? [])
  return (
    <section className={styles['section']}>
      <h2 id="just-added">Just added</h2>
      {/* An explicit role, because browsers drop the implicit one from lists without markers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" aria-labelledby="just-added" className="card divided">
        {added.toReversed().map(({ at, newPet, pet }) => (
          <li key={at}>
            {pet !== undefined ? (
              <>
                <Link to={`/${id}/pets/${pet.id}`} className={styles['name']}>
                  <PetName name={pet.name} max={MAX_TEXT_LENGTH} />
                </Link>
                <StatusTag status={pet.status} />
                <span className={styles['facts']}>
                  ID {pet.id} · <CategoryText id={pet.categoryId} /> · {formatTime(at)}
                </span>
              </>
            ) : (
              <>
                <span className={styles['name']}>
                  <PetName name={newPet.name} max={MAX_TEXT_LENGTH} />
                </span>
                <StatusTag status={newPet.status} />
                <span className={styles['facts']}>
                  No ID returned · <CategoryText id={newPet.categoryId} /> ·{' '}
                  <Link to={`/${id}/pets`}>View pets</Link>
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
      {pets.length === 0 ? null : (
        <div className="actions">
          <Link to={labelsPath(id, pets)} className={buttonStyles['button']}>
            {pets.length === 1 ? 'Print label' : 'Print labels'}
          </Link>
        </div>
      )}
    </section>
  )
}

function CategoryText({ id }: { id: string }) {
  const label = useEnvironment().categories.get(id)
  return label === undefined ? `Category ${id}` : <BidiText text={truncate(label, MAX_TEXT_LENGTH)} />
}
