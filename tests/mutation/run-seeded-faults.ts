/**
 * `npm run test:seeded-faults [-- number or word …]`: puts each fault of `seeded-faults.ts` into a copy of the source, runs
 * the test that must fail, and lists the faults that it did not notice. Takes some minutes.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ensureChromium } from '#tests/support/chromium.ts'
import { type SeededFault, SEEDED_FAULTS } from './seeded-faults.ts'

/** A fault that makes its test run longer is noticed. */
const TIMEOUT_MS = 120_000

const COPY = 'test-results/seeded-faults'

const words = process.argv.slice(2).map((word) => word.toLowerCase())
const selected = SEEDED_FAULTS.map((fault, index) => ({ number: index + 1, fault })).filter(
  ({ number, fault }) =>
    words.length === 0 ||
    words.some((word) => word === String(number) || fault.what.toLowerCase().includes(word)),
)
for (const { number, fault } of selected) {
  const count = readFileSync(fault.file, 'utf8').split(fault.find).length - 1
  if (count !== 1)
    throw new Error(`Fault ${number} does not fit ${fault.file}: found ${count} times, not once`)
}
const chromium = selected.some(({ fault }) => fault.title !== undefined) ? await ensureChromium() : ''
copySource()

// A test that fails anyway would seem to notice every fault.
const sound = runTests(selected.map(({ fault }) => fault))
if (sound.result !== 'NOT NOTICED') throw new Error(`The tests fail without a fault:\n${sound.output}`)

const survivors: string[] = []
for (const { number, fault } of selected) {
  const { result, failed, output } = testFault(fault)
  const line = `${String(number).padStart(3)}  ${result.padEnd(11)}  ${fault.what}`
  console.log(failed === undefined ? line : `${line} (${failed})`)
  if (result === 'DID NOT RUN') console.error(output)
  if (result !== 'noticed') survivors.push(line)
}
console.log(
  [`\n${selected.length - survivors.length} of ${selected.length} noticed`, ...survivors].join('\n'),
)
process.exitCode = survivors.length === 0 ? 0 : 1

function copySource(): void {
  rmSync(COPY, { recursive: true, force: true })
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { encoding: 'utf8' })
  // git also lists deleted files.
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(name))) {
    mkdirSync(dirname(join(COPY, file)), { recursive: true })
    copyFileSync(file, join(COPY, file))
  }
  // The fonts of the browser tests are packages, named by their path (tests/browser/fonts).
  symlinkSync(resolve('node_modules'), join(COPY, 'node_modules'))
}

function testFault(fault: SeededFault) {
  const path = join(COPY, fault.file)
  const original = readFileSync(path, 'utf8')
  // A function, because `$` is special in a replacement string.
  writeFileSync(
    path,
    original.replace(fault.find, () => fault.replace),
  )
  try {
    return runTests([fault])
  } finally {
    writeFileSync(path, original)
  }
}

function runTests(faults: readonly SeededFault[]) {
  const titles = faults.flatMap(({ title }) => title ?? [])
  const files = (isBrowser: boolean) => [
    ...new Set(faults.filter(({ title }) => (title !== undefined) === isBrowser).map(({ test }) => test)),
  ]
  const grep = titles.map((title) => RegExp.escape(title)).join('|')
  const options = ['-c', 'tests/browser/playwright.config.ts', '--workers=1', '-x', '--reporter=line']
  const commands = [
    ...(files(false).length > 0 ? [['vitest', 'run', '--bail=1', ...files(false)]] : []),
    ...(titles.length > 0
      ? [
          ['vite', 'build', '--logLevel=warn'],
          ['playwright', 'test', ...options, ...files(true), '--grep', grep],
        ]
      : []),
  ]
  let output = ''
  for (const [command = '', ...args] of commands) {
    const { status, error, stdout, stderr } = spawnSync(command, args, {
      cwd: COPY,
      timeout: faults.length === 1 ? TIMEOUT_MS : undefined,
      killSignal: 'SIGKILL',
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', CHROMIUM_PATH: chromium, SKIP_BUILD: '1' },
    })
    output += stdout + stderr
    if (error !== undefined) return { result: 'noticed', failed: error.message, output }
    if (status === 0) continue
    // Without a failed test the source does not even load.
    const failed = /FAIL {2}.+ > (.+)|^ +1\) .+ › (.+)/m.exec(output)
    return { result: failed === null ? 'DID NOT RUN' : 'noticed', failed: failed?.[1] ?? failed?.[2], output }
  }
  return { result: 'NOT NOTICED', output }
}
