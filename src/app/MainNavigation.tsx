import { NavLink, useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { importPath, newPetPath, overviewPath, petListPath } from '#src/lib/paths.ts'
import styles from './Header.module.css'

export function MainNavigation() {
  const { id: environmentId } = useEnvironment()
  const { pathname } = useLocation()
  return (
    <nav aria-label="Main" className={`row gap-1 no-print ${styles['nav']}`}>
      {/* One pet belongs to the list; the other pages below it have links of their own. */}
      <NavLink to={petListPath(environmentId)} end={!/\/pets\/-?\d+$/.test(pathname)}>
        Pets
      </NavLink>
      <NavLink to={overviewPath(environmentId)}>Overview</NavLink>
      <NavLink to={newPetPath(environmentId)}>Add pet</NavLink>
      <NavLink to={importPath(environmentId)}>Import</NavLink>
    </nav>
  )
}
