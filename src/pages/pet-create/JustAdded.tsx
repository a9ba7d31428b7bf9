import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { shorten } from '#src/lib/shorten.ts'
import { timeText } from '#src/lib/time-text.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { Isolated } from '#src/ui/Isolated.tsx'
import styles from './JustAdded.module.css'
import type { Attempt } from './use-create-pet.ts'

/** One line shows no more of a name; the page of the pet shows all of it. Characters. */
const LONGEST_NAME = 200

/** What this person added since signing in, newest first. */
export function JustAdded({ attempts }: { attempts: readonly Attempt[] }) {
  const { id, name: service } = useEnvironment()
  const added = attempts
    .filter(({ outcome }) => outcome?.kind === 'added' || outcome?.kind === 'added-without-id')
    .toReversed()
  if (added.length === 0) return null
  return (
    <section className={styles['section']}>
      <h2 id="just-added">Just added</h2>
      {/* The role again: browsers drop it from lists without markers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" aria-labelledby="just-added" className={styles['list']}>
        {added.map(({ at, newPet, outcome }) => (
          <li key={at}>
            {outcome?.kind === 'added' ? (
              <>
                <Link to={`/${id}/pets/${outcome.pet.id}`}>
                  <Isolated text={shorten(outcome.pet.name, LONGEST_NAME)} />
                </Link>
                <StatusTag status={outcome.pet.status} />
                <span className={styles['facts']}>
                  ID {outcome.pet.id} · {timeText(at)}
                </span>
              </>
            ) : (
              <>
                <bdi className={styles['name']}>{shorten(newPet.name, LONGEST_NAME)}</bdi>
                <StatusTag status={newPet.status} />
                <span className={styles['facts']}>
                  ID not given by {service} · <Link to={`/${id}/pets`}>Look in the list</Link>
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
