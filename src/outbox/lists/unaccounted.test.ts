import { describe, expect, test } from 'vitest'
import type { Entry } from '#src/outbox/entry.ts'
import {
  change,
  ONE,
  otherEntry as other,
  ownEntry as own,
  petOf,
  TWO,
  unknown,
} from '#tests/support/ledger-entries.ts'
import { int64 } from '#tests/support/int64.ts'
import { createAnsweredReader, mayBeTakenByMistake, readUnaccounted } from './unaccounted.ts'

const THREE = int64('3')
const lookalikes = [petOf(1), petOf(2), petOf(3)]

const answered = (id: typeof ONE) => ({ kind: 'added', id }) as const
const byPerson = (id: typeof ONE) => ({ kind: 'added', id, isByPerson: true }) as const

test('readUnaccounted leaves out what was there before, and what answers an entry.', async () => {
  const entry = own(unknown, { knownBefore: [TWO] })
  const { result } = await change([entry, other(answered(ONE))], (ledger) =>
    readUnaccounted(createAnsweredReader(ledger), entry, lookalikes),
  )
  expect(result).toEqual([petOf(3)])
})

/** Returns what it says of an entry that can only be the newest pet, 3. */
async function isMistakePossible(...others: readonly Entry[]): Promise<boolean> {
  const entry = own(unknown, { knownBefore: [ONE, TWO] })
  const { result } = await change([entry, ...others], (ledger) =>
    mayBeTakenByMistake(createAnsweredReader(ledger), entry, lookalikes),
  )
  return result
}

describe('mayBeTakenByMistake', () => {
  test('The person took its pet for another entry, which may be an older pet that answers none.', async () => {
    expect(await isMistakePossible(other(byPerson(THREE)))).toBe(true)
  })

  test('The other entry took one that a third one may be, and so on, until a pet answers none.', async () => {
    const second = other(byPerson(THREE), { knownBefore: [ONE] })
    const third = other(byPerson(TWO), { position: 1 })
    expect(await isMistakePossible(second, third)).toBe(true)
  })

  test.each<[why: string, others: readonly Entry[]]>([
    ['an answer of the service says so', [other(answered(THREE))]],
    ['the other entry cannot be an older pet', [other(byPerson(THREE), { knownBefore: [ONE, TWO] })]],
    [
      'each older pet answers an entry, too',
      [other(byPerson(THREE)), other(answered(ONE), { position: 1 }), other(answered(TWO), { position: 2 })],
    ],
    [
      'each older pet was taken for another entry, which can be none that answers nobody',
      [other(byPerson(THREE)), other(byPerson(ONE), { position: 1 }), other(byPerson(TWO), { position: 2 })],
    ],
  ])('It is no mistake where %s.', async (_why, others) => {
    expect(await isMistakePossible(...others)).toBe(false)
  })
})
