import type { ConfigProblem } from '#src/config/config.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './MessagePage.module.css'

/** Instead of the app: it sends nothing anywhere until the configuration is mended. */
export function ConfigProblemsPage({ problems }: { problems: readonly ConfigProblem[] }) {
  return (
    <main className={styles['wholePage']}>
      <title>Not set up · Petstore Admin</title>
      <h1>Petstore Admin is not set up</h1>
      <p>
        The configuration of this site, <code>/config.json</code>, cannot be used. Nothing was sent to any
        petstore.
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
      <p>Mend the file on the server, then load it again.</p>
      <div>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </div>
    </main>
  )
}
