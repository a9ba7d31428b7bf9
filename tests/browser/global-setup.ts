import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeFiles } from '#deploy/write-site.ts'
import { HOSTS, isInstalled, PREPARED } from './deployed-host.ts'
import { DIST } from './static-site.ts'

/**
 * The production build, once for all tests (`SKIP_BUILD=1` takes the `dist/` that is there), and its files as `npm run deploy`
 * writes them for a real server.
 */
// Playwright takes the default export.
// oxlint-disable-next-line import/no-default-export
export default async function prepareOnce(): Promise<void> {
  if (process.env['SKIP_BUILD'] !== '1') {
    const cwd = fileURLToPath(new URL('../..', import.meta.url))
    execFileSync('npx', ['vite', 'build', '--logLevel', 'warn'], { cwd, stdio: 'inherit' })
  }
  rmSync(PREPARED, { recursive: true, force: true })
  if (HOSTS.some(isInstalled)) await writeFiles(DIST, PREPARED)
}
