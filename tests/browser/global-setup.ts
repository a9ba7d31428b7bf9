import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The production build, once for all tests. `SKIP_BUILD=1` takes the `dist/` that is there. */
// Playwright takes the default export.
// oxlint-disable-next-line import/no-default-export
export default function buildOnce(): void {
  if (process.env['SKIP_BUILD'] === '1') return
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  execFileSync('npx', ['vite', 'build', '--logLevel', 'warn'], { cwd, stdio: 'inherit' })
}
