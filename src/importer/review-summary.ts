import { includedRows, type ReadyReview, rowsToReview } from './ready-review.ts'
import { type RowProblem, rowProblems } from './row-problems.ts'

/** Rows with the same problem. If `problem` has a word, it is the same in all of them: they can be given one category. */
export type ProblemGroup = {
  readonly key: string
  readonly problem: RowProblem
  readonly positions: readonly number[]
}

/** The rows of a review by what the user may want to see. Positions in the sheet. */
export type ReviewSummary = {
  /** All but those that were imported before. */
  readonly all: readonly number[]
  readonly ready: readonly number[]
  readonly invalid: readonly number[]
  readonly excluded: readonly number[]
  readonly duplicates: readonly number[]
  /** They match pets of other imports. */
  readonly matching: readonly number[]
  /** Most rows first. A row with two problems is in two groups. */
  readonly problems: readonly ProblemGroup[]
}

export function summarizeReview(review: ReadyReview): ReviewSummary {
  const { sheet, columns, checks, excluded, duplicates, before } = review
  const all = rowsToReview(review)
  const included = includedRows(review)
  const isReady = (position: number) => checks[position]?.newPet !== undefined
  const invalid = included.filter((position) => !isReady(position))
  const numberOf = (position: number) => sheet.rows[position]?.number ?? 0

  const groups = new Map<string, ProblemGroup & { positions: number[] }>()
  for (const position of invalid) {
    const row = sheet.rows[position]
    const problems = checks[position]?.problems
    if (row === undefined || problems === undefined) continue
    for (const problem of rowProblems(problems, row, columns)) {
      const { field, error, word } = problem
      const key = `${field} ${word === undefined ? error : word.toLowerCase()}`
      const group = groups.get(key) ?? { key, problem, positions: [] }
      group.positions.push(position)
      groups.set(key, group)
    }
  }
  return {
    all,
    ready: included.filter(isReady),
    invalid,
    excluded: all.filter((position) => excluded.has(position)),
    duplicates: included.filter((position) => duplicates.has(numberOf(position))),
    matching: included.filter((position) => before.matching.has(numberOf(position))),
    problems: [...groups.values()].toSorted((a, b) => b.positions.length - a.positions.length),
  }
}
