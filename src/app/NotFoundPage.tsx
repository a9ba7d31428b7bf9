import { Link, useLocation } from 'react-router'
import type { Environment } from '#src/config/config.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import styles from './MessagePage.module.css'

type NotFoundPageProps = {
  /** Whose list is linked to. */
  environment: Environment
  /** Whether the address names this environment. */
  isNamed: boolean
}

export function NotFoundPage({ environment, isNamed }: NotFoundPageProps) {
  const { pathname, search } = useLocation()
  return (
    <div className={`stack ${styles['page']}`}>
      <title>{`Page not found · ${isNamed ? `${environment.name} · ` : ''}Petstore Admin`}</title>
      <h1>Page not found</h1>
      <p>
        Nothing at <code>{BASE_PATH.slice(0, -1) + pathname + search}</code>.
      </p>
      <p>
        <Link to={`/${environment.id}/pets`}>Go to pets</Link>
      </p>
    </div>
  )
}
