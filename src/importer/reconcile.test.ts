// @vitest-environment node
import { describe, expect, test } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import { type Pet, PET_STATUSES, type PetList, type PetStatus } from '#src/pets/pet.ts'
import type { FetchedList } from '#src/pets/stock.ts'
import { mayStillArrive, reconcile } from './reconcile.ts'
import type { ImportRow } from './import-journal.ts'
import type { RowOutcome } from './import-types.ts'

/** `Rex/1/sold`, or `Rex/1` without a status. */
function newPetOf(look: string) {
  const [name = '', categoryId = '', status] = look.split('/')
  return { name, categoryId: categoryId as Int64, status: status as PetStatus | undefined }
}

/** `7 Rex/1/sold` */
function pet(text: string): Pet {
  const [id = '', look = ''] = text.split(' ')
  return { id: id as Int64, ...newPetOf(look) }
}

type Row = readonly [look: string, outcome: RowOutcome]

const NONE: ReadonlySet<Int64> = new Set()
const UNKNOWN: RowOutcome = { kind: 'unknown', message: 'no answer' }
const WAITING: RowOutcome = { kind: 'waiting' }
const REJECTED: RowOutcome = { kind: 'rejected', message: 'No.' }
const added = (id?: string): RowOutcome => ({ kind: 'added', id: id as Int64 | undefined })

function rowsOf(rows: readonly Row[]): ImportRow[] {
  return rows.map(([look, outcome], position) => {
    const newPet = newPetOf(look)
    return { position, number: position + 2, cells: [newPet.name], newPet, outcome }
  })
}

type Lists = readonly FetchedList[]

const list = (pets: readonly Pet[], part: Partial<PetList> = {}): PetList => ({
  pets,
  unreadable: [],
  returned: pets.length,
  ...part,
})

/** The lists of a service that has these pets, none of them truncated. */
function wholeLists(pets: readonly Pet[]): Lists {
  return [undefined, ...PET_STATUSES].map((status) => ({
    status,
    list: list(pets.filter((one) => status === undefined || one.status === status)),
  }))
}

/** The same, but these lists have a hundred elements. */
function truncated(lists: Lists, ...statuses: (string | undefined)[]): Lists {
  return instead(lists, statuses, ({ pets }) => list(pets, { returned: 100 }))
}

/** The same, but these lists are replaced. */
function instead(lists: Lists, statuses: (string | undefined)[], other: (one: PetList) => PetList): Lists {
  return lists.map((one) =>
    statuses.includes(one.status) ? { status: one.status, list: other(one.list) } : one,
  )
}

function check(rows: readonly Row[], lists: Lists) {
  const { found, notFound, inconclusive, duplicates, isTruncated } = reconcile(
    rowsOf(rows),
    lists,
    NONE,
    () => false,
  )
  return {
    found: Object.fromEntries([...found].map(([position, { id }]) => [position, id])),
    notFound,
    inconclusive,
    duplicates: duplicates.map((one) => `${one.pet.id} of row ${one.rowNumber}`),
    isTruncated,
  }
}

const NOTHING = { found: {}, notFound: [], inconclusive: [], duplicates: [], isTruncated: false }

describe('unknown rows', () => {
  test.each<[string, Row[], string[], object]>([
    ['a row that is there', [['Rex/1/sold', UNKNOWN]], ['7 Rex/1/sold'], { found: { 0: '7' } }],
    ['a row that is not', [['Rex/1/sold', UNKNOWN]], [], { notFound: [0] }],
    ['another name', [['Rex/1/sold', UNKNOWN]], ['7 Rexy/1/sold'], { notFound: [0] }],
    ['another letter case', [['Rex/1/sold', UNKNOWN]], ['7 rex/1/sold'], { notFound: [0] }],
    ['another category', [['Rex/1/sold', UNKNOWN]], ['7 Rex/2/sold'], { notFound: [0] }],
    ['another status', [['Rex/1/sold', UNKNOWN]], ['7 Rex/1/pending'], { notFound: [0] }],
    ['a status in the row, none in the pet', [['Rex/1/sold', UNKNOWN]], ['7 Rex/1'], { notFound: [0] }],
    [
      'categories that are the same as a floating-point number',
      [['Rex/9007199254740993', UNKNOWN]],
      ['7 Rex/9007199254740992'],
      { notFound: [0] },
    ],
    ['no status in the row, none in the pet', [['Rex/1', UNKNOWN]], ['7 Rex/1'], { found: { 0: '7' } }],
    [
      'no status in the row, one in the pet',
      [['Rex/1', UNKNOWN]],
      ['7 Rex/1/pending'],
      { found: { 0: '7' } },
    ],
    [
      'two matching rows, both found',
      [
        ['Rex/1', UNKNOWN],
        ['Rex/1', UNKNOWN],
      ],
      ['8 Rex/1', '7 Rex/1'],
      { found: { 0: '7', 1: '8' } },
    ],
    [
      'two matching rows, one found',
      [
        ['Rex/1', UNKNOWN],
        ['Rex/1', UNKNOWN],
      ],
      ['7 Rex/1'],
      { found: { 0: '7' }, notFound: [1] },
    ],
    [
      'two matching rows, of which one was added: its pet is not claimed by the other',
      [
        ['Rex/1', added('7')],
        ['Rex/1', UNKNOWN],
      ],
      ['7 Rex/1'],
      { notFound: [1] },
    ],
    [
      'two matching rows, of which the later one was added without an id: it claims its pet first',
      [
        ['Rex/1', UNKNOWN],
        ['Rex/1', added()],
      ],
      ['7 Rex/1'],
      { notFound: [0] },
    ],
    [
      'two matching rows, one added without an id, both found',
      [
        ['Rex/1', UNKNOWN],
        ['Rex/1', added()],
      ],
      ['7 Rex/1', '8 Rex/1'],
      { found: { 0: '8' } },
    ],
    [
      'ids are compared as numbers: the oldest is the row’s own',
      [['Rex/1', UNKNOWN]],
      ['10 Rex/1', '9 Rex/1'],
      { found: { 0: '9' }, duplicates: ['10 of row 2'] },
    ],
    [
      'among rows with every outcome',
      [
        ['A/1', added('5')],
        ['B/1', REJECTED],
        ['C/1', UNKNOWN],
        ['D/1', WAITING],
        ['E/1', UNKNOWN],
      ],
      ['5 A/1', '7 E/1'],
      { found: { 4: '7' }, notFound: [2] },
    ],
  ])('%s', (_what, rows, pets, result) => {
    expect(check(rows, wholeLists(pets.map(pet)))).toEqual({ ...NOTHING, ...result })
  })

  test.each<[string, Row[], string[], object]>([
    // A service may have statuses that the app does not know.
    [
      'no status in the row, one that the app does not know in the pet',
      [['Rex/1', UNKNOWN]],
      ['7 Rex/1/reserved'],
      { found: { 0: '7' } },
    ],
    // A row without a status must not claim the pet of the row that has this status.
    [
      'two rows that differ in the status, only the one with a status found',
      [
        ['Rex/1', UNKNOWN],
        ['Rex/1/sold', UNKNOWN],
      ],
      ['7 Rex/1/sold'],
      { found: { 1: '7' }, notFound: [0] },
    ],
  ])('%s', (_what, rows, pets, result) => {
    expect(check(rows, wholeLists(pets.map(pet)))).toEqual({ ...NOTHING, ...result })
  })
})

describe('truncated lists', () => {
  const SOLD: Row[] = [['Rex/1/sold', UNKNOWN]]
  const UNSET: Row[] = [['Rex/1', UNKNOWN]]

  test.each<[string, Row[], (string | undefined)[], object]>([
    ['only the unfiltered one: the list of its status tells', SOLD, [undefined], { notFound: [0] }],
    [
      'the unfiltered one and that of its status',
      SOLD,
      [undefined, 'sold'],
      { inconclusive: [0], isTruncated: true },
    ],
    ['that of its status: the unfiltered one tells', SOLD, ['sold'], { notFound: [0] }],
    ['those of the other statuses', SOLD, ['available', 'pending'], { notFound: [0] }],
    [
      'the unfiltered one, for a row without a status',
      UNSET,
      [undefined],
      { inconclusive: [0], isTruncated: true },
    ],
    ['all but the unfiltered one', UNSET, ['available', 'pending', 'sold'], { notFound: [0] }],
  ])('%s', (_what, rows, statuses, result) => {
    expect(check(rows, truncated(wholeLists([pet('7 Tom/1/sold')]), ...statuses))).toEqual({
      ...NOTHING,
      ...result,
    })
  })

  test('a row that is in one of them is found', () => {
    const lists = truncated(wholeLists([pet('7 Rex/1/sold')]), undefined, 'available', 'pending', 'sold')
    expect(check(SOLD, lists)).toEqual({ ...NOTHING, found: { 0: '7' }, isTruncated: true })
  })

  test('a pet that is only in the list of its status is found, and one that is in all lists is found once', () => {
    const rows: Row[] = [...SOLD, ['Tom/1/pending', UNKNOWN]]
    const cutLists = truncated(wholeLists([pet('8 Tom/1/pending')]), undefined)
    const lists = instead(cutLists, ['sold'], () => list([pet('7 Rex/1/sold')]))
    expect(check(rows, lists)).toEqual({ ...NOTHING, found: { 0: '7', 1: '8' } })
  })

  test.each([
    [99, { notFound: [0], isTruncated: false }],
    [100, { inconclusive: [0], isTruncated: true }],
  ])('a list of %i pets, where 100 were requested', (count, result) => {
    const pets = Array.from({ length: count }, (_, index) => pet(`${index} Tom/1/sold`))
    expect(check(SOLD, wholeLists(pets))).toEqual({ ...NOTHING, ...result })
  })

  test.each<[string, (string | undefined)[], object]>([
    ['in the unfiltered list', [undefined], { notFound: [0] }],
    ['in that of its status', ['sold'], { notFound: [0] }],
    ['in both', [undefined, 'sold'], { inconclusive: [0], isTruncated: true }],
  ])('an unreadable element may be the pet: a list with one is not complete, %s', (_what, where, result) => {
    const unreadable = list([], { unreadable: [1], returned: 1 })
    const lists = instead(wholeLists([]), where, () => unreadable)
    expect(check(SOLD, lists)).toEqual({ ...NOTHING, ...result })
  })
})

describe('possible duplicates', () => {
  test.each<[string, Row[], string[], object]>([
    ['the pet of the row is none', [['Rex/1', added('7')]], ['7 Rex/1'], {}],
    [
      'an extra matching pet',
      [['Rex/1', added('8')]],
      ['7 Rex/1', '8 Rex/1'],
      { duplicates: ['7 of row 2'] },
    ],
    [
      'two extra pets, the oldest first',
      [['Rex/1', added('8')]],
      ['10 Rex/1', '9 Rex/1', '8 Rex/1'],
      { duplicates: ['9 of row 2', '10 of row 2'] },
    ],
    [
      'a pet that nearly matches',
      [['Rex/1/sold', added('8')]],
      ['7 Rex/1', '9 Rex/2/sold', '10 Rex /1/sold'],
      {},
    ],
    [
      'two matching rows, both added',
      [
        ['Rex/1', added('7')],
        ['Rex/1', added('8')],
      ],
      ['7 Rex/1', '8 Rex/1'],
      {},
    ],
    [
      'two matching rows, both added, and one more pet: listed once',
      [
        ['Rex/1', added('7')],
        ['Rex/1', added('8')],
      ],
      ['7 Rex/1', '8 Rex/1', '9 Rex/1'],
      { duplicates: ['9 of row 2'] },
    ],
    ['a row added without an id has one pet of its own', [['Rex/1', added()]], ['7 Rex/1'], {}],
    [
      'a row added without an id, and one more pet',
      [['Rex/1', added()]],
      ['7 Rex/1', '8 Rex/1'],
      { duplicates: ['8 of row 2'] },
    ],
    [
      'an unknown row that is found twice',
      [['Rex/1', UNKNOWN]],
      ['7 Rex/1', '8 Rex/1'],
      { found: { 0: '7' }, duplicates: ['8 of row 2'] },
    ],
    [
      'a row without a status, and extra pets of several',
      [['Rex/1', added('6')]],
      ['6 Rex/1/sold', '8 Rex/1/pending', '7 Rex/1/available'],
      { duplicates: ['7 of row 2', '8 of row 2'] },
    ],
    ['a row that was rejected has none', [['Rex/1', REJECTED]], ['7 Rex/1'], {}],
    ['a row that waits has none', [['Rex/1', WAITING]], ['7 Rex/1'], {}],
    ['other pets are nobody’s', [['Rex/1', added('7')]], ['7 Rex/1', '8 Tom/1', '9 Ida/2/sold'], {}],
    ['a pet that is no longer there', [['Rex/1', added('7')]], [], {}],
  ])('%s', (_what, rows, pets, result) => {
    expect(check(rows, wholeLists(pets.map(pet)))).toEqual({ ...NOTHING, ...result })
  })

  test('and found pets are in the order of the rows, although rows with a status claim first', () => {
    const rows = rowsOf([
      ['Rex/1', UNKNOWN],
      ['Rex/1/sold', UNKNOWN],
      ['Mog/1', added('1')],
      ['Mog/1/sold', added('2')],
    ])
    const texts = [
      '3 Rex/1/sold',
      '4 Rex/1/pending',
      '1 Mog/1',
      '2 Mog/1/sold',
      '5 Mog/1/sold',
      '6 Mog/1/pending',
    ]
    const { found, duplicates } = reconcile(rows, wholeLists(texts.map(pet)), NONE, () => false)
    expect([...found.keys()]).toEqual([0, 1])
    expect(duplicates.map(({ rowNumber }) => rowNumber)).toEqual([4, 5])
  })

  test('are found for a row that the user resolved', () => {
    const lists = wholeLists([pet('7 Rex/1'), pet('8 Rex/1')])
    expect(check([['Rex/1', UNKNOWN]], lists)).toMatchObject({
      found: { 0: '7' },
      duplicates: ['8 of row 2'],
    })
    expect(check([['Rex/1', added('7')]], lists)).toMatchObject({ found: {}, duplicates: ['8 of row 2'] })
  })

  test('an invalid row has none', () => {
    const rows = [{ position: 0, number: 2, cells: ['Rex'], newPet: undefined, outcome: REJECTED }]
    expect(reconcile(rows, wholeLists([pet('7 Rex/1')]), NONE, () => false).duplicates).toEqual([])
  })

  test('names are compared completely, whatever they contain', () => {
    const name = 'a"],["b\u0000\\'
    const look = { name, categoryId: '1' as Int64, status: undefined }
    const rows = [{ position: 0, number: 2, cells: [name], newPet: look, outcome: UNKNOWN }]
    const { found } = reconcile(rows, wholeLists([{ id: '7' as Int64, ...look }]), NONE, () => false)
    expect(found.get(0)?.name).toBe(name)
  })
})

test.each([
  ['complete', wholeLists([]), { notFound: [1] }],
  ['truncated', truncated(wholeLists([]), undefined), { inconclusive: [1] }],
])(
  'a row that was given up within a minute is not found yet, in lists that are %s',
  (_what, lists, later) => {
    const rows = rowsOf([
      ['Rex/1', { ...UNKNOWN, givenUpAt: 1000 }],
      ['Tom/1', UNKNOWN],
    ])
    const at = (now: number) => reconcile(rows, lists, NONE, ({ outcome }) => mayStillArrive(outcome, now))
    expect(at(60_999)).toMatchObject({ notFoundYet: [0], ...later })
    const [kind] = Object.keys(later)
    expect(at(61_000)).toMatchObject({ notFoundYet: [], [kind ?? '']: [0, 1] })
  },
)
