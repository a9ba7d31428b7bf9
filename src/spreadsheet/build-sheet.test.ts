// @vitest-environment node
import { expect, test } from 'vitest'
import { buildSheet } from './build-sheet.ts'

test('in a workbook, headings end with the last one, and a value beyond them has a column without a name', () => {
  const cells = [
    ['name', 'category', '', ' '],
    ['Rex', '1', '', ''],
    ['Max', '2', '', 'brown'],
  ]
  const rows = cells.map((row, index) => ({ number: index + 1, cells: row }))
  const options = { labels: new Map<string, string>(), notes: [] }
  expect(buildSheet(rows.slice(0, 2), options).sheet).toMatchObject({
    header: ['name', 'category'],
    rows: [{ cells: ['Rex', '1'] }],
  })
  expect(buildSheet(rows, options).sheet).toMatchObject({
    header: ['name', 'category', '', ''],
    rows: [{ cells: ['Rex', '1', '', ''] }, { cells: ['Max', '2', '', 'brown'] }],
    notes: [],
  })
})
