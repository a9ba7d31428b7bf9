import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { DownloadCsv } from '#src/pets/DownloadCsv.tsx'
import { labelsPath } from '#src/pets/labels-path.ts'
import type { Pet, PetStatus } from '#src/pets/pet.ts'
import buttonStyles from '#src/ui/Button.module.css'

export type ListActionsProps = {
  /** As they are shown. */
  pets: readonly Pet[]
  status: PetStatus | undefined
  isTruncated: boolean
}

/** What can be made of the rows that are shown. Loaded once there are rows. */
export function ListActions(props: ListActionsProps) {
  const { id } = useEnvironment()
  return (
    <>
      <Link to={labelsPath(id, props.pets)} className={buttonStyles['button']}>
        Print labels
      </Link>
      <DownloadCsv {...props} />
    </>
  )
}
