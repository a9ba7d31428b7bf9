import { Link } from 'react-router'
import type { Environment } from '#src/config/config.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { EnvironmentTag } from '#src/config/EnvironmentTag.tsx'
import { SignInForm } from './SignInForm.tsx'
import styles from './SignIn.module.css'

type SignInProps = {
  demoKey: string | undefined
  environments: readonly Environment[]
}

/** What every page shows at its own address while there is no key. Each environment has its own. */
export function SignIn({ demoKey, environments }: SignInProps) {
  const current = useEnvironment()
  const others = environments.filter(({ id }) => id !== current.id)
  return (
    <div className={`stack gap-6 ${styles['page']}`}>
      <title>{`Sign in · ${current.name} · Petstore Admin`}</title>
      <section className={`stack card ${styles['card']}`} aria-labelledby="sign-in">
        <h1 id="sign-in">Sign in</h1>
        <p className="muted">
          Store: <strong className={styles['name']}>{current.name}</strong> (
          <code className="small">{current.baseUrl}</code>)
        </p>
        <SignInForm demoKey={demoKey} />
        {demoKey === undefined ? null : (
          <p className="small">
            This demo store runs in your browser. The data is not real and stays on this device.
          </p>
        )}
      </section>
      {others.length === 0 ? null : (
        <div className={`stack small gap-2 ${styles['others']}`}>
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
      )}
    </div>
  )
}
