import { useEnvironment } from '#src/config/environment-context.ts'
import styles from './MessagePage.module.css'

/** A `demo` environment in a build without the mocked petstore (app-contract, "Configuration"). */
export function NoDemoPage() {
  const { name } = useEnvironment()
  if (WITH_MOCKS) {
    return (
      <div className={styles['page']}>
        <title>{`No mocked petstore · ${name} · Petstore Admin`}</title>
        <h1>{name} cannot run in this browser</h1>
        <p>
          The mocked petstore needs a service worker, and this browser did not let the app start one. A
          private window or blocked site data may be the reason. Allow site data for this address and reload
          the page.
        </p>
      </div>
    )
  }
  return (
    <div className={styles['page']}>
      <title>{`No mocked petstore · ${name} · Petstore Admin`}</title>
      <h1>{name} is not part of this build</h1>
      <p>
        The mocked petstore exists in development (<code>npm start</code>) and in the demo build (
        <code>npm run build:demo</code>). This is the production build: it has no mock code, so nothing can be
        shown here.
      </p>
      <p>
        To work with a real petstore, name it in <code>/config.json</code> under <code>environments</code>,
        with the kind <code>production</code> or <code>staging</code>.
      </p>
    </div>
  )
}
