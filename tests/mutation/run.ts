/**
 * `npm run test:mutation [-- file or folder …]` tests the tests. StrykerJS changes the plain
 * modules of one folder after the other, one place at a time, and runs the tests of that folder,
 * because a module is tested beside itself, and not by a page that happens to use it. The reports
 * are in `test-results/mutation`.
 */
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'

const FOLDERS = [
  ...['lib', 'http', 'config', 'session', 'pets', 'spreadsheet', 'outbox'].map((name) => `src/${name}`),
  ...globSync('src/pages/*'),
]

/** Matches files without mutants: tests, hooks and contexts. */
const LEFT_OUT = /\.test\.ts$|\/use-|-context\.ts$/

/** The per cent of the mutants of a folder that must make a test fail. */
const MIN_SCORE = 90

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { incremental: { type: 'boolean' }, concurrency: { type: 'string' } },
})
const wanted = new Set(positionals.map((path) => path.replace(/\/$/, '')))

const rows: { folder: string; killed: number; survived: number; seconds: number }[] = []
for (const folder of FOLDERS) {
  const mutate = globSync(`${folder}/*.ts`).filter(
    (file) => !LEFT_OUT.test(file) && (wanted.size === 0 || wanted.has(file) || wanted.has(dirname(file))),
  )
  if (mutate.length === 0) continue
  const started = Date.now()
  const report = `test-results/mutation/${folder.slice(4).replace('/', '-')}`
  const results = await new Stryker({
    mutate,
    testRunner: 'vitest',
    // We do not use `testFiles`, with which Stryker 10.1 never activates the mutants of a module's
    // own scope.
    vitest: { dir: folder, pool: 'threads' },
    // Messages are for people to judge, and the names of outcomes and fields are checked by their
    // types.
    mutator: { excludedMutations: ['StringLiteral'] },
    ...(values.concurrency === undefined ? {} : { concurrency: Number(values.concurrency) }),
    // The results are kept for the next time, also after a run of all mutants.
    incremental: true,
    force: values.incremental !== true,
    incrementalFile: `${report}.json`,
    disableTypeChecks: false,
    // Stryker cannot rewrite the file, because TypeScript 7 does not have the API that it needs for
    // that.
    tsconfigFile: 'none',
    tempDirName: 'test-results/stryker',
    ignorePatterns: ['dist', 'test-results'],
    htmlReporter: { fileName: `${report}.html` },
    reporters: ['progress-append-only', 'clear-text', 'html'],
    clearTextReporter: { logTests: false, allowColor: false, reportTests: false },
    thresholds: { high: 100, low: MIN_SCORE, break: MIN_SCORE },
    warnings: false,
  }).runMutationTest()
  const count = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status)).length
  rows.push({
    folder,
    killed: count('Killed', 'Timeout'),
    survived: count('Survived', 'NoCoverage'),
    seconds: Math.round((Date.now() - started) / 1000),
  })
}
const sum = (of: 'killed' | 'survived' | 'seconds') => rows.reduce((total, row) => total + row[of], 0)
const total = { folder: 'total', killed: sum('killed'), survived: sum('survived'), seconds: sum('seconds') }
const score = ({ killed, survived }: typeof total) => `${((100 * killed) / (killed + survived)).toFixed(1)} %`
console.table([...rows, total].map((row) => Object.assign(row, { score: score(row) })))
