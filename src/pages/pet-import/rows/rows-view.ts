import type { RowGroup } from './row-types.ts'

/** The number of rows on a page of the table. */
export const PAGE_SIZE = 200

/** The group and the page that the person has chosen. */
export type RowsChoice = {
  /** The key of a group, or `ALL_ROWS`. */
  readonly group: string
  /** The page, from 0. */
  readonly page: number
}

export const ALL_ROWS = 'all'

export type RowsView<Row> = {
  /** The groups that can be chosen above the table. */
  readonly options: readonly RowGroup<Row>[]
  readonly selected: RowGroup<Row>
  /** The page, from 0. */
  readonly page: number
  readonly lastPage: number
  /** The index of the first row of the page among the rows of the group, from 0. */
  readonly firstIndex: number
  readonly pageRows: readonly Row[]
}

/**
 * Returns the part of the rows that the table shows. If the chosen group has gone, it is a part of
 * all rows. If the chosen page has gone, it is the last page.
 */
export function rowsView<Row>(
  all: readonly Row[],
  groups: readonly RowGroup<Row>[],
  choice: RowsChoice,
): RowsView<Row> {
  const allRows: RowGroup<Row> = { key: ALL_ROWS, label: 'All rows', rows: all }
  const offered = groups.filter(
    ({ key, title, rows }) => rows.length > 0 && (title === undefined || key === choice.group),
  )
  const options = [allRows, ...offered]
  const selected = options.find(({ key }) => key === choice.group) ?? allRows
  const lastPage = Math.max(Math.ceil(selected.rows.length / PAGE_SIZE) - 1, 0)
  const page = Math.min(choice.page, lastPage)
  const firstIndex = page * PAGE_SIZE
  const pageRows = selected.rows.slice(firstIndex, firstIndex + PAGE_SIZE)
  return { options, selected, page, lastPage, firstIndex, pageRows }
}
