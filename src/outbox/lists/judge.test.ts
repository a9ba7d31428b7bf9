import { describe, expect, test } from 'vitest'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { Pet } from '#src/pets/pet.ts'
import type { Entry } from '#src/outbox/entry.ts'
import {
  added,
  change,
  ONE,
  otherEntry as other,
  ownEntry as own,
  petOf,
  TWO,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { idsOf, mia } from '#tests/support/outbox-scenario.ts'
import { createSeenPets } from '#src/outbox/seen-pets.ts'
import { createSharedText } from '#tests/support/device.ts'
import { createJudge } from './judge.ts'
import type { Evidence, Reading } from './read-lists.ts'
import { isVerdict } from './verdict.ts'

const evidenceOf = (requestedAt: number, pets: readonly Pet[] = []): Evidence => ({
  readAt: 1_000_000 + requestedAt,
  requestedAt,
  signInId: 'key 1',
  byLookalikeKey: Map.groupBy(pets, lookalikeKeyOf),
  completeness: 'complete',
})

/**
 * Creates a judge whose clocks stand at 0, who was given this reading, and who remembers pets that
 * were shown since.
 */
function setUp(reading: Partial<Reading> = {}, shownSince: readonly Pet[] = []) {
  const seenPets = createSeenPets(createSharedText())
  seenPets.addListed('key 1', shownSince)
  const time = { elapsed: 0 }
  const clock = {
    now: () => 1_000_000 + time.elapsed,
    elapsed: () => time.elapsed,
    sleep: () => Promise.reject(new Error('nobody sleeps here')),
  }
  return {
    time,
    judge: createJudge({
      lists: { get: () => ({ isReading: false, ...reading }) },
      clock,
      seenPets,
      claimAges: { isOnItsWay: () => false },
      unwrittenOutcomes: () => [],
    }),
  }
}

const sent = (part: Partial<Entry> = {}) => own(unknown, { signInId: 'key 1', ...part })

/** Returns what lists say of this entry that were requested a minute after its request ended. */
async function judged(pets: readonly Pet[], entry: Entry, ...others: readonly Entry[]) {
  const { judge } = setUp()
  judge.noteRequestEnd(entry)
  const { result } = await change([entry, ...others], (ledger) =>
    judge.judge(ledger, entry, evidenceOf(60_000, pets)),
  )
  return { ...result, ids: result.pets.map(({ id }) => id) }
}

describe('When the last request of an entry ended', () => {
  test('is when this tab saw it first, and stays so.', () => {
    const { judge, time } = setUp()
    time.elapsed = 100
    judge.noteRequestEnd(sent())
    time.elapsed = 200
    judge.noteRequestEnd(sent())
    expect(judge.requestEndOf(sent())).toBe(100)
  })

  test('is now where it was never noted, and asking notes nothing.', () => {
    const { judge, time } = setUp()
    time.elapsed = 100
    expect(judge.requestEndOf(sent())).toBe(100)
    time.elapsed = 200
    expect(judge.requestEndOf(sent())).toBe(200)
  })

  test('begins anew with each further request that ended.', () => {
    const { judge, time } = setUp()
    judge.noteRequestEnd(sent())
    time.elapsed = 200
    expect(judge.requestEndOf(sent({ state: { ...unknown, endedAt: 6 } }))).toBe(200)
  })
})

const addedTo = (signInId: string) => ({ ...added, confirmedTo: signInId })

describe('What the lists say of an unconfirmed entry', () => {
  test('It was not added where no pet is like it.', async () => {
    expect(await judged([petOf(1, mia)], sent())).toMatchObject({ kind: 'not-added', ids: [] })
  })

  test('It may be a pet that is like it.', async () => {
    expect(await judged([petOf(2), petOf(1, mia)], sent())).toMatchObject({ kind: 'found', ids: ['2'] })
  })

  test('It is no pet that was there before it was sent.', async () => {
    expect(await judged([petOf(2)], sent({ knownBefore: [TWO] }))).toMatchObject({ kind: 'not-added' })
  })

  test('It is no pet that answers another entry of its batch.', async () => {
    const answered = own(addedTo('key 1'), { position: 1 })
    expect(await judged([petOf(1)], sent(), answered)).toMatchObject({ kind: 'not-added' })
  })

  test('It is no pet that answers an entry of another batch, and was there before it was sent.', async () => {
    const answered = other(addedTo('key 1'))
    const entry = sent({ knownBefore: [ONE] })
    expect(await judged([petOf(1)], entry, answered)).toMatchObject({ kind: 'not-added' })
  })

  test.each([
    ['another visit', other(addedTo('key 1'))],
    ['another sign-in', own(addedTo('key 2'), { position: 1 })],
  ])(
    'It may have the ID of a pet of %s, because a service that was emptied gives IDs again.',
    async (_where, answered) => {
      expect(await judged([petOf(1)], sent(), answered)).toMatchObject({ kind: 'may-be-taken' })
    },
  )

  test('A pet whose body answered another entry by mistake may still be this one.', async () => {
    const answeredWithIt = other(added, { newPet: mia })
    expect(await judged([petOf(1)], sent(), answeredWithIt)).toMatchObject({ kind: 'found', ids: ['1'] })
  })

  test('It may be a pet that shares its ID with a pet of another name.', async () => {
    const pets = [petOf(1, mia), petOf(1)]
    expect(await judged(pets, sent(), other(added, { newPet: mia }))).toMatchObject({
      kind: 'found',
      pets: [{ name: 'Rex' }],
    })
  })

  test('It may be a pet that answers an entry of another environment.', async () => {
    const elsewhere = other(added, { environmentId: 'production', baseUrl: 'https://b.example' })
    expect(await judged([petOf(1)], sent(), elsewhere)).toMatchObject({ kind: 'found' })
  })

  test('It may be a pet that answers an entry of a former address of the environment, and which is not offered.', async () => {
    const elsewhere = other(added, { baseUrl: 'https://b.example' })
    expect(await judged([petOf(1)], sent(), elsewhere)).toMatchObject({ kind: 'may-be-taken', ids: [] })
  })

  test('Its conflicts are those of other batches: its own are looked for in the same lists.', async () => {
    const { conflicts } = await judged([], sent(), sent({ position: 1 }), other(waiting))
    expect(idsOf(conflicts)).toEqual(['other 0'])
  })

  test.each([
    ['found', 'a pet that is like it', sent(), petOf(2)],
    ['not-added', 'another pet', sent(), petOf(2, mia)],
    ['not-added', 'a pet that was there before it was sent', sent({ knownBefore: [TWO] }), petOf(2)],
  ])('They say "%s" where %s has been shown since, and they lack it.', async (kind, _what, entry, pet) => {
    const { judge } = setUp({}, [pet])
    judge.noteRequestEnd(entry)
    const { result } = await change([entry], (ledger) => judge.judge(ledger, entry, evidenceOf(60_000)))
    expect(result.kind).toBe(kind)
  })

  test('What comes too soon names on the wall clock when the lists are read again.', async () => {
    const { judge, time } = setUp()
    time.elapsed = 100
    judge.noteRequestEnd(sent())
    time.elapsed = 5000
    const { result } = await change([sent()], (ledger) => judge.judge(ledger, sent(), evidenceOf(200)))
    expect(result).toMatchObject({ kind: 'not-found-yet', checkAgainAt: 1_060_100 })
  })
})

const stateOf = async (entry: Entry, reading: Partial<Reading>, shownSince: readonly Pet[] = []) => {
  const { judge, time } = setUp(reading, shownSince)
  time.elapsed = 100
  const { result } = await change([entry], (ledger) => judge.checkStateOf(ledger, entry))
  return isVerdict(result) ? result.kind : result
}

describe('checkStateOf', () => {
  const error = new Error('down')
  const failure = { error, failedAt: 0, signInId: 'key 1' }

  test.each<[state: object | string | undefined, when: string, entry: Entry, reading: Partial<Reading>]>([
    [undefined, 'lists cannot tell anything of it', own(added), { evidence: evidenceOf(100) }],
    [{ kind: 'checking' }, 'nothing was read yet', sent(), {}],
    [{ kind: 'checking' }, 'what was read is older than its request', sent(), { evidence: evidenceOf(99) }],
    [
      'not-found-yet',
      'the lists were requested when its request ended',
      sent(),
      { evidence: evidenceOf(100) },
    ],
    ['not-added', 'they were requested a minute later', sent(), { evidence: evidenceOf(60_100) }],
    [{ kind: 'failed', error }, 'they could not be read', sent(), { failure }],
    [{ kind: 'checking' }, 'they are being read again', sent(), { failure, isReading: true }],
  ])('is %o when %s.', async (state, _when, entry, reading) => {
    expect(await stateOf(entry, reading)).toEqual(state)
  })

  test('finds a pet that a list has shown, also where the lists cannot be read any more.', async () => {
    const pets = [petOf(1)]
    expect(await stateOf(sent(), { failure }, pets)).toBe('found')
    expect(await stateOf(sent(), { failure, isReading: true }, pets)).toBe('found')
    const failureOfOtherKey = { ...failure, signInId: 'key 2' }
    expect(await stateOf(sent(), { failure: failureOfOtherKey }, pets)).toEqual({ kind: 'failed', error })
  })

  test('finds the second pet that an earlier request of an added entry has added.', async () => {
    const twin = own(added, { wasUnknown: true })
    expect(await stateOf(twin, { evidence: evidenceOf(100, [petOf(1), petOf(2)]) })).toBe('found')
    expect(await stateOf(twin, { evidence: evidenceOf(100, [petOf(1)]) })).toBe('not-found-yet')
  })
})
