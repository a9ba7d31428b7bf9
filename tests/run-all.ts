/**
 * `npm test`: all checks, the fastest first. Installs Chromium (support/chromium.ts) and, in a container, nginx
 * (support/nginx.ts), Firefox and WebKitGTK (support/engines.ts) if they are missing.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { ensureChromium } from './support/chromium.ts'
import { ensureEngines } from './support/engines.ts'
import { ensureNginx } from './support/nginx.ts'

const UNIT_RESULT = 'test-results/unit.json'
const BROWSER_RESULTS = {
  Chromium: 'test-results/chromium.json',
  Firefox: 'test-results/firefox.json',
  WebKit: 'test-results/webkit.json',
} as const

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
  let passed = unit?.numPassedTests ?? 0
  let failed = unit?.numFailedTests ?? 0
  for (const file of Object.values(BROWSER_RESULTS)) {
    const browser = readReport(file) as { stats: { expected: number; unexpected: number } } | undefined
    passed += browser?.stats.expected ?? 0
    failed += browser?.stats.unexpected ?? 0
  }
  console.log(`\n${passed} passed, ${failed} failed`)
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

// Most of a minute of waiting, on a new machine. What goes wrong is said below.
const installing = spawn(process.execPath, ['tests/support/install-browsers.ts'], { stdio: 'ignore' })
const installed = once(installing, 'exit')
process.on('exit', () => installing.kill())
for (const file of [UNIT_RESULT, ...Object.values(BROWSER_RESULTS)]) rmSync(file, { force: true })
run('Types', 'tsc -p .')
run('Lint', 'oxlint')
run('Format', 'oxfmt --check')
run('Unit and page tests', `vitest run --reporter=default --reporter=json --outputFile.json=${UNIT_RESULT}`)
run('Other locales and time zones', 'node tests/locales.ts --quick')
run('Production build', 'vite build')
run('Bundle size', 'node tests/bundle-size/report.ts')
await installed
const chromium = await ensureChromium()
ensureNginx()
const engines = ensureEngines()
const env = { CHROMIUM_PATH: chromium, SKIP_BUILD: '1' }
const playwright = (config: string) => `playwright test -c tests/${config} --reporter=list,json`
run('Chromium', playwright('browser/playwright.config.ts'), {
  ...env,
  PLAYWRIGHT_JSON_OUTPUT_FILE: BROWSER_RESULTS.Chromium,
})
if (engines.includes('Firefox')) {
  run('Firefox', playwright('browser/firefox.config.ts'), {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: BROWSER_RESULTS.Firefox,
  })
}
if (engines.includes('WebKit')) {
  run('WebKit', playwright('webkit/playwright.config.ts'), {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: BROWSER_RESULTS.WebKit,
  })
}
printCounts()
