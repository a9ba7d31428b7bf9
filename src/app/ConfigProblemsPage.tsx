import type { ConfigProblem } from '#src/config/config.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './MessagePage.module.css'

/** Replaces the app, which sends no request until the configuration is fixed. */
export function ConfigProblemsPage({ problems }: { problems: readonly ConfigProblem[] }) {
  return (
    <main className={styles['wholePage']}>
      <title>Configuration problem · Petstore Admin</title>
      <h1>There is a problem with this site’s configuration</h1>
      <p>
        Petstore Admin could not use <code>/config.json</code>. No data was sent.
      </p>
      <div role="alert">
        <ul className={styles['problems']}>
          {problems.map(({ field, problem }) => (
            <li key={`${field} ${problem}`}>
              <code>{field}</code>
              <p>{problem}</p>
            </li>
          ))}
        </ul>
      </div>
      <p>Fix the file on the server, then try again.</p>
      <div>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </div>
    </main>
  )
}
