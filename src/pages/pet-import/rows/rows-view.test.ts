import { expect, test } from 'vitest'
import { ALL_ROWS, type RowsChoice, rowsView } from './rows-view.ts'
import type { RowGroup } from './row-types.ts'

const ROWS = Array.from({ length: 450 }, (_, index) => index)
const GROUPS: readonly RowGroup<number>[] = [
  { key: 'added', label: 'Added', rows: ROWS.slice(0, 201) },
  { key: 'unknown', label: 'Unknown', rows: [] },
  { key: 'decide', label: 'Not added', title: 'Your decision', rows: [7] },
]

test.each<
  [situation: string, choice: RowsChoice, options: readonly string[], selected: string, page: string]
>([
  ['all rows', { group: ALL_ROWS, page: 0 }, ['all', 'added'], 'all', '0 of 2: 0 to 199'],
  ['the last page', { group: ALL_ROWS, page: 2 }, ['all', 'added'], 'all', '2 of 2: 400 to 449'],
  ['a page that has gone', { group: 'added', page: 2 }, ['all', 'added'], 'added', '1 of 1: 200 to 200'],
  ['a reason', { group: 'decide', page: 0 }, ['all', 'added', 'decide'], 'decide', '0 of 0: 7 to 7'],
  ['a group without rows', { group: 'unknown', page: 1 }, ['all', 'added'], 'all', '1 of 2: 200 to 399'],
  ['a group that has gone', { group: 'stock', page: 0 }, ['all', 'added'], 'all', '0 of 2: 0 to 199'],
])('The table shows the right rows after choosing %s', (_situation, choice, options, selected, page) => {
  const view = rowsView(ROWS, GROUPS, choice)
  expect(view.options.map(({ key }) => key)).toEqual(options)
  expect(view.selected.key).toBe(selected)
  const { pageRows } = view
  expect(`${view.page} of ${view.lastPage}: ${pageRows[0]} to ${pageRows.at(-1)}`).toBe(page)
})

test('A table without rows has one empty page', () => {
  expect(rowsView([], [], { group: ALL_ROWS, page: 0 })).toMatchObject({ lastPage: 0, pageRows: [] })
})
