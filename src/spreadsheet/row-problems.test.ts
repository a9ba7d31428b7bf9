// @vitest-environment node
import { expect, test } from 'vitest'
import { confirmedIds, groupProblems } from './row-problems.ts'
import { MAYBE_ROUNDED, validateRow } from './validate-row.ts'

const COLUMNS = { name: 0, category: 1, status: 2 }
const LINES = ['Rex,dogs,', 'Max,Hamster,', ',hamster ,lost', 'Luna,,', 'Tom,9E+9,', 'Ben,9E+9,', 'Kim,1e99,']

test('problems are grouped by reason, most rows first; a row with two is in both', () => {
  const rows = LINES.map((line, index) => ({ number: index + 2, cells: line.split(',') }))
  const validations = rows.map((row) => validateRow(row, COLUMNS, new Map([['1', 'Dogs']])))
  const invalid = (included: readonly number[]) => groupProblems({ rows }, validations, COLUMNS, included)
  const groups = invalid([1, 2, 3, 4, 5, 6])
  expect(groups.map(({ positions, problem }) => [positions, problem.word ?? problem.error])).toEqual([
    [[4, 5, 6], MAYBE_ROUNDED],
    [[1, 2], 'Hamster'],
    [[2], ''],
    [[2], 'lost'],
    [[3], ''],
  ])
  expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length)
  expect(invalid([])).toEqual([])
  // Only what can be an ID.
  expect(confirmedIds({ rows }, COLUMNS, [4, 5, 6])).toEqual(
    new Map([4, 5].map((position) => [position, { category: '9000000000' }])),
  )
})
