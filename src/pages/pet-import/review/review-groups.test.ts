import { expect, test } from 'vitest'
import { NOTHING_ACCEPTED } from '#src/outbox/entry.ts'
import { type DraftRow, reviewOf } from './review.ts'
import { reviewGroups } from './review-groups.ts'

const ENVIRONMENT = { name: 'Staging', baseUrl: 'https://staging.test/v1' }

const included = { kind: 'included', accepted: NOTHING_ACCEPTED } as const

test.each<[what: string, headings: readonly string[], row: DraftRow]>([
  [
    'was hidden in the spreadsheet',
    ['name', 'category'],
    { number: 2, cells: ['Rex', 'Elephants'], isHidden: true, decision: included },
  ],
  [
    'a report calls added',
    ['name', 'category', 'outcome', 'id', 'message'],
    { number: 2, cells: ['Rex', 'Elephants', 'added', '7', ''], decision: included },
  ],
])(
  'Nothing says that a row will be added which %s, is included, and has a problem.',
  (_what, headings, row) => {
    const columns = { name: 0, category: 1, status: undefined }
    const sheet = { headings: { number: 1, cells: headings }, rows: [row], columns, notes: [] }
    const review = reviewOf({ sheet }, new Map([['1', 'Dogs']]), new Map())
    const sentences = reviewGroups(review, new Map(), ENVIRONMENT).flatMap(({ rows, sentence }) =>
      rows.length > 0 && sentence !== undefined ? [sentence] : [],
    )
    expect(review.ready).toEqual([])
    expect(sentences.filter((sentence) => sentence.includes('will be added'))).toEqual([])
  },
)
