import { useEnvironment } from '#src/config/environment-context.ts'
import { SignInForm } from './SignInForm.tsx'
import styles from './SignIn.module.css'

/** What every page shows at its own address while there is no key. Each environment has its own. */
export function SignIn({ demoKey }: { demoKey: string | undefined }) {
  const { name, baseUrl } = useEnvironment()
  return (
    <div className={`stack gap-6 ${styles['page']}`}>
      <title>{`Sign in · ${name} · Petstore Admin`}</title>
      <section className={`stack card ${styles['card']}`} aria-labelledby="sign-in">
        <h1 id="sign-in">Sign in</h1>
        <p className="muted">
          Store: <strong className={styles['name']}>{name}</strong> (<code className="small">{baseUrl}</code>)
        </p>
        <SignInForm demoKey={demoKey} />
        {demoKey === undefined ? null : (
          <p className="small">
            This demo store runs in your browser. The data is not real and stays on this device.
          </p>
        )}
      </section>
    </div>
  )
}
