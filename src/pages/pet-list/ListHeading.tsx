import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { newPetPath } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './PetListPage.module.css'

type ListHeadingProps = { readonly isRefreshing: boolean; readonly onRefresh: () => void }

/** Shows the title of the page, with the commands that are about the whole list. */
export function ListHeading({ isRefreshing, onRefresh }: ListHeadingProps) {
  const { id: environmentId } = useEnvironment()
  return (
    <div className={`actions ${styles['heading']}`}>
      <h1>Pets</h1>
      <Button data-slot="refresh" icon="refresh" onClick={onRefresh} busy={isRefreshing}>
        Refresh
      </Button>
      <Link to={newPetPath(environmentId)} className={buttonStyles['button']} data-variant="primary">
        <Icon name="add" />
        Add a pet
      </Link>
    </div>
  )
}
