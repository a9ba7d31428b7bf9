// @vitest-environment node
import { expect, test } from 'vitest'
import type { ImportedBefore } from './imported-before.ts'
import type { ReadyReview } from './ready-review.ts'
import { summarizeReview } from './review-summary.ts'
import { findDuplicateRows, validateRows } from './validate-row.ts'

const COLUMNS = { name: 0, categoryId: 1, status: 2 }
const NEVER: ImportedBefore = { imports: [], leftOut: new Set(), matching: new Set() }

async function reviewOf(lines: readonly string[], part: Partial<ReadyReview> = {}): Promise<ReadyReview> {
  const rows = lines.map((line, index) => ({ number: index + 2, cells: line.split(',') }))
  const sheet = { header: ['name', 'category', 'status'], rows, notes: [] }
  const checks = await validateRows(sheet, COLUMNS, new Map([['1', 'Dogs']]))
  return {
    input: { fileName: undefined, hash: 'x', text: '' },
    sheet,
    columns: COLUMNS,
    checks,
    duplicates: await findDuplicateRows(rows, checks),
    before: NEVER,
    includesLeftOut: false,
    excluded: new Set(),
    ...part,
  }
}

const LINES = [
  'Rex,dogs,',
  'Max,Hamster,',
  ',hamster ,lost',
  'Rex,1,',
  'Luna,,',
  'Tom,9E+9,',
  'Ben,9E+9,',
  'Kim,1e99,',
]

test('problems are grouped by reason, most rows first; a row with two is in both', async () => {
  const { problems } = summarizeReview(await reviewOf(LINES))
  expect(problems.map(({ positions, problem }) => [positions, problem.word ?? problem.error])).toEqual([
    [[1, 2], 'Hamster'],
    // The same text, but perhaps of different numbers: not one category for all.
    [[5, 6], expect.stringContaining('"9E+9"')],
    [[2], ''],
    [[2], expect.stringMatching(/^Status must be/)],
    [[4], ''],
    [[7], expect.stringContaining('"1e99"')],
  ])
  expect(new Set(problems.map(({ key }) => key)).size).toBe(problems.length)
})

test('rows are ready, have problems, are left out, repeat others or match other imports', async () => {
  expect(summarizeReview(await reviewOf(LINES))).toMatchObject({
    all: [0, 1, 2, 3, 4, 5, 6, 7],
    ready: [0, 3],
    invalid: [1, 2, 4, 5, 6, 7],
    excluded: [],
    duplicates: [3],
    matching: [],
  })
  const before = { ...NEVER, leftOut: new Set([9]), matching: new Set([2]) }
  expect(summarizeReview(await reviewOf(LINES, { before, excluded: new Set([2, 3]) }))).toMatchObject({
    // Row 9 was imported before.
    all: [0, 1, 2, 3, 4, 5, 6],
    ready: [0],
    invalid: [1, 4, 5, 6],
    excluded: [2, 3],
    duplicates: [],
    matching: [0],
    problems: [{ positions: [5, 6] }, { positions: [1] }, { positions: [4] }],
  })
})
