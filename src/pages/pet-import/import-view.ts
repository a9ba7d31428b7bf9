import type { SavedImport } from '#src/outbox/imports.ts'
import type { OpenImport } from '#src/outbox/open-import.ts'
import type { Review } from './review/review.ts'
import { isDone } from './is-done.ts'

/**
 * The parts that the page of imports shows. `source-first` and `saved-first` are the order of the
 * parts while no import is open.
 */
export type ImportView = 'corrections' | 'run' | 'source-first' | 'saved-first'

export function importView(
  review: Pick<Review, 'batch'> | undefined,
  openImport: Pick<OpenImport, 'record'> | undefined,
  saved: readonly Pick<SavedImport, 'counts'>[],
): ImportView {
  if (review?.batch !== undefined) return 'corrections'
  if (openImport !== undefined) return 'run'
  // Saved imports that still need the person come first, unless new rows are under review.
  return review !== undefined || saved.every(isDone) ? 'source-first' : 'saved-first'
}
