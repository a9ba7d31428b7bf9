import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FullConfig } from '@playwright/test'
import { writeFiles } from '#deploy/write-site.ts'
import { HOSTS, isInstalled, PREPARED_SITE } from './deployed-host.ts'
import { DIST } from './static-site.ts'

/**
 * Makes the production build once for all tests, and for those in Chromium prepares its files as `npm run deploy` does.
 * `SKIP_BUILD=1` uses the existing `dist/`.
 */
// Playwright requires a default export.
// oxlint-disable-next-line import/no-default-export
export default async function prepareOnce({ projects }: FullConfig): Promise<void> {
  if (process.env['SKIP_BUILD'] !== '1') {
    const cwd = fileURLToPath(new URL('../..', import.meta.url))
    execFileSync('vite', ['build', '--logLevel', 'warn'], { cwd, stdio: 'inherit' })
  }
  if (!projects.some(({ name }) => name === 'chromium')) return
  rmSync(PREPARED_SITE, { recursive: true, force: true })
  if (HOSTS.some(isInstalled)) await writeFiles(DIST, PREPARED_SITE)
}
