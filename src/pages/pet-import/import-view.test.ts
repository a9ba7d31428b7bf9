import { expect, test } from 'vitest'
import type { Import } from '#src/outbox/entry.ts'
import type { Counts } from '#src/outbox/entry-rules.ts'
import { type ImportView, importView } from './import-view.ts'

const RECORD: Import = { id: 'x1', environmentId: 'staging', baseUrl: 'https://staging.test', startedAt: 0 }
const COUNTS: Counts = { added: 1, rejected: 1, 'not-sent': 1, held: 1, unknown: 0, waiting: 0 }
const OPEN = { batch: RECORD, record: RECORD }
const NEW_ROWS = { batch: undefined }
const DONE = { counts: COUNTS }
const UNKNOWN = { counts: { ...COUNTS, unknown: 1 } }
const WAITING = { counts: { ...COUNTS, waiting: 1 } }

test.each<[situation: string, ImportView, ...Parameters<typeof importView>]>([
  ['nothing yet', 'source-first', undefined, undefined, []],
  ['saved imports that are done', 'source-first', undefined, undefined, [DONE, DONE]],
  ['a saved import with an unknown row', 'saved-first', undefined, undefined, [DONE, UNKNOWN]],
  ['a saved import with a waiting row', 'saved-first', undefined, undefined, [WAITING]],
  ['new rows under review', 'source-first', NEW_ROWS, undefined, [UNKNOWN]],
  ['an open import', 'run', undefined, OPEN, [UNKNOWN]],
  ['an open import and new rows', 'run', NEW_ROWS, OPEN, []],
  ['rows of the open import that are corrected', 'corrections', OPEN, OPEN, [UNKNOWN]],
])('With %s, the page shows: %s', (_situation, view, review, current, saved) => {
  expect(importView(review, current, saved)).toBe(view)
})
