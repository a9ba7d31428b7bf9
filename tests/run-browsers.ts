/** `npm run test:browsers`: the journeys in Firefox and WebKitGTK. Arguments go to Playwright. */
import { spawnSync } from 'node:child_process'
import { ENGINES, ensureEngines } from './support/engines.ts'

if (spawnSync('vite', ['build', '--logLevel', 'warn'], { stdio: 'inherit' }).status !== 0) process.exit(1)
const engines = ensureEngines()
const failed = engines.filter((engine) => {
  console.log(`\n── ${engine}`)
  const args = ['test', '-c', ENGINES[engine].config, '--pass-with-no-tests', ...process.argv.slice(2)]
  const { status } = spawnSync('playwright', args, {
    stdio: 'inherit',
    env: { ...process.env, SKIP_BUILD: '1' },
  })
  return status !== 0
})
process.exitCode = engines.length > 0 && failed.length === 0 ? 0 : 1
