import { expect, test } from 'vitest'
import type { Entry } from '#src/outbox/entry.ts'
import {
  change,
  ONE,
  otherEntry as other,
  ownEntry as own,
  petOf,
  unknown,
} from '#tests/support/ledger-entries.ts'
import { createAnsweredReader, readStandings, type Standing } from './standings.ts'

const answered = (id: typeof ONE) => ({ kind: 'added', id }) as const

/** Returns what pet 1 is to an entry, where a list of all pets has lacked these IDs. */
async function standing(entry: Entry, others: readonly Entry[], doubtfulIds: readonly (typeof ONE)[] = []) {
  const viewer = {
    signInId: 'key 1',
    doubtfulIds: new Set(doubtfulIds),
    wasSeenBefore: ({ lastSeenId }: Pick<Entry, 'lastSeenId'>) => lastSeenId !== undefined,
  }
  const { result } = await change([entry, ...others], (ledger) =>
    readStandings(createAnsweredReader(ledger, []), entry, [petOf(1)], viewer),
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
  ['older', 'answers no entry, and had been seen before with a doubtful ID', sentAfterSeeing, [], [ONE]],
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
