import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import type { CheckedRow, RowProblem } from './check-row.ts'
import { type CategoryWords, type Suggestion, suggestionFor } from './suggestion.ts'

/** Rows with the same problem. */
export type ProblemGroup<Row> = {
  readonly key: string
  readonly label: string
  readonly problem: RowProblem
  /** The likely meaning of the word, if the problem has a word. */
  readonly suggestion: Suggestion | undefined
  readonly rows: readonly [Row, ...Row[]]
}

/**
 * Groups rows by their problems, most rows first. A row with two problems is in two groups. If a
 * problem has a word, it is the same in all rows, so that they can be given one category or status.
 */
export function groupProblems<Row extends CheckedRow>(
  rows: readonly Row[],
  labels: CategoryLabels,
  rememberedWords?: CategoryWords,
): readonly ProblemGroup<Row>[] {
  const groups = new Map<string, { problem: RowProblem; rows: [Row, ...Row[]] }>()
  for (const row of rows)
    for (const problem of row.problems) {
      const key = keyOf(problem)
      const group = groups.get(key)
      if (group === undefined) groups.set(key, { problem, rows: [row] })
      else if (group.rows.at(-1) !== row) group.rows.push(row)
    }
  return Array.from(groups, ([key, group]) => ({
    key,
    label: group.problem.text,
    problem: group.problem,
    suggestion: suggestionFor(group.problem, labels, rememberedWords),
    rows: group.rows,
  })).toSorted((a, b) => b.rows.length - a.rows.length)
}

/**
 * Returns a key that is equal for rows with the same problem. A word may be a category in one row
 * and a status in another, but a problem without a word is the same in all columns.
 */
function keyOf({ field, word, text }: RowProblem): string {
  return word === undefined ? text : `${field} ${word.toLowerCase()}`
}
