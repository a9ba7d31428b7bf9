import { useEnvironment } from '#src/config/environment-context.ts'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import styles from './MessagePage.module.css'

/**
 * Shown for a `demo` environment in a build without the mocked petstore, or in a browser that
 * blocks its service worker.
 */
export function NoDemoPage() {
  const { name } = useEnvironment()
  return (
    <div className={`stack ${styles['page']}`}>
      <PageTitle page="No demo store" environmentName={name} />
      {WITH_MOCKS ? <IsBlocked /> : <IsNotBuilt />}
    </div>
  )
}

function IsBlocked() {
  const { name } = useEnvironment()
  return (
    <>
      <h1>{`${name} cannot run in this browser`}</h1>
      <p>
        The demo store needs a service worker, which your browser blocked. Allow site data for this site, then
        reload.
      </p>
    </>
  )
}

function IsNotBuilt() {
  const { name } = useEnvironment()
  return (
    <>
      <h1>{`${name} is not available on this site`}</h1>
      <p>The demo store runs only in development (npm start) and in the demo build (npm run build:demo).</p>
    </>
  )
}
