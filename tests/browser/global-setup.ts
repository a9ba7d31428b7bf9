import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeFiles } from '#deploy/write-site.ts'
import { HOSTS, isInstalled, PREPARED_SITE } from './deployed-host.ts'
import { DIST } from './static-site.ts'

/**
 * Makes the production build once for all tests, and prepares its files as `npm run deploy` does.
 * `SKIP_BUILD=1` uses the existing `dist/`.
 */
// Playwright requires a default export.
// oxlint-disable-next-line import/no-default-export
export default async function prepareOnce(): Promise<void> {
  if (process.env['SKIP_BUILD'] !== '1') {
    const cwd = fileURLToPath(new URL('../..', import.meta.url))
    execFileSync('vite', ['build', '--logLevel', 'warn'], { cwd, stdio: 'inherit' })
  }
  rmSync(PREPARED_SITE, { recursive: true, force: true })
  if (HOSTS.some(isInstalled)) await writeFiles(DIST, PREPARED_SITE)
}
