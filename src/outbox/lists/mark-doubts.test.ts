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
import { idsOf } from '#tests/support/outbox-scenario.ts'
import { int64 } from '#tests/support/int64.ts'
import { type MarkDoubts, readMarkDoubts } from './mark-doubts.ts'
import { createAnsweredReader } from './standings.ts'

const THREE = int64('3')
const lookalikes = [petOf(1), petOf(2), petOf(3)]

const answered = (id: typeof ONE) => ({ kind: 'added', id }) as const
const byPerson = (id: typeof ONE) => ({ kind: 'added', id, isByPerson: true }) as const

/** Returns the doubts about an entry that can only be the newest pet, 3. */
async function markDoubts(...others: readonly Entry[]): Promise<MarkDoubts> {
  const entry = own(unknown, { knownBefore: [ONE, TWO] })
  const { result } = await change([entry, ...others], (ledger) =>
    readMarkDoubts(createAnsweredReader(ledger, []), entry, lookalikes),
  )
  return result
}

const isMistakePossible = async (others: readonly Entry[]): Promise<boolean> =>
  (await markDoubts(...others)).mayBeTakenByMistake

describe('What a person has said may be a mistake', () => {
  test('The person took its pet for another entry, which may be an older pet that answers none.', async () => {
    expect(await isMistakePossible([other(byPerson(THREE))])).toBe(true)
  })

  test('The other entry took one that a third one may be, and so on, until a pet answers none.', async () => {
    const second = other(byPerson(THREE), { knownBefore: [ONE] })
    const third = other(byPerson(TWO), { position: 1 })
    expect(await isMistakePossible([second, third])).toBe(true)
  })

  test('The marked entries on which its absence rests are named, and none that an answer has proved.', async () => {
    const marked = other(byPerson(THREE), { knownBefore: [ONE] })
    const further = other(byPerson(TWO), { position: 1, knownBefore: [ONE, TWO] })
    const proved = other(answered(ONE), { position: 2 })
    const { marked: named } = await markDoubts(marked, further, proved)
    expect(idsOf(named)).toEqual(idsOf([marked, further]))
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
    expect(await isMistakePossible(others)).toBe(false)
  })
})
