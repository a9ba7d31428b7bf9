import type { ColumnMap } from './import-types.ts'
import { type ReadyReview, rowsToReview } from './ready-review.ts'
import { isCategoryWord } from './validate-row.ts'

/** Rows with the same problem. */
export type ProblemGroup = {
  readonly key: string
  readonly problem: string
  /** What stands where a category is expected, the same in all these rows: they can be given one category at once. */
  readonly category: string | undefined
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

const FIELDS = ['name', 'categoryId', 'status'] as const satisfies (keyof ColumnMap)[]

export function summarizeReview(review: ReadyReview): ReviewSummary {
  const { sheet, columns, checks, excluded, duplicates, before } = review
  const all = rowsToReview(review)
  const included = all.filter((position) => !excluded.has(position))
  const isReady = (position: number) => checks[position]?.newPet !== undefined
  const invalid = included.filter((position) => !isReady(position))
  const numberOf = (position: number) => sheet.rows[position]?.number ?? 0

  const groups = new Map<string, ProblemGroup & { positions: number[] }>()
  for (const position of invalid) {
    for (const field of FIELDS) {
      const problem = checks[position]?.problems?.[field]
      if (problem === undefined) continue
      const cell = (sheet.rows[position]?.cells[columns.categoryId] ?? '').trim()
      const category = field === 'categoryId' && isCategoryWord(cell) ? cell : undefined
      const key = category === undefined ? `${field} ${problem}` : `word ${category.toLowerCase()}`
      const group = groups.get(key) ?? { key, problem, category, positions: [] }
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
