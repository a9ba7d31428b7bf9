import { useState } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { isPetStatus, type Pet } from '#src/pets/pet.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { statusText } from '#src/pets/status-text.ts'
import { daysLeftText } from '#src/pets/days-left.ts'
import styles from './PetDetailPage.module.css'

type DeprecationNoteProps = {
  pet: Pet | undefined
  /** The service responded that it no longer has the operation. */
  isRemoved: boolean
}

/** For the operation that the service is going to remove. */
export function DeprecationNote({ pet, isRemoved }: DeprecationNoteProps) {
  const { id, name } = useEnvironment()
  const [daysLeft] = useState(() => daysLeftText(Date.now()))
  const status = isPetStatus(pet?.status) ? pet.status : undefined
  const list = (
    <Link to={`/${id}/pets${status === undefined ? '' : `?status=${status}`}`}>
      {status === undefined ? 'the list of pets' : `the list of ${statusText(status).toLowerCase()} pets`}
    </Link>
  )
  return (
    <aside role="note" aria-label="Deprecated operation" className={`row small ${styles['note']}`}>
      <Icon name="information" />
      <p>
        {isRemoved ? (
          <>
            {name} no longer provides single pets (removal was due on 5 December 2030). Use {list}.
          </>
        ) : (
          <>
            Deprecated: this view ends on <span>5 December 2030</span>
            {daysLeft}. After that, use {list}.
          </>
        )}
      </p>
    </aside>
  )
}
