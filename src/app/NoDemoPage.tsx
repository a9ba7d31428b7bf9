import { useEnvironment } from '#src/config/environment-context.ts'
import styles from './MessagePage.module.css'

/** A `demo` environment in a build without the mocked petstore. */
export function NoDemoPage() {
  const { name } = useEnvironment()
  return (
    <div className={`stack ${styles['page']}`}>
      <title>{`No demo store · ${name} · Petstore Admin`}</title>
      {WITH_MOCKS ? (
        <>
          <h1>{name} cannot run in this browser</h1>
          <p>
            The demo store needs a service worker, which your browser blocked. Allow site data for this site,
            then reload.
          </p>
        </>
      ) : (
        <>
          <h1>{name} is not available on this site</h1>
          <p>
            The demo store runs only in development (<code>npm start</code>) and in the demo build (
            <code>npm run build:demo</code>).
          </p>
        </>
      )}
    </div>
  )
}
