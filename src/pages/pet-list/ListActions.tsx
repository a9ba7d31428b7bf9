import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { labelsPath } from '#src/lib/paths.ts'
import type { Pet } from '#src/pets/pet.ts'
import buttonStyles from '#src/ui/Button.module.css'
import styles from './PetListPage.module.css'

type ListActionsProps = {
  readonly pets: readonly Pet[]
  /**
   * It is `false` while another list loads. The actions are about the pets that are about to
   * disappear, so then they only keep their place.
   */
  readonly isUsable: boolean
  /** The buttons of the download. */
  readonly children: ReactNode
}

/** Offers the actions for the pets in the list. */
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
