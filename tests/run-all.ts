/**
 * `npm test` runs all checks, the fastest first. It installs Chromium (support/chromium.ts) and, in
 * a container, nginx (support/nginx.ts), Firefox and WebKitGTK (support/engines.ts) if they are
 * missing.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { ensureChromium } from './support/chromium.ts'
import { ENGINES, ensureEngines } from './support/engines.ts'
import { ensureNginx } from './support/nginx.ts'

const resultOf = (what: string) => `test-results/${what.toLowerCase()}.json`
const BROWSERS = {
  Chromium: 'tests/browser/playwright.config.ts',
  Firefox: ENGINES.Firefox.config,
  WebKit: ENGINES.WebKit.config,
} as const

function run(title: string, command: string, env: NodeJS.ProcessEnv = {}): void {
  console.log(`\n── ${title}: ${command}`)
  const started = Date.now()
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env: { ...process.env, ...env } })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`── ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
  if (status !== 0) {
    printCounts()
    process.exit(1)
  }
}

/** Adds up the reports of the test runners that have run. */
function printCounts(): void {
  let passed = 0
  let failed = 0
  for (const file of ['Unit', ...Object.keys(BROWSERS)].map(resultOf).filter((path) => existsSync(path))) {
    const { numPassedTests, numFailedTests, stats } = JSON.parse(readFileSync(file, 'utf8')) as Report
    passed += numPassedTests ?? stats?.expected ?? 0
    failed += numFailedTests ?? stats?.unexpected ?? 0
  }
  console.log(`\n${passed} passed, ${failed} failed`)
}

/** A report of Vitest or Playwright. */
type Report = {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected: number; unexpected: number }
}

// The installation starts now, because on a new machine it takes most of a minute. Its failures are
// reported below.
const installing = spawn(process.execPath, ['tests/support/install-browsers.ts'], { stdio: 'ignore' })
const installed = once(installing, 'exit')
process.on('exit', () => installing.kill())
for (const what of ['Unit', ...Object.keys(BROWSERS)]) rmSync(resultOf(what), { force: true })
run('Types', 'tsc -p .')
run('Lint', 'oxlint')
run('Format', 'oxfmt --check')
run(
  'Unit and page tests',
  `vitest run --reporter=default --reporter=json --outputFile.json=${resultOf('Unit')}`,
)
run('Other locales and time zones', 'node tests/locales.ts --quick')
run('Production build', 'vite build')
run('Bundle size', 'node tests/bundle-size/report.ts')
await installed
const CHROMIUM_PATH = await ensureChromium()
ensureNginx()
for (const browser of ['Chromium', ...ensureEngines()] as const) {
  run(browser, `playwright test -c ${BROWSERS[browser]} --reporter=list,json`, {
    CHROMIUM_PATH,
    SKIP_BUILD: '1',
    PLAYWRIGHT_JSON_OUTPUT_FILE: resultOf(browser),
  })
}
printCounts()
