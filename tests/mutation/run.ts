/**
 * `npm run test:mutation [number or word …]`: puts the faults of `faults.ts` into a copy of the source, one at a time, and
 * says which of them the tests that should notice let pass. A test that never fails proves nothing. Takes some minutes.
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
  readonly word: 'noticed' | 'timed out' | 'SURVIVED' | 'DID NOT RUN'
  /** The title of the first test that failed. */
  readonly by?: string
  /** Of what did not run at all. */
  readonly output?: string
}
type Run = { readonly code: number | null; readonly timedOut: boolean; readonly output: string }

/** Of the reports of Vitest and of Playwright, what is read here. */
type Spec = { readonly title: string; readonly ok: boolean; readonly tests: readonly unknown[] }
type Suite = { readonly specs?: readonly Spec[]; readonly suites?: readonly Suite[] }
type Report = Suite & {
  readonly testResults?: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

/** Seconds after which a run with a fault counts as hanging. */
const PATIENCE = 120

/** Milliseconds for one browser test: less than the patience, so that one that hangs is reported as failed. */
const BROWSER_TIMEOUT = 60_000

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const REPORT = 'test-results/teeth.json'

const chosen = choose(process.argv.slice(2))
const stale = chosen.flatMap(({ number, mutant }) => whyStale(number, mutant))
if (chosen.length === 0 || stale.length > 0) {
  for (const line of chosen.length === 0 ? ['There is no such fault.'] : stale) console.error(line)
  process.exit(1)
}

let running: ChildProcess | undefined
const copy = mkdtempSync(join(tmpdir(), 'petstore-admin-teeth-'))
process.on('exit', () => {
  killRunning()
  rmSync(copy, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
fillCopy()

const needsBrowser = chosen.some(({ mutant }) => 'browser' in mutant.killedBy)
const chromium = needsBrowser ? await ensureChromium() : ''
await runBaseline()

const left: string[] = []
for (const { number, mutant } of chosen) {
  const started = Date.now()
  const { word, by, output } = await tryFault(mutant)
  const line = `${String(number).padStart(3)}  ${word.padEnd(11)} ${seconds(started).padStart(7)}  ${mutant.what}`
  console.log(by === undefined ? line : `${line} (${by})`)
  if (output !== undefined) console.error(output)
  if (word !== 'noticed' && word !== 'timed out') left.push(line)
}
console.log(`\n${chosen.length - left.length} of ${chosen.length} noticed`)
for (const line of left) console.log(line)
process.exitCode = left.length === 0 ? 0 : 1

function choose(words: readonly string[]) {
  return MUTANTS.map((mutant, index) => ({ number: index + 1, mutant })).filter(
    ({ number, mutant }) =>
      words.length === 0 ||
      words.some((word) =>
        /^\d+$/.test(word) ? Number(word) === number : mutant.what.toLowerCase().includes(word.toLowerCase()),
      ),
  )
}

/** The source has changed: an entry that changes nothing, or more than it means to, would prove nothing. */
function whyStale(number: number, { what, file, find }: Mutant): string[] {
  const path = join(ROOT, file)
  const times = existsSync(path) ? readFileSync(path, 'utf8').split(find).length - 1 : 0
  if (times === 1) return []
  return [`Mutant ${number} (${what}): its text stands ${times} times in ${file}, and not once:\n  ${find}`]
}

/** All that belongs to the repository, and the packages by links: what a run writes stays in the copy. */
function fillCopy(): void {
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of listed.split('\0')) {
    // What was deleted is still listed, and so are packages that are a link.
    if (file === '' || statSync(join(ROOT, file), { throwIfNoEntry: false })?.isFile() !== true) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(ROOT, file), join(copy, file))
  }
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    // Caches of tools begin with a dot, and the copy has its own.
    if (name.startsWith('.') && name !== '.bin') continue
    symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name))
  }
}

/** A test that fails without a fault would count as one that notices. */
async function runBaseline(): Promise<void> {
  const witnesses = chosen.map(({ mutant }) => mutant.killedBy)
  const files = witnesses.flatMap((witness) => ('unit' in witness ? witness.unit : []))
  const specs = witnesses.filter((witness) => 'browser' in witness)
  const runs: [what: string, run: () => Promise<Run>][] = []
  if (files.length > 0) runs.push(['unit and page tests', () => runUnit(files)])
  if (specs.length > 0) runs.push(['build', build], ['browser tests', () => runBrowser(specs)])
  for (const [what, run] of runs) {
    const started = Date.now()
    const { code, output } = await run()
    console.log(`Without a mutant, ${what}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds(started)}`)
    if (code !== 0) {
      console.error(output)
      process.exit(1)
    }
  }
  console.log()
}

async function tryFault({ file, find, replace, killedBy }: Mutant): Promise<Verdict> {
  const path = join(copy, file)
  const whole = readFileSync(path, 'utf8')
  // A function, because `$` means something in a text to replace with.
  writeFileSync(
    path,
    whole.replace(find, () => replace),
  )
  try {
    return await askWitness(killedBy)
  } finally {
    writeFileSync(path, whole)
  }
}

async function askWitness(witness: KilledBy): Promise<Verdict> {
  rmSync(join(copy, REPORT), { force: true })
  if ('browser' in witness) {
    const { code, output } = await build(PATIENCE)
    if (code !== 0) return { word: 'DID NOT RUN', output }
  }
  const { code, timedOut, output } =
    'unit' in witness ? await runUnit(witness.unit, PATIENCE) : await runBrowser([witness], PATIENCE)
  if (timedOut) return { word: 'timed out' }
  if (code === 0) return { word: 'SURVIVED' }
  const by = firstFailedTest()
  // A fault that cannot even be loaded has not been tried.
  return by === undefined ? { word: 'DID NOT RUN', output } : { word: 'noticed', by }
}

/** The first test that failed, or `undefined` when none did: whoever reads this can judge whether it failed for the fault. */
function firstFailedTest(): string | undefined {
  let report: Report
  try {
    report = JSON.parse(readFileSync(join(copy, REPORT), 'utf8')) as Report
  } catch {
    return undefined
  }
  const ofUnit = report.testResults?.flatMap(({ assertionResults }) => assertionResults)
  return (
    ofUnit?.find(({ status }) => status === 'failed')?.title ??
    specsOf(report).find(({ ok, tests }) => !ok && tests.length > 0)?.title
  )
}

function specsOf({ specs = [], suites = [] }: Suite): readonly Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

async function runUnit(files: readonly string[], patience?: number): Promise<Run> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
  return runCommand('vitest', ['run', '--bail=1', ...new Set(files), ...reporters], patience)
}

async function build(patience?: number): Promise<Run> {
  return runCommand('vite', ['build', '--logLevel', 'warn'], patience)
}

async function runBrowser(
  specs: readonly Extract<KilledBy, { browser: string }>[],
  patience?: number,
): Promise<Run> {
  const titles = specs.map(({ title }) => title.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  const where = ['-c', 'tests/browser/playwright.config.ts', ...new Set(specs.map((spec) => spec.browser))]
  const how = ['--workers=1', '-x', `--timeout=${BROWSER_TIMEOUT}`, '--reporter=line,json']
  return runCommand('playwright', ['test', ...where, ...how, '--grep', titles.join('|')], patience)
}

/** With a process group of its own, so that a run that hangs goes with all that it started. */
async function runCommand(command: string, args: readonly string[], patience?: number): Promise<Run> {
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
  const limit =
    patience === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true
          killRunning()
        }, patience * 1000)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(limit)
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
    // It has ended by itself.
  }
}

function seconds(started: number): string {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`
}
