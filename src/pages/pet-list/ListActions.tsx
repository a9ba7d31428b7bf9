import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { labelsPath } from '#src/pets/pet-url.ts'
import type { Pet } from '#src/pets/pet.ts'
import buttonStyles from '#src/ui/Button.module.css'
import styles from './PetListPage.module.css'

type ListActionsProps = {
  readonly pets: readonly Pet[]
  /** They are about the pets that go while another list loads. Then they only keep their place. */
  readonly isUsable: boolean
  /** The buttons of the download. */
  readonly children: ReactNode
}

/** What can be done with the pets that are listed. */
export function ListActions({ pets, isUsable, children }: ListActionsProps) {
  const { id: environmentId } = useEnvironment()
  return (
    <div className={`actions ${styles['option']}`} inert={!isUsable}>
      <Link
        data-slot="labels"
        to={labelsPath(environmentId, pets)}
        className={buttonStyles['button']}
        data-variant="quiet"
      >
        Print labels
      </Link>
      {children}
    </div>
  )
}
