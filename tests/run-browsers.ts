/** `npm run test:browsers`: the journeys in Firefox and WebKitGTK. Arguments go to Playwright. */
import { spawnSync } from 'node:child_process'
import { ensureEngines } from './support/engines.ts'

const CONFIGS = {
  Firefox: 'tests/browser/firefox.config.ts',
  WebKit: 'tests/webkit/playwright.config.ts',
} as const

if (spawnSync('vite', ['build', '--logLevel', 'warn'], { stdio: 'inherit' }).status !== 0) process.exit(1)
const engines = ensureEngines()
const failed = engines.filter((engine) => {
  console.log(`\n── ${engine}`)
  const args = ['test', '-c', CONFIGS[engine], '--pass-with-no-tests', ...process.argv.slice(2)]
  const { status } = spawnSync('playwright', args, {
    stdio: 'inherit',
    env: { ...process.env, SKIP_BUILD: '1' },
  })
  return status !== 0
})
process.exitCode = engines.length > 0 && failed.length === 0 ? 0 : 1
