import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { isPet, namesBothColumns } from './headings.ts'
import type { FileRow } from './sheet.ts'

/** The number of rows among which the headings are looked for, blank rows not counted. */
export const HEADING_ROWS = 20

export type TableStart = {
  /** The index of the first row of the table: its headings, or its first pet. */
  readonly index: number
  readonly hasHeadings: boolean
}

/**
 * Finds where the table begins. Its headings are the first of the first 20 rows that names both
 * columns. If no row does, the table begins below the rows with a single text, and its first row is
 * the headings unless it is a pet.
 *
 * @param rows at least one, none of which is blank
 */
export function findTable(rows: readonly FileRow[], labels: CategoryLabels): TableStart {
  const top = rows.slice(0, HEADING_ROWS)
  const named = top.findIndex(({ cells }) => namesBothColumns(cells))
  if (named !== -1) return { index: named, hasHeadings: true }
  const index = titleCount(top)
  const firstRow = rows[index]?.cells ?? []
  // A single row may be a pet that has no category yet.
  const isLastRow = index + 1 === rows.length
  return { index, hasHeadings: !isLastRow && !isPet(firstRow, labels) }
}

/** Returns how many rows with a single text stand above the first row that has several. */
function titleCount(rows: readonly FileRow[]): number {
  const firstWithSeveral = rows.findIndex(({ cells }) => filledCount(cells) > 1)
  return Math.max(firstWithSeveral, 0)
}

function filledCount(cells: readonly string[]): number {
  return cells.filter((cell) => !isVisuallyBlank(cell)).length
}
