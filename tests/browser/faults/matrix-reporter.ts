import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter'
import { ELSEWHERE_ROWS } from './scenarios.ts'

/** By place and origin: `passed` or `failed`. */
type Row = Map<string, string>

function cell(row: Row, place: string): string {
  return ['another origin', 'the same origin']
    .map((origin) => row.get(`${place}, ${origin}`))
    .map((outcome) => (outcome === undefined ? '·' : outcome === 'passed' ? '✓' : '✗'))
    .join(' ')
}

/** Prints the fault matrix as a table: a row for each fault, a column for each place and origin. */
// Playwright loads a reporter by its default export.
export default class MatrixReporter implements Reporter {
  private readonly rows = new Map<string, Row>()

  onTestEnd(test: TestCase): void {
    for (const { type, description = '' } of test.annotations) {
      if (type !== 'cell') continue
      const [id = '', what = '', place = '', origin = '', outcome = ''] = description.split('\t')
      const name = `${id} ${what}`
      const row = this.rows.get(name) ?? new Map<string, string>()
      this.rows.set(name, row.set(`${place}, ${origin}`, outcome))
    }
  }

  onEnd(_result: FullResult): void {
    if (this.rows.size === 0) return
    const places = ['list', 'refresh', 'pet', 'add', 'sign in']
    const outcomes = [...this.rows.values()].flatMap((row) => Array.from(row.values()))
    const passed = outcomes.filter((outcome) => outcome === 'passed').length
    const width = Math.max(...[...this.rows.keys()].map((name) => name.length))
    const lines = [
      `${'fault (another origin, the same origin)'.padEnd(width)}  ${places.map((place) => place.padEnd(8)).join('')}`,
      ...[...this.rows]
        .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
        .map(
          ([name, row]) =>
            `${name.padEnd(width)}  ${places.map((place) => cell(row, place).padEnd(8)).join('')}`,
        ),
      ...ELSEWHERE_ROWS.map(({ id, where }) => `${id}: ${where}`),
      `Fault matrix: ${passed} of ${outcomes.length} cells passed`,
    ]
    process.stdout.write(`\n${lines.join('\n')}\n`)
  }
}
