/**
 * `npm test`: all checks, the fastest first. Installs Chromium (support/chromium.ts) and, in a container, nginx
 * (support/nginx.ts), Firefox and WebKitGTK (support/engines.ts) if they are missing.
 */
import { spawn } from 'node:child_process'
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

/** Those of a line run side by side, and print what they say when they have ended. */
async function run(...steps: (readonly [title: string, command: string, env?: NodeJS.ProcessEnv])[]) {
  const stdio = steps.length === 1 ? 'inherit' : 'pipe'
  const results = steps.map(async ([title, command, env = {}]) => {
    const started = Date.now()
    if (stdio === 'inherit') console.log(`\n── ${title}: ${command}`)
    const child = spawn(command, { shell: true, stdio, env: { ...process.env, ...env } })
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => said.push(data))
    const [status] = (await once(child, 'close')) as [number | null]
    if (stdio === 'pipe') console.log(`\n── ${title}: ${command}\n${Buffer.concat(said).toString()}`)
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    console.log(`── ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
    return status === 0
  })
  if ((await Promise.all(results)).every(Boolean)) return
  printCounts()
  process.exit(1)
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

/** Of Vitest or Playwright. */
type Report = {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected: number; unexpected: number }
}

// Most of a minute of waiting, on a new machine. What goes wrong is said below.
const installing = spawn(process.execPath, ['tests/support/install-browsers.ts'], { stdio: 'ignore' })
const installed = once(installing, 'exit')
process.on('exit', () => installing.kill())
for (const what of ['Unit', ...Object.keys(BROWSERS)]) rmSync(resultOf(what), { force: true })
await run(['Types', 'tsc -p .'], ['Lint', 'oxlint'], ['Format', 'oxfmt --check'])
await run([
  'Unit and page tests',
  `vitest run --reporter=default --reporter=json --outputFile.json=${resultOf('Unit')}`,
])
await run(
  ['Other locales and time zones', 'node tests/locales.ts --quick'],
  ['Bundle size', 'vite build && node tests/bundle-size/report.ts'],
)
await installed
const CHROMIUM_PATH = await ensureChromium()
ensureNginx()
const inBrowser = (browser: keyof typeof BROWSERS) =>
  [
    browser,
    `playwright test -c ${BROWSERS[browser]} --reporter=list,json`,
    { CHROMIUM_PATH, SKIP_BUILD: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: resultOf(browser) },
  ] as const
await run(inBrowser('Chromium'))
await run(...ensureEngines().map(inBrowser))
printCounts()
