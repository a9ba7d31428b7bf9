/**
 * `npm test`: all checks, the fastest first. Installs Chromium (support/chromium.ts) and, in a container, nginx
 * (support/nginx.ts) if they are missing.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { ensureChromium } from './support/chromium.ts'
import { ensureNginx } from './support/nginx.ts'

const UNIT_RESULT = 'test-results/unit.json'
const BROWSER_RESULT = 'test-results/browser.json'

function run(title: string, command: string, env: NodeJS.ProcessEnv = {}): void {
  console.log(`\n── ${title}: ${command}`)
  const started = Date.now()
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env: { ...process.env, ...env } })
  console.log(
    `── ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
  )
  if (status !== 0) {
    printCounts()
    process.exit(1)
  }
}

/** Adds up the reports of the test runners that have run. */
function printCounts(): void {
  const unit = readReport(UNIT_RESULT) as { numPassedTests: number; numFailedTests: number } | undefined
  const browser = readReport(BROWSER_RESULT) as
    | { stats: { expected: number; unexpected: number } }
    | undefined
  const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0)
  const failed = (unit?.numFailedTests ?? 0) + (browser?.stats.unexpected ?? 0)
  console.log(`\n${passed} passed, ${failed} failed`)
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

for (const file of [UNIT_RESULT, BROWSER_RESULT]) rmSync(file, { force: true })
run('Types', 'tsc -p .')
run('Lint', 'oxlint')
run('Format', 'oxfmt --check')
run('Unit and page tests', `vitest run --reporter=default --reporter=json --outputFile.json=${UNIT_RESULT}`)
run('Other locales and time zones', 'node tests/locales.ts --quick')
run('Production build', 'vite build')
run('Bundle size', 'node tests/bundle-size/report.ts')
const chromium = await ensureChromium()
ensureNginx()
run(
  'Browser tests',
  'playwright test -c tests/browser/playwright.config.ts --reporter=list,json,./tests/browser/faults/matrix-reporter.ts',
  {
    CHROMIUM_PATH: chromium,
    SKIP_BUILD: '1',
    PLAYWRIGHT_JSON_OUTPUT_FILE: BROWSER_RESULT,
  },
)
printCounts()
