import { NavLink, useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import styles from './Header.module.css'

export function MainNavigation() {
  const { id: environmentId } = useEnvironment()
  const { pathname } = useLocation()
  const list = `/${environmentId}/pets`
  return (
    <nav aria-label="Main" className={`row gap-1 no-print ${styles['nav']}`}>
      {/* One pet belongs to the list; the other pages below it have links of their own. */}
      <NavLink to={list} end={!/\/pets\/-?\d+$/.test(pathname)}>
        Pets
      </NavLink>
      <NavLink to={`/${environmentId}/overview`}>Overview</NavLink>
      <NavLink to={`${list}/new`}>Add pet</NavLink>
      <NavLink to={`${list}/import`}>Import</NavLink>
    </nav>
  )
}
