import { expect, test } from 'vitest'
import type { Pet } from '#src/pets/pet.ts'
import { added, ownEntry as own, petOf } from '#tests/support/ledger-entries.ts'
import { duplicatesOf } from './duplicates.ts'

const candidate = (position: number, ...pets: readonly Pet[]) => ({ entry: own(added, { position }), pets })

test.each<[what: string, candidates: ReturnType<typeof candidate>[], offered: Pet[], duplicates: string[]]>([
  ['nothing where there is no pet', [candidate(0)], [], []],
  ['each pet of an entry', [candidate(0, petOf(1), petOf(2))], [], ['1 of 0', '2 of 0']],
  ['each pet once, with the first entry', [candidate(0, petOf(1)), candidate(1, petOf(1))], [], ['1 of 0']],
  [
    'the other pets of a later entry',
    [candidate(0, petOf(1)), candidate(1, petOf(1), petOf(2))],
    [],
    ['1 of 0', '2 of 1'],
  ],
  ['no pet that is offered elsewhere', [candidate(0, petOf(1), petOf(2))], [petOf(1)], ['2 of 0']],
  [
    'no pet that is offered with another status',
    [candidate(0, petOf(1))],
    [petOf(1, { status: 'sold' })],
    [],
  ],
  [
    'a pet whose ID is offered for another pet',
    [candidate(0, petOf(1))],
    [petOf(1, { name: 'Mia' })],
    ['1 of 0'],
  ],
])('duplicatesOf names %s.', (_what, candidates, offered, expected) => {
  const duplicates = duplicatesOf(candidates, offered)
  expect(duplicates.map(({ pet, entry }) => `${pet.id} of ${entry.position}`)).toEqual(expected)
})

const withoutId = (position: number, ...pets: readonly Pet[]) => ({
  entry: own({ kind: 'added', id: undefined }, { position }),
  pets,
})

test.each<[what: string, candidates: ReturnType<typeof candidate>[], duplicates: string[]]>([
  ['is its own', [withoutId(0, petOf(1))], []],
  ['is its own, also after an entry with an ID', [candidate(0, petOf(1)), withoutId(1, petOf(1))], []],
  ['is its own, and the second one is a duplicate', [withoutId(0, petOf(1), petOf(2))], ['2 of 0']],
  ['belongs to one of two', [withoutId(0, petOf(1), petOf(2)), withoutId(1, petOf(1), petOf(2))], []],
])(
  'The pet that is like an entry which was marked as added, without an ID, %s.',
  (_what, candidates, expected) => {
    const duplicates = duplicatesOf(candidates, [])
    expect(duplicates.map(({ pet, entry }) => `${pet.id} of ${entry.position}`)).toEqual(expected)
  },
)

test('Two different pets that share an ID are both named.', () => {
  const mia = petOf(1, { name: 'Mia' })
  const candidates = [candidate(0, petOf(1)), candidate(1, mia)]
  expect(duplicatesOf(candidates, []).map(({ pet }) => pet.name)).toEqual(['Rex', 'Mia'])
})
