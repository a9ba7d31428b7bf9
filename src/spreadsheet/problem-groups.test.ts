// @vitest-environment node
import { expect, test } from 'vitest'
import { checkRow, MAYBE_ROUNDED } from './check-row.ts'
import { groupProblems } from './problem-groups.ts'

const LABELS = new Map([['1', 'Dogs']])
const valuesOf = ([name = '', category = '', status = '']: readonly string[]) => ({ name, category, status })

test('Problems are grouped by reason, most rows first, and a row with two problems is in both groups', () => {
  const lines = ['Max,Hamster,', ',hamster ,lost', 'Luna,,', 'Tom,9E+9,', 'Ben,9E+9,', 'Kim,1e99,']
  const groups = groupProblems(
    lines.map((line) => checkRow(valuesOf(line.split(',')), LABELS)),
    LABELS,
  )
  expect(groups.map(({ rows, problem }) => [rows.length, problem.word ?? problem.text])).toEqual([
    [3, MAYBE_ROUNDED],
    [2, 'Hamster'],
    [1, ''],
    [1, 'lost'],
    [1, ''],
  ])
  expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length)
})
