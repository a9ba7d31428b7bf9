import { Link, useLocation } from 'react-router'
import styles from './MessagePage.module.css'

type NotFoundPageProps = {
  /** The id of the environment whose list is offered. */
  environmentId: string
}

export function NotFoundPage({ environmentId }: NotFoundPageProps) {
  const { pathname, search } = useLocation()
  return (
    <div className={styles['page']}>
      <title>Page not found · Petstore Admin</title>
      <h1>Page not found</h1>
      <p>
        There is no page at <code>{pathname + search}</code>. Check the address, or start from the list.
      </p>
      <p>
        <Link to={`/${environmentId}/pets`}>Show all pets</Link>
      </p>
    </div>
  )
}
