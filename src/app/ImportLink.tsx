import { Link, useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { importPath } from '#src/lib/paths.ts'
import { createImportActivity } from '#src/outbox/import-activity.ts'
import { isRunning } from '#src/outbox/run-state.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './Header.module.css'

/** Leads to the import that is not finished yet, and says how far it has come. */
export function ImportLink() {
  const environment = useEnvironment()
  const activity = useStore(environment.own(createImportActivity))
  const { pathname } = useLocation()
  const importPage = importPath(environment.id)
  if (activity === undefined || pathname === importPage) return null
  const { done, total } = activity.progress
  const isActive = isRunning(activity.run)
  if (!isActive && done >= total) return null
  return (
    <Link to={importPage} className={`no-print ${styles['import']}`}>
      {isActive ? 'Importing' : 'Import paused at'} {formatNumber(done)} of {formatNumber(total)}
    </Link>
  )
}
