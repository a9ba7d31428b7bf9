/**
 * Mutation testing: `npm run test:mutation [-- number or word …]`. Applies the mutants of `mutants.ts` to a copy of the
 * source, one at a time, runs the tests that should kill each one, and lists the survivors. Takes some minutes.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from '#tests/support/chromium.ts'
import { type Mutant, MUTANTS, type KilledBy } from './mutants.ts'

type Verdict = {
  readonly result: 'killed' | 'timed out' | 'SURVIVED' | 'DID NOT RUN'
  /** The title of the first test that failed. */
  readonly killedBy?: string
  /** The output of the commands if the mutant could not be tested. */
  readonly output?: string
}
type Run = { readonly code: number | null; readonly timedOut: boolean; readonly output: string }

/** The parts of the JSON reports of Vitest and Playwright that are read here. */
type Spec = { readonly title: string; readonly ok: boolean; readonly tests: readonly unknown[] }
type Suite = { readonly specs?: readonly Spec[]; readonly suites?: readonly Suite[] }
type Report = Suite & {
  readonly testResults?: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

/** A run that takes longer counts as hanging, and its mutant as killed. */
const TIMEOUT_S = 120

/** Timeout of one browser test; shorter than TIMEOUT_S, so that a hanging test is reported with its title. */
const BROWSER_TIMEOUT_MS = 60_000

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const REPORT = 'test-results/mutation.json'

const selected = select(process.argv.slice(2))
const stale = selected.flatMap(({ number, mutant }) => staleness(number, mutant))
if (selected.length === 0 || stale.length > 0) {
  for (const line of selected.length === 0 ? ['No mutant matches.'] : stale) console.error(line)
  process.exit(1)
}

let running: ChildProcess | undefined
const copy = mkdtempSync(join(tmpdir(), 'petstore-admin-mutation-'))
process.on('exit', () => {
  killRunning()
  rmSync(copy, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
fillCopy()

const needsBrowser = selected.some(({ mutant }) => 'browser' in mutant.killedBy)
const chromium = needsBrowser ? await ensureChromium() : ''
await runBaseline()

const survivors: string[] = []
for (const { number, mutant } of selected) {
  const started = Date.now()
  const { result, killedBy, output } = await testMutant(mutant)
  const line = `${String(number).padStart(3)}  ${result.padEnd(11)} ${seconds(started).padStart(7)}  ${mutant.what}`
  console.log(killedBy === undefined ? line : `${line} (killed by: ${killedBy})`)
  if (output !== undefined) console.error(output)
  if (result !== 'killed' && result !== 'timed out') survivors.push(line)
}
console.log(`\n${selected.length - survivors.length} of ${selected.length} mutants killed`)
for (const line of survivors) console.log(line)
process.exitCode = survivors.length === 0 ? 0 : 1

function select(words: readonly string[]) {
  return MUTANTS.map((mutant, index) => ({ number: index + 1, mutant })).filter(
    ({ number, mutant }) =>
      words.length === 0 ||
      words.some((word) =>
        /^\d+$/.test(word) ? Number(word) === number : mutant.what.toLowerCase().includes(word.toLowerCase()),
      ),
  )
}

/** A mutant whose `find` is missing or ambiguous no longer fits the source. */
function staleness(number: number, { what, file, find }: Mutant): string[] {
  const path = join(ROOT, file)
  const count = existsSync(path) ? readFileSync(path, 'utf8').split(find).length - 1 : 0
  if (count === 1) return []
  return [`Mutant ${number} (${what}) does not fit ${file}: found ${count} times instead of once:\n  ${find}`]
}

/** Copies the repository's files and links its packages, so that runs write to the copy only. */
function fillCopy(): void {
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of listed.split('\0')) {
    // git also lists deleted files, and node_modules if that is a symbolic link.
    if (file === '' || statSync(join(ROOT, file), { throwIfNoEntry: false })?.isFile() !== true) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(ROOT, file), join(copy, file))
  }
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    // Tool caches start with a dot; the copy has its own.
    if (name.startsWith('.') && name !== '.bin') continue
    symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name))
  }
}

/** Runs the same tests without a mutant: a test that fails anyway would seem to kill every mutant. */
async function runBaseline(): Promise<void> {
  const killers = selected.map(({ mutant }) => mutant.killedBy)
  const files = killers.flatMap((killer) => ('unit' in killer ? killer.unit : []))
  const specs = killers.filter((killer) => 'browser' in killer)
  const runs: [what: string, run: () => Promise<Run>][] = []
  if (files.length > 0) runs.push(['unit and page tests', () => runUnit(files)])
  if (specs.length > 0) runs.push(['build', build], ['browser tests', () => runBrowser(specs)])
  for (const [what, run] of runs) {
    const started = Date.now()
    const { code, output } = await run()
    console.log(`Baseline, ${what}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds(started)}`)
    if (code !== 0) {
      console.error(output)
      process.exit(1)
    }
  }
  console.log()
}

async function testMutant({ file, find, replace, killedBy }: Mutant): Promise<Verdict> {
  const path = join(copy, file)
  const original = readFileSync(path, 'utf8')
  // A function, because `$` is special in a replacement string.
  writeFileSync(
    path,
    original.replace(find, () => replace),
  )
  try {
    return await runKiller(killedBy)
  } finally {
    writeFileSync(path, original)
  }
}

async function runKiller(killer: KilledBy): Promise<Verdict> {
  rmSync(join(copy, REPORT), { force: true })
  if ('browser' in killer) {
    const { code, output } = await build(TIMEOUT_S)
    if (code !== 0) return { result: 'DID NOT RUN', output }
  }
  const { code, timedOut, output } =
    'unit' in killer ? await runUnit(killer.unit, TIMEOUT_S) : await runBrowser([killer], TIMEOUT_S)
  if (timedOut) return { result: 'timed out' }
  if (code === 0) return { result: 'SURVIVED' }
  const failed = firstFailedTest()
  // A non-zero exit without a failed test means that the mutant does not even load.
  return failed === undefined ? { result: 'DID NOT RUN', output } : { result: 'killed', killedBy: failed }
}

/** The title of the first test that failed, from which a reader can judge whether it failed because of the mutant. */
function firstFailedTest(): string | undefined {
  let report: Report
  try {
    report = JSON.parse(readFileSync(join(copy, REPORT), 'utf8')) as Report
  } catch {
    return undefined
  }
  const unitTests = report.testResults?.flatMap(({ assertionResults }) => assertionResults)
  return (
    unitTests?.find(({ status }) => status === 'failed')?.title ??
    specsOf(report).find(({ ok, tests }) => !ok && tests.length > 0)?.title
  )
}

function specsOf({ specs = [], suites = [] }: Suite): readonly Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

async function runUnit(files: readonly string[], timeout?: number): Promise<Run> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
  return runCommand('vitest', ['run', '--bail=1', ...new Set(files), ...reporters], timeout)
}

async function build(timeout?: number): Promise<Run> {
  return runCommand('vite', ['build', '--logLevel', 'warn'], timeout)
}

async function runBrowser(
  specs: readonly Extract<KilledBy, { browser: string }>[],
  timeout?: number,
): Promise<Run> {
  const titles = specs.map(({ title }) => title.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  const selection = [
    '-c',
    'tests/browser/playwright.config.ts',
    ...new Set(specs.map((spec) => spec.browser)),
  ]
  const options = ['--workers=1', '-x', `--timeout=${BROWSER_TIMEOUT_MS}`, '--reporter=line,json']
  return runCommand('playwright', ['test', ...selection, ...options, '--grep', titles.join('|')], timeout)
}

/** Runs in its own process group, so that a timeout also kills its child processes. @param timeout in seconds. */
async function runCommand(command: string, args: readonly string[], timeout?: number): Promise<Run> {
  const child = spawn(command, args, {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      CHROMIUM_PATH: chromium,
      SKIP_BUILD: '1',
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(copy, REPORT),
    },
  })
  running = child
  let output = ''
  let timedOut = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const timer =
    timeout === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true
          killRunning()
        }, timeout * 1000)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      running = undefined
      resolve({ code, timedOut, output })
    })
  })
}

function killRunning(): void {
  if (running?.pid === undefined) return
  try {
    process.kill(-running.pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}

function seconds(started: number): string {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`
}
