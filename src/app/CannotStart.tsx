import type { ConfigResult } from '#src/config/config.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './MessagePage.module.css'

/**
 * Replaces the app, which sends no request until the configuration is fixed.
 *
 * @param props `config`: `undefined` in a browser that rounds IDs, which have up to 19 digits, after 15.
 */
export function CannotStart({ config }: { config: (ConfigResult & { ok: false }) | undefined }) {
  if (config === undefined)
    return (
      <main className={`stack ${styles['wholePage']}`}>
        <title>Browser too old · Petstore Admin</title>
        <h1>This browser is too old for exact IDs</h1>
        <p role="alert">
          It rounds long numbers, so Petstore Admin could show or send a wrong ID. No data was sent. Update
          the browser: Chrome or Edge 123, Firefox 135, Safari 18.4, or later.
        </p>
      </main>
    )
  const { source, problems } = config
  return (
    <main className={`stack ${styles['wholePage']}`}>
      <title>Configuration problem · Petstore Admin</title>
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
