import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from '@playwright/test'
import { writeFiles } from '#deploy/write-site.ts'
import { BELOW, isInstalled } from './deployed-host.ts'

test('the app is built for a path', async () => {
  test.skip(!isInstalled('nginx'), 'There is no nginx on this machine.')
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const options = [`--base=${BELOW.base}`, '--outDir', BELOW.dist, '--emptyOutDir', '--logLevel', 'error']
  execFileSync('vite', ['build', ...options], { cwd, stdio: 'inherit' })
  rmSync(BELOW.prepared, { recursive: true, force: true })
  await writeFiles(BELOW.dist, BELOW.prepared)
})
