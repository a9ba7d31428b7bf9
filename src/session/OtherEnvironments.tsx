import { Link } from 'react-router'
import type { Environment } from '#src/config/config.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { EnvironmentTag } from '#src/config/EnvironmentTag.tsx'
import styles from './OtherEnvironments.module.css'

/** Links to the other environments, each of which has its own key. */
export function OtherEnvironments({ environments }: { environments: readonly Environment[] }) {
  const current = useEnvironment()
  const others = environments.filter(({ id }) => id !== current.id)
  if (others.length === 0) return null
  return (
    <div className={styles['others']}>
      <p>Other environments</p>
      <ul className="actions">
        {others.map(({ id, name, kind }) => (
          <li key={id}>
            <Link to={`/${id}/pets`}>
              <EnvironmentTag name={name} kind={kind} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
