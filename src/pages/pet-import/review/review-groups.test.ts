import { expect, test } from 'vitest'
import { type Entry, type EntryState, newEntry, NOTHING_ACCEPTED } from '#src/outbox/entry.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { int64 } from '#tests/support/int64.ts'
import { type DraftRow, type KnownPets, type Review, reviewOf } from './review.ts'
import { reviewGroups } from './review-groups.ts'
import { rowOutcome } from './review-row.ts'

const PLACE = { environmentId: 'staging', baseUrl: 'https://staging.test/v1' }
const ENVIRONMENT_NAMES = new Map([
  ['staging', 'Staging'],
  ['north', 'Berlin North'],
])

const VIEWPOINT = { ...PLACE, signInId: 'key 1', environmentNames: ENVIRONMENT_NAMES }

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
    const review = reviewOfRow(headings, row)
    expect(review.ready).toEqual([])
    expect(sentencesOf(review).filter((sentence) => sentence.includes('will be added'))).toEqual([])
  },
)

const unknown = { kind: 'unknown', message: '', endedAt: 0 } as const

test.each<[what: string, state: EntryState, isProved: boolean]>([
  ['the service has added', { kind: 'added', id: int64('7'), confirmedTo: 'key 1' }, true],
  [
    'the service has kept as another pet',
    { kind: 'added', id: int64('7'), confirmedTo: 'key 1', isChanged: true },
    false,
  ],
  [
    'a person took for a pet',
    { kind: 'added', id: int64('7'), confirmedTo: 'key 1', isByPerson: true, before: unknown },
    false,
  ],
  ['a person has marked', { kind: 'added', id: undefined, isByPerson: true, before: unknown }, false],
  ['a person has marked in an older version', { kind: 'added', id: undefined }, false],
  ['is not confirmed', unknown, false],
])('Only an answer proves that a row was already added: an entry that %s.', (_what, state, isProved) => {
  const review = reviewOfRex({ state })
  const expected = isProved ? /^1 row was already added at / : /^1 row may already have been added at /
  expect(sentencesOf(review)).toEqual([expect.stringMatching(expected)])
})

test.each<[what: string, part: Partial<Entry>, expected: string]>([
  [
    'waits in a file',
    { state: { kind: 'waiting' } },
    '1 row is still waiting in delivery.csv, so it is left out',
  ],
  [
    'is held in a file',
    { state: { kind: 'held', by: [] } },
    '1 row is still waiting in delivery.csv, so it is left out',
  ],
  ['waits by hand', { row: undefined }, '1 row is still waiting on “Add a pet”, so it is left out'],
])('A row is not said to have been added if one like it %s.', (_what, part, expected) => {
  const row = { number: 2, cells: [], fileName: 'delivery.csv' }
  const review = reviewOfRex({ row, ...part })
  expect(sentencesOf(review)).toEqual([expected])
})

test.each<[state: EntryState, expected: RegExp]>([
  [
    { kind: 'added', id: int64('7'), confirmedTo: 'key 1' },
    /^3 rows are like pets that were already added at .+, so they are left out$/,
  ],
  [{ kind: 'waiting' }, /^3 rows are like pets that are still waiting on “Add a pet”, so they are left out$/],
])('More rows than known pets are only said to be like them: %j', (state, expected) => {
  const review = reviewOfRex({ state }, 3)
  expect(sentencesOf(review)).toEqual([expect.stringMatching(expected)])
})

test.each<[environmentId: string, name: string]>([
  ['north', 'Berlin North'],
  ['not-configured-any-more', 'not-configured-any-more'],
])(
  'A pet that another environment at this address has added is not said to have been added here: %s.',
  (environmentId, name) => {
    const review = reviewOfRex({
      state: { kind: 'added', id: int64('7'), confirmedTo: 'key 1' },
      environmentId,
    })
    expect(sentencesOf(review)).toEqual([
      expect.stringMatching(
        new RegExp(`^1 row may already have been added at .+ in the environment ${name}, so it is left out$`),
      ),
    ])
  },
)

test.each<[what: string, confirmedTo: string | undefined]>([
  ['another sign-in', 'key 2'],
  ['an older version', undefined],
])('A pet that %s has added is not said to have been added here.', (_what, confirmedTo) => {
  const review = reviewOfRex({ state: { kind: 'added', id: int64('7'), confirmedTo } })
  expect(sentencesOf(review)).toEqual([
    expect.stringMatching(/^1 row may already have been added at .+, so it is left out$/),
  ])
})

test('A row may have been added if it is like one that waits and may have been added before.', () => {
  const review = reviewOfRex({ wasUnknown: true })
  expect(sentencesOf(review)).toEqual([expect.stringMatching(/^1 row may already have been added at /)])
})

test.each<[earlier: string, word: string]>([
  ['2026-11-03T09:00:00', 'by'],
  ['2026-11-27T16:50:00', 'at'],
])('What is said of rows that were already added is true of each, also of one of %s.', (earlier, word) => {
  const state: EntryState = { kind: 'added', id: int64('7'), confirmedTo: 'key 1' }
  const entries = [earlier, '2026-11-27T16:50:00'].map((sentAt, index) => {
    const newPet = { name: `Pet ${index}`, categoryId: int64('1'), status: undefined }
    const of = { batch: `b ${index}`, position: 0, ...PLACE, newPet, state }
    return newEntry({ ...of, enteredAt: 0, sentAt: Date.parse(sentAt) })
  })
  const known = new Map(entries.map((entry) => [entry.lookalikeKey, [entry]]))
  const rows = entries.map((_entry, index) => ({ number: index + 2, cells: [`Pet ${index}`, '1'] }))
  const review = reviewOfRows(['name', 'category'], rows, known)
  const time = formatTime(Date.parse('2026-11-27T16:50:00'))
  expect(sentencesOf(review)).toEqual([`2 rows were already added ${word} ${time}, so they are left out`])
})

test('Each row of a report says what became of it, in a group of its own, so that each can be included alone.', () => {
  const outcomes = ['added', 'unknown', 'waiting', 'is there']
  const rows = outcomes.map((outcome, index) => ({
    number: index + 2,
    cells: [`Pet ${index}`, '1', outcome, '', ''],
  }))
  const review = reviewOfRows(['name', 'category', 'outcome', 'id', 'message'], rows, new Map())
  expect(sentencesOf(review)).toEqual([
    '1 row was already added, as the report says, so it is left out',
    '1 row may already have been added, as the report says, so it is left out',
    '1 row was not sent yet when the report was created, and may have been sent since, so it is left out',
    '1 row has no clear outcome in the report, so it is left out',
  ])
  expect(review.rows.map((row) => rowOutcome(row, new Map()).text)).toEqual([
    'Left out (already added, as the report says)',
    'Left out (may already have been added, as the report says)',
    'Left out (not sent yet when the report was created)',
    'Left out (the report does not say what became of it)',
  ])
})

test('Rows that a report calls added are apart from rows like them that it calls rejected, also where this device has added such pets.', () => {
  const newPet = { name: 'Hamster', categoryId: int64('1'), status: undefined }
  const state: EntryState = { kind: 'added', id: int64('7'), confirmedTo: 'key 1' }
  const entry = newEntry({ batch: 'b', position: 0, ...PLACE, newPet, state, enteredAt: 0 })
  const rows = ['added', 'rejected', 'rejected'].map((outcome, index) => ({
    number: index + 2,
    cells: ['Hamster', '1', outcome, '', ''],
  }))
  const headings = ['name', 'category', 'outcome', 'id', 'message']
  const review = reviewOfRows(headings, rows, new Map([[entry.lookalikeKey, [entry]]]))
  expect(sentencesOf(review)).toEqual([
    expect.stringMatching(/^2 rows are like pets that were already added at .+, so they are left out$/),
    expect.stringMatching(
      /^1 row was already added, as the report says, and it is like a pet that was added at .+, so it is left out$/,
    ),
  ])
})

const SENT_AT = Date.parse('2026-11-27T16:50:00')
const TIME = formatTime(SENT_AT)
const REPORT_HEADINGS = ['name', 'category', 'outcome', 'id', 'message']
const isAdded = { kind: 'added', id: int64('7'), confirmedTo: 'key 1' } as const

test.each<
  [
    outcome: string,
    state: EntryState,
    label: string,
    sentence: string,
    includedSentence: string,
    text: string,
  ]
>([
  [
    'added',
    isAdded,
    'Already added, as the report says, and like pets that were added',
    `1 row was already added, as the report says, and it is like a pet that was added at ${TIME}, so it is left out`,
    `1 row was already added, as the report says, and it is like a pet that was added at ${TIME}. The row will be added again`,
    'already added, as the report says',
  ],
  [
    'added',
    unknown,
    'Already added, as the report says, and like pets that may have been added',
    `1 row was already added, as the report says, and it is like a pet that may have been added at ${TIME}, so it is left out`,
    `1 row was already added, as the report says, and it is like a pet that may have been added at ${TIME}. The row will be added again`,
    'already added, as the report says',
  ],
  [
    'unknown',
    { kind: 'waiting' },
    'May already have been added, as the report says, and like pets that are still waiting',
    '1 row may already have been added, as the report says, and it is like a pet that is still waiting on “Add a pet”, so it is left out',
    '1 row may already have been added, as the report says, and it is like a pet that is still waiting on “Add a pet”. The row will be added',
    'may already have been added, as the report says',
  ],
  [
    'unknown',
    isAdded,
    'May already have been added, as the report says, and like pets that were added',
    `1 row may already have been added, as the report says, and it is like a pet that was added at ${TIME}, so it is left out`,
    `1 row may already have been added, as the report says, and it is like a pet that was added at ${TIME}. The row will be added`,
    'may already have been added, as the report says',
  ],
  [
    'waiting',
    { kind: 'waiting' },
    'Not sent yet when the report was created, and like pets that are still waiting',
    '1 row was not sent yet when the report was created, and may have been sent since, and it is like a pet that is still waiting on “Add a pet”, so it is left out',
    '1 row was not sent yet when the report was created, and may have been sent since, and it is like a pet that is still waiting on “Add a pet”. The row will be added',
    'not sent yet when the report was created',
  ],
  [
    'is there',
    { kind: 'waiting' },
    'No clear outcome in the report, and like pets that are still waiting',
    '1 row has no clear outcome in the report, and it is like a pet that is still waiting on “Add a pet”, so it is left out',
    '1 row has no clear outcome in the report, and it is like a pet that is still waiting on “Add a pet”. The row will be added',
    'the report does not say what became of it',
  ],
])(
  'A group of rows says what the report says of them, and what this browser knows of pets like them: %s, %j',
  (outcome, state, label, sentence, includedSentence, text) => {
    const { known } = rexIsKnown({ state })
    const leftOut = { number: 2, cells: ['Rex', '1', outcome, '', ''] }
    const reviewLeftOut = reviewOfRows(REPORT_HEADINGS, [leftOut], known)
    expect(sentencesOf(reviewLeftOut)).toEqual([sentence])
    expect(labelsOf(reviewLeftOut)).toEqual([label])
    expect(textsOf(reviewLeftOut)).toEqual([`Left out (${text})`])

    const accepted = { entries: ['b 0'], imports: [] }
    const includedRow: DraftRow = { ...leftOut, decision: { kind: 'included', accepted } }
    const reviewIncluded = reviewOfRows(REPORT_HEADINGS, [includedRow], known)
    expect(sentencesOf(reviewIncluded)).toEqual([includedSentence])
    expect(labelsOf(reviewIncluded)).toEqual([`${label}, included`])
    expect(textsOf(reviewIncluded)).toEqual([`Ready (${text})`])
  },
)

test('A group of rows of a report says whether they are like one pet or several, and where these wait.', () => {
  const rows = [2, 3].map((number) => ({ number, cells: ['Rex', '1', 'unknown', '', ''] }))
  const { entry, known } = rexIsKnown({ state: { kind: 'waiting' } })
  expect(sentencesOf(reviewOfRows(REPORT_HEADINGS, rows, known))).toEqual([
    '2 rows may already have been added, as the report says, and they are like a pet that is still waiting on “Add a pet”, so they are left out',
  ])
  const inFile = { ...entry, batch: 'x1', row: { number: 5, cells: [], fileName: 'delivery.csv' } }
  const both = new Map([[entry.lookalikeKey, [entry, inFile]]])
  expect(sentencesOf(reviewOfRows(REPORT_HEADINGS, rows, both))).toEqual([
    '2 rows may already have been added, as the report says, and they are like pets that are still waiting in several places, so they are left out',
  ])
})

test('A row of a report that was included is left out again once a pet like it has turned up.', () => {
  const { known } = rexIsKnown({ state: { kind: 'waiting' } })
  const row: DraftRow = { number: 2, cells: ['Rex', '1', 'unknown', '', ''], decision: included }
  const review = reviewOfRows(REPORT_HEADINGS, [row], known)
  expect(labelsOf(review)).toEqual([
    'May already have been added, as the report says, and like pets that are still waiting',
  ])
  expect(textsOf(review)).toEqual(['Left out (may already have been added, as the report says)'])
})

test('A row that a report calls added still says so once it is included.', () => {
  const headings = ['name', 'category', 'outcome', 'id', 'message']
  const review = reviewOfRow(headings, {
    number: 2,
    cells: ['Rex', '1', 'added', '7', ''],
    decision: included,
  })
  expect(sentencesOf(review)).toEqual([
    '1 row was already added, as the report says, and will be added again',
  ])
  expect(review.rows.map((row) => rowOutcome(row, new Map()).text)).toEqual([
    'Ready (already added, as the report says)',
  ])
})

/** Returns a ledger that has this entry of Rex. It was sent at 16:50 unless it says otherwise. */
function rexIsKnown(part: Partial<Entry>): { entry: Entry; known: KnownPets } {
  const newPet = { name: 'Rex', categoryId: int64('1'), status: undefined }
  const of = { batch: 'b', position: 0, ...PLACE, newPet, enteredAt: 0, sentAt: SENT_AT }
  const entry = newEntry({ ...of, ...part })
  return { entry, known: new Map([[entry.lookalikeKey, [entry]]]) }
}

/** Returns the review of so many rows with Rex, of whom the ledger has this entry. */
function reviewOfRex(part: Partial<Entry>, rowCount = 1): Review {
  const rows = Array.from({ length: rowCount }, (_, index) => ({ number: index + 2, cells: ['Rex', '1'] }))
  return reviewOfRows(['name', 'category'], rows, rexIsKnown(part).known)
}

function reviewOfRow(headings: readonly string[], row: DraftRow): Review {
  return reviewOfRows(headings, [row], new Map())
}

function reviewOfRows(headings: readonly string[], rows: readonly DraftRow[], known: KnownPets): Review {
  const columns = { name: 0, category: 1, status: undefined }
  const sheet = { headings: { number: 1, cells: headings }, rows, columns, notes: [] }
  return reviewOf({ sheet }, { labels: new Map([['1', 'Dogs']]), environmentNames: ENVIRONMENT_NAMES }, known)
}

/** Returns the sentences of the groups that have rows. */
function sentencesOf(review: Review): readonly string[] {
  return groupsWithSentence(review).map(({ sentence }) => sentence)
}

/** Returns the labels of the groups that have rows and a sentence. */
function labelsOf(review: Review): readonly string[] {
  return groupsWithSentence(review).map(({ label }) => label)
}

function groupsWithSentence(review: Review) {
  const groups = reviewGroups(review, new Map(), 'Staging', VIEWPOINT)
  return groups.flatMap(({ rows, label, sentence }) =>
    rows.length > 0 && sentence !== undefined ? [{ label, sentence }] : [],
  )
}

/** Returns what each row says of itself. */
function textsOf(review: Review): readonly string[] {
  return review.rows.map((row) => rowOutcome(row, new Map()).text)
}
