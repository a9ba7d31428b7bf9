import { use } from 'react'
import { Link, useLocation } from 'react-router'
import { EnvironmentContext } from '#src/config/environment-context.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import styles from './MessagePage.module.css'

/** Also outside of any environment. */
export function NotFoundPage() {
  const environment = use(EnvironmentContext)
  const { pathname, search } = useLocation()
  return (
    <div className={`stack ${styles['page']}`}>
      <title>{`Page not found · ${environment === undefined ? '' : `${environment.name} · `}Petstore Admin`}</title>
      <h1>Page not found</h1>
      <p>
        Nothing at <code>{BASE_PATH.slice(0, -1) + pathname + search}</code>.
      </p>
      <p>
        <Link to={environment === undefined ? '/pets' : `/${environment.id}/pets`}>Go to pets</Link>
      </p>
    </div>
  )
}
