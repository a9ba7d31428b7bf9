import '#tests/support/counts-in-english.ts'
import { expect, test } from 'vitest'
import { formatTime } from '#src/lib/format-time.ts'
import type { ImportVerdict } from '#src/outbox/lists/verdict.ts'
import { type Entry, type EntryId, entryIdOf, type ImportRow, newEntry } from '#src/outbox/entry.ts'
import type { Pet } from '#src/pets/pet.ts'
import { int64 } from '#tests/support/int64.ts'
import {
  countStillChecked,
  type Decision,
  decisionGroups,
  decisionOf,
  duplicateGroups,
  outcomeGroups,
} from './run-groups.ts'

const NEW_PET = { name: 'Rex', categoryId: int64('1'), status: undefined }
const PET: Pet = { ...NEW_PET, id: int64('981') }
const AT = new Date(2026, 10, 22, 12, 5).getTime()
const LATER = new Date(2026, 10, 22, 12, 6).getTime()

const VIEWPOINT = {
  environmentName: 'Staging',
  signInId: 'key 1',
  environmentNames: new Map([['staging', 'Staging']]),
}

const UNKNOWN: ImportRow['state'] = { kind: 'unknown', message: 'Lost.', endedAt: 0 }
const HELD: ImportRow['state'] = { kind: 'held', by: ['visit 0', 'visit 1'] }
const ADDED: ImportRow['state'] = { kind: 'added', id: int64('7'), confirmedTo: 'key 1' }
const ADDED_TO_OTHER_KEY: ImportRow['state'] = { ...ADDED, confirmedTo: 'key 2' }

function entryWith(state: ImportRow['state'], position = 0): ImportRow {
  const entry = newEntry({
    batch: 'import',
    position,
    environmentId: 'staging',
    baseUrl: 'https://staging.test/v1',
    newPet: NEW_PET,
    enteredAt: 0,
  })
  return { ...entry, row: { number: position + 2, cells: ['Rex', '1'] }, state }
}

const LOOKALIKE = entryWith(UNKNOWN, 9)
/** The entries that hold a row, of which the other one was deleted. */
const HOLDING = new Map<EntryId, Entry | undefined>([
  ['visit 0', undefined],
  ['visit 1', LOOKALIKE],
])

function verdict(
  kind: ImportVerdict['kind'],
  more: Partial<Omit<ImportVerdict, 'kind'>> = {},
): ImportVerdict {
  return { kind, readAt: AT, checkAgainAt: undefined, pets: [], conflicts: [], ...more }
}

test.each<[situation: string, ImportRow['state'], ImportVerdict | undefined, Decision['kind'] | undefined]>([
  ['an unknown row before a check', UNKNOWN, undefined, 'unknown'],
  ['an added row', ADDED, undefined, undefined],
  ['a waiting row', { kind: 'waiting' }, undefined, undefined],
  ['a rejected row', { kind: 'rejected', message: 'No.' }, undefined, undefined],
  ['a pet that was found', UNKNOWN, verdict('found', { pets: [PET] }), 'found'],
  ['a pet that is offered to another row', UNKNOWN, verdict('taken-by-another-row'), 'taken-by-another-row'],
  [
    'a pet that was found, and a look-alike',
    UNKNOWN,
    verdict('found', { pets: [PET], conflicts: [LOOKALIKE] }),
    'found',
  ],
  ['a look-alike', UNKNOWN, verdict('not-added', { conflicts: [LOOKALIKE] }), 'maybe-other-entry'],
  [
    'a look-alike, too soon',
    UNKNOWN,
    verdict('not-found-yet', { conflicts: [LOOKALIKE], checkAgainAt: LATER }),
    'not-found-yet',
  ],
  ['a pet that is proved absent', UNKNOWN, verdict('not-added'), 'not-added'],
  ['lists that are cut', UNKNOWN, verdict('cannot-tell'), 'cannot-tell'],
])('decisionOf tells the decision about %s', (_situation, state, verdictOfLists, decision) => {
  expect(decisionOf(entryWith(state), verdictOfLists)?.kind).toBe(decision)
})

test.each<
  [
    ImportRow['state'],
    ImportVerdict | undefined,
    label: string,
    action: readonly [id: string, label: string] | undefined,
    evidence: string,
  ]
>([
  [UNKNOWN, undefined, 'Unknown: may have been added', undefined, 'import 0'],
  [
    UNKNOWN,
    verdict('found', { pets: [PET] }),
    'Found in the list',
    ['mark-added', 'Mark 1 row as added'],
    'import 0 981',
  ],
  [
    UNKNOWN,
    verdict('not-added', { conflicts: [LOOKALIKE] }),
    'May match another pet added from this browser',
    undefined,
    'import 0',
  ],
  [
    UNKNOWN,
    verdict('not-added'),
    `Not added (Staging checked at ${formatTime(AT)})`,
    ['send-again', 'Send 1 row again'],
    'import 0',
  ],
  [
    UNKNOWN,
    verdict('not-found-yet', { checkAgainAt: LATER }),
    `Still checking: not found yet, looking again at ${formatTime(LATER)}. You can carry on.`,
    undefined,
    'import 0',
  ],
  [
    UNKNOWN,
    verdict('cannot-tell'),
    'Not among the pets Staging shows. Sending again could create duplicates',
    ['send-again', 'Send 1 row again'],
    'import 0',
  ],
  [
    HELD,
    undefined,
    'Left out: may already have been added',
    ['include', 'Include them'],
    `import 0 visit 0 visit 1 import 9 row 11 of pasted rows, sent at ${formatTime(0)}, not confirmed`,
  ],
])(
  'The state %j with the verdict %j has its label, its action and its evidence',
  (state, verdictOfLists, label, action, evidence) => {
    const entry = entryWith(state)
    const verdicts = new Map(verdictOfLists === undefined ? [] : [[entryIdOf(entry), verdictOfLists]])
    const [group, ...others] = decisionGroups({ entries: [entry], verdicts, conflicts: HOLDING }, VIEWPOINT)
    expect(others).toEqual([])
    expect(group).toMatchObject({ label, rows: [entry], evidence })
    expect(group?.action && [group.action.id, group.action.label]).toEqual(action)
  },
)

test('The decisions come in a fixed order, each with its rows in their order', () => {
  const entries = [HELD, UNKNOWN, UNKNOWN, ADDED, UNKNOWN].map((state, position) =>
    entryWith(state, position),
  )
  const verdicts = new Map([
    ['import 1', verdict('not-added')],
    ['import 2', verdict('found', { pets: [PET] })],
    ['import 4', verdict('not-added')],
  ] as const)
  const groups = decisionGroups({ entries: entries, verdicts: verdicts, conflicts: HOLDING }, VIEWPOINT)
  expect(groups.map(({ key, rows }) => [key, ...rows.map(({ position }) => position)])).toEqual([
    ['decide found', 2],
    ['decide not-added', 1, 4],
    ['decide held', 0],
  ])
  expect(groups[1]?.action?.label).toBe('Send 2 rows again')
})

test('Rows that are left out are grouped by what is known of the pets that they are like, so that each can be included alone', () => {
  const conflicts = new Map<EntryId, Entry | undefined>([
    ['visit 0', { ...entryWith(ADDED), batch: 'visit', importId: '' }],
    ['visit 1', LOOKALIKE],
    ['visit 2', { ...entryWith({ kind: 'waiting' }), batch: 'visit', importId: '' }],
    ['visit 3', { ...entryWith(ADDED), batch: 'visit', importId: '', environmentId: 'north' }],
    ['visit 4', { ...entryWith(ADDED_TO_OTHER_KEY), batch: 'visit', importId: '' }],
  ])
  const entries = ([0, 1, 2, 3, 4] as const).map((position) =>
    entryWith({ kind: 'held', by: [`visit ${position}`] }, position),
  )
  const groups = decisionGroups({ entries, verdicts: new Map(), conflicts }, VIEWPOINT)
  expect(groups.map(({ label, rows }) => [label, rows.map(({ position }) => position)])).toEqual([
    ['Left out: like pets that were already added', [0]],
    ['Left out: may already have been added', [1, 3, 4]],
    ['Left out: like pets that were not sent yet', [2]],
  ])
})

test('Rows about which the lists may still tell are counted, and come after the decisions', () => {
  const entries = [UNKNOWN, HELD, UNKNOWN].map((state, position) => entryWith(state, position))
  const verdicts = new Map([
    ['import 0', verdict('not-found-yet', { checkAgainAt: LATER })],
    ['import 2', verdict('found', { pets: [PET] })],
  ] as const)
  expect(countStillChecked({ entries, verdicts })).toBe(1)
  const groups = decisionGroups({ entries, verdicts, conflicts: HOLDING }, VIEWPOINT)
  expect(groups.map(({ key, canBeDecided }) => [key, canBeDecided])).toEqual([
    ['decide found', true],
    ['decide held', true],
    ['decide not-found-yet', false],
  ])
})

test('A row that is being sent is among those that wait', () => {
  const entries = [
    entryWith({ kind: 'waiting' }, 0),
    entryWith({ kind: 'sending', claim: '', at: 0 }, 1),
    entryWith(ADDED, 2),
  ]
  const groups = outcomeGroups(entries).map(({ key, rows }) => [key, rows.length])
  expect(groups).toEqual([
    ['added', 1],
    ['rejected', 0],
    ['not-sent', 0],
    ['held', 0],
    ['unknown', 0],
    ['waiting', 2],
  ])
})

test('Each possible duplicate names the row that it is like', () => {
  const entry = entryWith(ADDED, 2)
  const duplicates = [{ pet: PET, entry }]
  expect(
    duplicateGroups({
      kind: 'checked',
      readAt: AT,
      checkAgainAt: undefined,
      duplicates,
      duplicatesMayBeMissing: 'no',
    }),
  ).toEqual([{ key: '981', label: 'Another pet matches row 4', rows: [entry], pet: PET }])
  expect(duplicateGroups({ kind: 'none' })).toEqual([])
})

test('A row can be included only after the entries that hold it have been read', () => {
  const entries = [entryWith(HELD, 0)]
  const unread = decisionGroups({ entries, verdicts: new Map(), conflicts: new Map() }, VIEWPOINT)
  expect(unread.map(({ action }) => action)).toEqual([undefined])
  const read = decisionGroups({ entries, verdicts: new Map(), conflicts: HOLDING }, VIEWPOINT)
  expect(read.map(({ action }) => action?.id)).toEqual(['include'])
})

test('A row that was left out for a pet which was rejected since is not said to be added.', () => {
  const rejected = entryWith({ kind: 'rejected', message: 'No.' }, 9)
  const conflicts = new Map([[entryIdOf(rejected), rejected]])
  const row = entryWith({ kind: 'held', by: [entryIdOf(rejected)] })
  const groups = decisionGroups({ entries: [row], verdicts: new Map(), conflicts }, VIEWPOINT)
  expect(groups).toMatchObject([
    { label: 'Left out, but what they may have matched was not added', action: { label: 'Include them' } },
  ])
})

test('What was rejected may stand for its import, of which another row was added.', () => {
  const rejected = entryWith({ kind: 'rejected', message: 'No.' }, 9)
  const conflicts = new Map([[entryIdOf(rejected), rejected]])
  const row = entryWith({ kind: 'held', by: [entryIdOf(rejected)], imports: ['import'] })
  const groups = decisionGroups({ entries: [row], verdicts: new Map(), conflicts }, VIEWPOINT)
  expect(groups).toMatchObject([{ label: 'Left out: may already have been added' }])
})
