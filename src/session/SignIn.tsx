import { useEffect } from 'react'
import { Link } from 'react-router'
import { stayAtTop } from '#src/browser/stay-at-top.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { EnvironmentTag } from '#src/config/EnvironmentTag.tsx'
import { petListPath } from '#src/lib/paths.ts'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { SignInForm } from './SignInForm.tsx'
import styles from './SignIn.module.css'

/**
 * Shown by every page at its own address while there is no key. Each environment has a key of its
 * own.
 */
export function SignIn() {
  const { name, baseUrl, demo } = useEnvironment()
  // The keyboard of a phone is open until the page takes the place of this view.
  useEffect(() => stayAtTop, [])
  return (
    <div className={`stack gap-6 ${styles['page']}`}>
      <PageTitle page="Sign in" environmentName={name} />
      <section className={`stack card ${styles['card']}`} aria-labelledby="sign-in">
        <h1 id="sign-in">Sign in</h1>
        <p className="muted">
          Store: <strong className={styles['name']}>{name}</strong> (<code className="small">{baseUrl}</code>)
        </p>
        <SignInForm />
        {demo !== undefined && (
          <p className="small">
            This demo store runs in your browser. The data is not real and stays on this device.
          </p>
        )}
      </section>
      <OtherEnvironments />
    </div>
  )
}

function OtherEnvironments() {
  const { others: environments } = useEnvironment()
  if (environments.length === 0) return null
  return (
    <div className={`stack small gap-2 ${styles['others']}`}>
      <p>Other environments</p>
      <ul className="actions">
        {environments.map(({ id, name, kind }) => (
          <li key={id}>
            <Link to={petListPath(id)}>
              <EnvironmentTag name={name} kind={kind} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
