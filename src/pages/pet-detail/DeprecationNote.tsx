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
  const { name } = useEnvironment()
  return (
    <aside role="note" aria-label="Deprecated operation" className={`row small ${styles['note']}`}>
      <Icon name="information" />
      {foundBy === 'lists' && <p>{name} no longer looks up single pets. This one was found in its lists.</p>}
      {foundBy !== 'lists' && (
        <p>
          {removalText()}
          <ListLink status={status} />.
        </p>
      )}
    </aside>
  )
}

function removalText(): string {
  if (isRemovalDue()) return 'This page was to go away on 5 December 2030. Use '
  return `This page goes away on 5 December 2030${daysLeftText()}. Then use `
}

/** Leads to the list in which the pet is, as far as its status is known. */
function ListLink({ status }: Pick<DeprecationNoteProps, 'status'>) {
  const { id } = useEnvironment()
  if (status === undefined) return <Link to={petListPath(id)}>the list of pets</Link>
  return <Link to={petListPath(id, `?status=${status}`)}>the list of {status} pets</Link>
}
