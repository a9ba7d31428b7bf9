import type { ReactNode } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { SignInForm } from './SignInForm.tsx'
import styles from './SignIn.module.css'

type SignInProps = {
  demoKey: string | undefined
  /** Below the card, for example the way to other environments. */
  children?: ReactNode
}

/** What every page shows, in place, as long as there is no key. */
export function SignIn({ demoKey, children }: SignInProps) {
  const { name, baseUrl } = useEnvironment()
  return (
    <div className={styles['page']}>
      <title>{`Sign in · ${name} · Petstore Admin`}</title>
      <section className={styles['card']} aria-labelledby="sign-in">
        <h1 id="sign-in">Sign in</h1>
        <p className={styles['where']}>
          to <strong>{name}</strong>, the petstore at <span className={styles['address']}>{baseUrl}</span>
        </p>
        <SignInForm demoKey={demoKey} />
        {demoKey === undefined ? null : (
          <p className={styles['note']}>
            A petstore made up inside this browser. Nothing leaves this device, and nothing is real.
          </p>
        )}
      </section>
      {children}
    </div>
  )
}
