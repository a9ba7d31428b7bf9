import { expect, test } from 'vitest'
import type { Entry } from '#src/outbox/entry.ts'
import { int64 } from '#tests/support/int64.ts'
import { ownEntry as own, petOf, unknown } from '#tests/support/ledger-entries.ts'
import { takeOldestOfEach, petsReservedForOthers } from './reserved-pets.ts'

test.each([
  ['no pet where there is no entry', [], []],
  ['no pet of an entry that has none', [[]], []],
  ['the oldest pet of an entry', [[2, 1]], ['1']],
  [
    'another pet for each entry',
    [
      [3, 1, 2],
      [1, 2],
    ],
    ['1', '2'],
  ],
  ['no pet for an entry whose only one is taken', [[1], [1]], ['1']],
] as const)('takeOldestOfEach takes %s.', (_what, idsOfEach, taken) => {
  const candidatesOfEach = idsOfEach.map((ids) => ids.map((id) => petOf(id)))
  expect(takeOldestOfEach(candidatesOfEach).map(({ id }) => id)).toEqual(taken)
})

const byPerson = { kind: 'added', id: undefined } as const

test.each<[who: string, marked: Entry, reserved: string[]]>([
  ['another row of the same sign-in', own(byPerson, { position: 1, signInId: 'key 1' }), ['1']],
  [
    'another row, after a list had shown ID 1,',
    own({ ...byPerson, shownBeforeMark: [int64('1')] }, { position: 1, signInId: 'key 1' }),
    ['2'],
  ],
  ['another row of an earlier sign-in', own(byPerson, { position: 1, signInId: 'key 0' }), []],
  ['the entry itself', own(byPerson, { position: 0, signInId: 'key 1' }), []],
])(
  'Where %s was marked as added without an ID, the pets that may be its own are reserved.',
  async (_who, marked, reserved) => {
    const entry = own(unknown, { position: 0, signInId: 'key 1' })
    const pets = [petOf(1), petOf(2)]
    const readMarked = () => Promise.resolve([marked])
    const result = await petsReservedForOthers(readMarked, entry, pets, () => Promise.resolve(pets))
    expect(result.map(({ id }) => id)).toEqual(reserved)
  },
)
