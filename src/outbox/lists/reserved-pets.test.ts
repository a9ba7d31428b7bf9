import { expect, test } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import { int64 } from '#tests/support/int64.ts'
import { ownEntry as own, petOf } from '#tests/support/ledger-entries.ts'
import { reservedPets } from './reserved-pets.ts'

const marked = (...knownBefore: readonly Int64[]) => own({ kind: 'added', id: undefined }, { knownBefore })

test.each([
  ['no pet where no entry is marked', [], [1, 2], []],
  ['the oldest pet of several', [marked()], [2, 1], ['1']],
  ['one pet for each entry', [marked(), marked()], [3, 1, 2], ['1', '2']],
  ['no pet that was there before', [marked(int64('1'))], [1, 2], ['2']],
  ['no pet where all were there before', [marked(int64('1'))], [1], []],
] as const)(
  'Entries that a person has marked as added without an ID keep %s.',
  (_keptPets, entries, pets, keptIds) => {
    const unanswered = pets.map((id) => petOf(id))
    expect(reservedPets(entries, unanswered).map(({ id }) => id)).toEqual(keptIds)
  },
)
