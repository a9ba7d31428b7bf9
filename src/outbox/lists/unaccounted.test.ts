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
import {
  createAnsweredReader,
  type PersonsWord,
  readPersonsWord,
  readStandings,
  type Standing,
} from './unaccounted.ts'

const THREE = int64('3')
const lookalikes = [petOf(1), petOf(2), petOf(3)]

const answered = (id: typeof ONE) => ({ kind: 'added', id }) as const
const byPerson = (id: typeof ONE) => ({ kind: 'added', id, isByPerson: true }) as const

/** Returns what pet 1 is to an entry, where a list of all pets has lacked these IDs. */
async function standing(entry: Entry, others: readonly Entry[], doubtfulIds: readonly (typeof ONE)[] = []) {
  const viewer = {
    signInId: 'key 1',
    doubtfulIds: new Set(doubtfulIds),
    wasSeenBefore: ({ lastSeenId }: Pick<Entry, 'lastSeenId'>) => lastSeenId !== undefined,
  }
  const { result } = await change([entry, ...others], (ledger) =>
    readStandings(createAnsweredReader(ledger), entry, [petOf(1)], viewer),
  )
  return [...result.keys()]
}

const lost = own(unknown)
const sentLater = own(unknown, { knownBefore: [ONE] })
const sentAfterSeeing = own(unknown, { lastSeenId: ONE })
const ofKey1 = { ...answered(ONE), confirmedTo: 'key 1' }
const inSameBatch = own(ofKey1, { position: 1 })
const inOtherBatch = other(ofKey1)

test.each<[Standing, what: string, entry: Entry, others: readonly Entry[], doubtfulIds?: (typeof ONE)[]]>([
  ['unaccounted', 'answers no entry', lost, []],
  ['unaccounted', 'answers no entry, also where its ID is doubtful', lost, [], [ONE]],
  ['older', 'answers no entry, and had been seen before on this device', sentAfterSeeing, []],
  ['doubtful', 'answers no entry, and had been seen before with a doubtful ID', sentAfterSeeing, [], [ONE]],
  [
    'doubtful',
    'answers an entry of another batch, and had been seen before',
    sentAfterSeeing,
    [inOtherBatch],
  ],
  ['accounted', 'was there before', sentLater, []],
  ['doubtful', 'was there before, and came back after a list had lacked its ID', sentLater, [], [ONE]],
  ['accounted', 'is its own', own(answered(ONE)), []],
  ['accounted', 'is its own, also where its ID is doubtful', own(answered(ONE)), [inOtherBatch], [ONE]],
  ['accounted', 'answers another entry of its batch', lost, [inSameBatch]],
  ['doubtful', 'answers another entry of its batch, and has a doubtful ID', lost, [inSameBatch], [ONE]],
  [
    'doubtful',
    'answers another entry of its batch in another sign-in',
    lost,
    [own(answered(ONE), { position: 1 })],
  ],
  ['doubtful', 'answers an entry of another batch', lost, [inOtherBatch]],
  ['accounted', 'answers an entry of another batch, and was there before', sentLater, [inOtherBatch]],
  ['accounted', 'answers entries of both', lost, [inSameBatch, inOtherBatch]],
  [
    'given-by-person',
    'was taken for another entry of its batch by a person',
    lost,
    [own({ ...ofKey1, isByPerson: true }, { position: 1 })],
  ],
])('A pet is %s where it %s.', async (expected, _what, entry, others, doubtfulIds) => {
  expect(await standing(entry, others, doubtfulIds)).toEqual([expected])
})

/** Returns what a person's word leaves open of an entry that can only be the newest pet, 3. */
async function personsWord(...others: readonly Entry[]): Promise<PersonsWord> {
  const entry = own(unknown, { knownBefore: [ONE, TWO] })
  const { result } = await change([entry, ...others], (ledger) =>
    readPersonsWord(createAnsweredReader(ledger), entry, lookalikes),
  )
  return result
}

const isMistakePossible = async (others: readonly Entry[]): Promise<boolean> =>
  (await personsWord(...others)).mayBeTakenByMistake

describe('readPersonsWord', () => {
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
    const word = await personsWord(marked, further, proved)
    expect(idsOf(word.marked)).toEqual(idsOf([marked, further]))
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
