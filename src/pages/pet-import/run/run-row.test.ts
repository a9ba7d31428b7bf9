import { expect, test } from 'vitest'
import type { ImportVerdict } from '#src/outbox/lists/verdict.ts'
import { type Entry, type EntryId, type ImportRow, newEntry } from '#src/outbox/entry.ts'
import type { Pet } from '#src/pets/pet.ts'
import { int64 } from '#tests/support/int64.ts'
import { type RunRow, runRow } from './run-row.ts'

const NEW_PET = { name: 'Rex', categoryId: int64('1'), status: undefined }
const PET: Pet = { ...NEW_PET, id: int64('981') }
const UNKNOWN: ImportRow['state'] = { kind: 'unknown', message: 'Lost.', endedAt: 0 }
const PAUSED = {
  stage: 'paused',
  hasKeyEnded: false,
  environmentNames: new Map([['staging', 'Staging']]),
  conflicts: new Map<EntryId, Entry>(),
} as const

function entryWith(state: ImportRow['state']): ImportRow {
  const entry = newEntry({
    batch: 'import',
    position: 0,
    environmentId: 'staging',
    baseUrl: 'https://staging.test/v1',
    newPet: NEW_PET,
    enteredAt: 0,
  })
  return { ...entry, row: { number: 2, cells: [], fileName: 'delivery.csv' }, state }
}

function verdict(
  kind: ImportVerdict['kind'],
  more: Partial<Omit<ImportVerdict, 'kind'>> = {},
): ImportVerdict {
  return { kind, readAt: 0, checkAgainAt: undefined, pets: [], conflicts: [], ...more }
}

test.each<[ImportRow['state'], Partial<RunRow>]>([
  [
    { kind: 'added', id: int64('7'), note: 'Possible duplicate: ID 8.' },
    { kind: 'added', text: 'Added', addedId: int64('7'), message: 'Possible duplicate: ID 8.' },
  ],
  [
    { kind: 'added', id: undefined },
    { addedId: undefined, message: undefined },
  ],
  [
    { kind: 'rejected', message: 'No.' },
    { kind: 'rejected', text: 'Rejected', message: 'No.' },
  ],
  [
    { kind: 'not-sent', message: 'Name is missing' },
    { text: 'Not sent', message: 'Name is missing' },
  ],
  [{ kind: 'waiting' }, { text: 'Waiting' }],
  [{ kind: 'sending', claim: '', at: 0 }, { text: 'Sending' }],
])('The row of an entry that is %j has no buttons', (state, row) => {
  expect(runRow(entryWith(state), undefined, PAUSED)).toMatchObject({ ...row, actions: [] })
})

const TOO_SOON = verdict('not-found-yet', { checkAgainAt: 60_000 })
const FOUND = verdict('found', { pets: [PET] })
const MARK = ['mark-added']
/** "Send again", which appears by itself after a minute, takes the place of no other button. */
const BOTH = ['mark-added', 'send-again']

test.each<[ImportVerdict | undefined, Partial<Parameters<typeof runRow>[2]>, actions: readonly string[]]>([
  [undefined, {}, MARK],
  [TOO_SOON, {}, MARK],
  [FOUND, {}, MARK],
  [verdict('taken-by-another-row'), {}, MARK],
  [verdict('not-added'), {}, BOTH],
  [verdict('cannot-tell'), {}, BOTH],
  [verdict('not-added'), { stage: 'finished' }, BOTH],
  [verdict('not-added'), { hasKeyEnded: true }, MARK],
  [verdict('not-added'), { stage: 'running' }, []],
])(
  'An unknown row with the verdict %j, in the situation %j, has the right actions',
  (verdictOfLists, situation, actions) => {
    const row = runRow(entryWith(UNKNOWN), verdictOfLists, { ...PAUSED, ...situation })
    expect(row.actions.map(({ id }) => id)).toEqual(actions)
  },
)

test('An unknown row names the pet that was found, and the entries that may have added it', () => {
  const lookalike = entryWith({ kind: 'rejected', message: 'No.' })
  const row = runRow(
    entryWith(UNKNOWN),
    verdict('found', { pets: [PET], conflicts: [lookalike, lookalike] }),
    PAUSED,
  )
  expect(row).toMatchObject({
    kind: 'unknown',
    message: 'Lost.',
    foundId: PET.id,
    lookalikes:
      'May match another pet added from this browser: row 2 of delivery.csv, not added; row 2 of delivery.csv, not added.',
  })
})

const petWithId = (id: string) => ({ ...PET, id: int64(id) })

test('An unknown row names a few pets that are like it, and probably others, and counts the rest', () => {
  const olderPets = [petWithId('8'), petWithId('9'), petWithId('10')]
  const check = verdict('may-be-taken', { doubtfulPets: [petWithId('7')], olderPets })
  expect(runRow(entryWith(UNKNOWN), check, PAUSED)).toMatchObject({
    similarIds: ['7', '8', '9'],
    moreSimilarCount: 1,
  })
})

test('A row that was left out names the entries that hold it, as far as they still exist', () => {
  const conflicts = new Map<EntryId, Entry>([['visit 0', entryWith({ kind: 'added', id: int64('7') })]])
  const held = entryWith({ kind: 'held', by: ['visit 0', 'visit 1'] })
  const { lookalikes } = runRow(held, undefined, { ...PAUSED, conflicts })
  expect(lookalikes).toMatch(/^May already have been added: row 2 of delivery\.csv, added at .* \(ID 7\)\.$/)
})

test('A row that was left out for entries that were not sent does not say that it may have been added', () => {
  const conflicts = new Map<EntryId, Entry>([['visit 0', entryWith({ kind: 'waiting' })]])
  const held = entryWith({ kind: 'held', by: ['visit 0'] })
  const { lookalikes } = runRow(held, undefined, { ...PAUSED, conflicts })
  expect(lookalikes).toMatch(/^May be the same pet: row 2 of delivery\.csv, entered at .*, still waiting\.$/)
})

test.each([
  ['paused', new Map<EntryId, Entry | undefined>([['visit 0', undefined]]), ['Include']],
  ['finished', new Map<EntryId, Entry | undefined>([['visit 0', undefined]]), ['Include']],
  ['running', new Map<EntryId, Entry | undefined>([['visit 0', undefined]]), []],
  ['paused', new Map<EntryId, Entry | undefined>(), []],
] as const)(
  'A row that was left out of an import that is %s, and what holds it is known: %j',
  (stage, conflicts, labels) => {
    const held = entryWith({ kind: 'held', by: ['visit 0'] })
    const row = runRow(held, undefined, { ...PAUSED, stage, conflicts })
    expect(row).toMatchObject({ kind: 'held', text: 'Left out', message: undefined })
    expect(row.actions.map(({ label }) => label)).toEqual(labels)
  },
)

test('A row that was left out names no row that is another pet by now', () => {
  const corrected = { ...entryWith({ kind: 'added', id: int64('7') }), importId: 'other', lookalikeKey: 'bo' }
  const conflicts = new Map<EntryId, Entry>([['other 0', corrected]])
  const held = entryWith({ kind: 'held', by: ['other 0'] })
  expect(runRow(held, undefined, { ...PAUSED, conflicts }).lookalikes).toBeUndefined()
})
