import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { shorten } from '#src/lib/shorten.ts'
import { timeText } from '#src/lib/time-text.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { Isolated } from '#src/ui/Isolated.tsx'
import type { AddedPet } from './create-pet-store.ts'
import styles from './JustAdded.module.css'

/** One line shows no more of a name; the page of the pet shows all of it. Characters. */
const LONGEST_NAME = 200

/** What this person added since signing in, newest first. */
export function JustAdded({ added }: { added: readonly AddedPet[] }) {
  const { id } = useEnvironment()
  if (added.length === 0) return null
  return (
    <section className={styles['section']}>
      <h2 id="just-added">Just added</h2>
      {/* The role again: browsers drop it from lists without markers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" aria-labelledby="just-added" className={styles['list']}>
        {added.toReversed().map(({ at, newPet, pet }) => (
          <li key={at}>
            {pet !== undefined ? (
              <>
                <Link to={`/${id}/pets/${pet.id}`}>
                  <Isolated text={shorten(pet.name, LONGEST_NAME)} />
                </Link>
                <StatusTag status={pet.status} />
                <span className={styles['facts']}>
                  ID {pet.id} · {timeText(at)}
                </span>
              </>
            ) : (
              <>
                <bdi className={styles['name']}>{shorten(newPet.name, LONGEST_NAME)}</bdi>
                <StatusTag status={newPet.status} />
                <span className={styles['facts']}>
                  No ID returned · <Link to={`/${id}/pets`}>View pets</Link>
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
