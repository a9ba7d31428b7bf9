import type { ConfigResult } from '#src/config/config.ts'
import { Button } from '#src/ui/Button.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import styles from './MessagePage.module.css'

/** Replaces the app, which sends no request until the configuration is fixed. */
export function CannotStart({ source, problems }: ConfigResult & { ok: false }) {
  return (
    <main className={`stack ${styles['wholePage']}`}>
      <PageTitle page="Configuration problem" />
      <h1>There is a problem with this site’s configuration</h1>
      <p>
        Petstore Admin could not use the configuration in <code>{source}</code>. No data was sent.
      </p>
      <div role="alert">
        <ul className="card divided">
          {problems.map(({ field, problem }) => (
            <li key={`${field} ${problem}`} className={`stack gap-1 ${styles['problem']}`}>
              <code>{field}</code>
              <p>{problem}</p>
            </li>
          ))}
        </ul>
      </div>
      <p>Fix it on the server, then try again.</p>
      <div>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </div>
    </main>
  )
}
