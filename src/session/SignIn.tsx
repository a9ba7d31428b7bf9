import type { Environment } from '#src/config/config.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { OtherEnvironments } from './OtherEnvironments.tsx'
import { SignInForm } from './SignInForm.tsx'
import styles from './SignIn.module.css'

type SignInProps = {
  demoKey: string | undefined
  environments: readonly Environment[]
}

/** What every page shows at its own address while there is no key. */
export function SignIn({ demoKey, environments }: SignInProps) {
  const { name, baseUrl } = useEnvironment()
  return (
    <div className={styles['page']}>
      <title>{`Sign in · ${name} · Petstore Admin`}</title>
      <section className={styles['card']} aria-labelledby="sign-in">
        <h1 id="sign-in">Sign in</h1>
        <p className={styles['where']}>
          Store: <strong>{name}</strong> (<span className={styles['address']}>{baseUrl}</span>)
        </p>
        <SignInForm takesFocus demoKey={demoKey} />
        {demoKey === undefined ? null : (
          <p className={styles['note']}>
            This demo store runs in your browser. The data is not real and stays on this device.
          </p>
        )}
      </section>
      <OtherEnvironments environments={environments} />
    </div>
  )
}
