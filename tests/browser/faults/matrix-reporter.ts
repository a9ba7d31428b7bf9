import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter'
import { COVERED_ELSEWHERE } from './scenarios.ts'

/** `passed` or `failed` by action and origin. */
type Row = Map<string, string>

function cell(row: Row, action: string): string {
  return ['another origin', 'the same origin']
    .map((origin) => row.get(`${action}, ${origin}`))
    .map((outcome) => (outcome === undefined ? '·' : outcome === 'passed' ? '✓' : '✗'))
    .join(' ')
}

/** Prints the results of matrix.spec.ts as a table: one row per fault, one column per action and origin. */
// Playwright requires a default export.
export default class MatrixReporter implements Reporter {
  private readonly rows = new Map<string, Row>()

  onTestEnd(test: TestCase): void {
    for (const { type, description = '' } of test.annotations) {
      if (type !== 'cell') continue
      const [id = '', what = '', action = '', origin = '', outcome = ''] = description.split('\t')
      const name = `${id} ${what}`
      const row = this.rows.get(name) ?? new Map<string, string>()
      this.rows.set(name, row.set(`${action}, ${origin}`, outcome))
    }
  }

  onEnd(_result: FullResult): void {
    if (this.rows.size === 0) return
    const actions = ['list', 'refresh', 'pet', 'labels', 'add', 'sign in']
    const outcomes = [...this.rows.values()].flatMap((row) => Array.from(row.values()))
    const passed = outcomes.filter((outcome) => outcome === 'passed').length
    const width = Math.max(...[...this.rows.keys()].map((name) => name.length))
    const lines = [
      `${'Fault (results: cross-origin, same-origin)'.padEnd(width)}  ${actions.map((action) => action.padEnd(8)).join('')}`,
      ...[...this.rows]
        .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
        .map(
          ([name, row]) =>
            `${name.padEnd(width)}  ${actions.map((action) => cell(row, action).padEnd(8)).join('')}`,
        ),
      ...COVERED_ELSEWHERE.map(({ id, where }) => `${id}: ${where}`),
      `Fault matrix: ${passed} of ${outcomes.length} cells passed`,
    ]
    process.stdout.write(`\n${lines.join('\n')}\n`)
  }
}
