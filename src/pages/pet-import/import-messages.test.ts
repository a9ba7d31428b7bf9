import '#tests/support/counts-in-english.ts'
import { expect, test } from 'vitest'
import type { Counts } from '#src/outbox/entry-rules.ts'
import { countsText } from './import-messages.ts'

const NONE: Counts = { added: 0, rejected: 0, 'not-sent': 0, held: 0, unknown: 0, waiting: 0 }
const COUNTS: Counts = { ...NONE, added: 1204, rejected: 2, unknown: 3, waiting: 4 }

test.each<[Partial<Counts>, string]>([
  [COUNTS, '1,204 added, 3 need your decision, 2 rejected, 4 waiting'],
  [{ unknown: 1 }, '0 added, 1 needs your decision'],
  [{ 'not-sent': 1, held: 2 }, '0 added, 1 not sent, 2 left out'],
  [{}, '0 added'],
])('The counts %j are put into words: %s', (counts, message) => {
  expect(countsText({ ...NONE, ...counts })).toBe(message)
})
