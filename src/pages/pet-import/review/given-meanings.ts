import { comparableText } from '#src/lib/plain-text.ts'
import { type CategoryLabels, parseCategory } from '#src/pets/validate-new-pet.ts'
import type { ProblemGroup } from '#src/spreadsheet/problem-groups.ts'
import type { CategoryWords } from '#src/spreadsheet/suggestion.ts'
import type { NewValues } from './draft-changes.ts'
import type { ReviewRow } from './review.ts'

/**
 * Returns which categories words are taken for when these rows get other values. A word counts only
 * if all its rows are changed: one of several is a correction of that row.
 */
export function givenMeanings(
  groups: readonly ProblemGroup<ReviewRow>[],
  changedRows: readonly ReviewRow[],
  valuesFor: (row: ReviewRow) => NewValues,
  labels: CategoryLabels,
): CategoryWords {
  const changed = new Set(changedRows)
  return new Map(
    groups.flatMap(({ problem: { field, word = '' }, rows }) => {
      if (field !== 'category' || word === '' || !rows.every((row) => changed.has(row))) return []
      const { id } = parseCategory(valuesFor(rows[0]).category ?? '', labels)
      return id === undefined ? [] : [[comparableText(word), id] as const]
    }),
  )
}
