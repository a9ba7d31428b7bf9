import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { petListPath } from '#src/lib/paths.ts'
import { daysLeftText, type FoundPet, isRemovalDue } from '#src/pets/one-pet/get-or-search-pet.ts'
import type { PetStatus } from '#src/pets/pet.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './PetDetailPage.module.css'

type DeprecationNoteProps = {
  status: PetStatus | undefined
  /** It is `undefined` while the pet is looked up. */
  foundBy: FoundPet['foundBy'] | undefined
}

/**
 * Says that the service removes the operation behind this page, and where pets are found after
 * that.
 */
export function DeprecationNote({ status, foundBy }: DeprecationNoteProps) {
  const { id, name } = useEnvironment()
  const list = (
    <Link to={petListPath(id, status === undefined ? '' : `?status=${status}`)}>
      {status === undefined ? 'the list of pets' : `the list of ${status} pets`}
    </Link>
  )
  return (
    <aside role="note" aria-label="Deprecated operation" className={`row small ${styles['note']}`}>
      <Icon name="information" />
      {foundBy === 'lists' ? (
        <p>{name} no longer looks up single pets. This one was found in its lists.</p>
      ) : (
        <p>
          {isRemovalDue()
            ? 'This page was to go away on 5 December 2030. Use '
            : `This page goes away on 5 December 2030${daysLeftText()}. Then use `}
          {list}.
        </p>
      )}
    </aside>
  )
}
