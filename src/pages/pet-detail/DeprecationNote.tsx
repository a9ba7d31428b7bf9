import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { daysLeftText } from '#src/pets/one-pet/get-or-search-pet.ts'
import type { PetStatus } from '#src/pets/pet.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './PetDetailPage.module.css'

/**
 * Says that the service is going to remove the operation, and where the pet is found after that.
 */
export function DeprecationNote({ status }: { status: PetStatus | undefined }) {
  const { id } = useEnvironment()
  return (
    <aside role="note" aria-label="Deprecated operation" className={`row small ${styles['note']}`}>
      <Icon name="information" />
      <p>
        Deprecated: this view ends on 5 December 2030{daysLeftText()}. After that, use{' '}
        <Link to={`/${id}/pets${status === undefined ? '' : `?status=${status}`}`}>
          {status === undefined ? 'the list of pets' : `the list of ${status} pets`}
        </Link>
        .
      </p>
    </aside>
  )
}
