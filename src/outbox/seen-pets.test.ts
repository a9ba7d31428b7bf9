import { describe, expect, test } from 'vitest'
import { createEmitter } from '#src/lib/create-store.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { Pet } from '#src/pets/pet.ts'
import { int64 } from '#tests/support/int64.ts'
import { petOf } from '#tests/support/ledger-entries.ts'
import { BASE_URL, createSharedText } from '#tests/support/device.ts'
import { mia, rex } from '#tests/support/outbox-scenario.ts'
import { createSeenPets, type SeenPets, type ShownBefore } from './seen-pets.ts'
import { listedLookalikes } from './listed-pets.ts'
import { createSeenPetsOf } from './seen-pets-of.ts'

const KEY = lookalikeKeyOf(petOf(1))

const NO_IDS: ShownBefore = { idsOfSignIn: new Set(), idsOfDevice: new Set() }

/** The pets that GETs have shown to a sign-in: each pet of these tests is Rex or Mia. */
const listedBy = (seenPets: SeenPets, signInId: string): readonly Pet[] =>
  [KEY, lookalikeKeyOf(mia)].flatMap((key) => listedLookalikes(seenPets.listed(signInId), key))

test('A pet of a list is remembered for the sign-in that saw it, once, and as it was shown last', () => {
  const seenPets = createSeenPets(createSharedText())
  seenPets.addListed('key 1', [petOf(1), petOf(2, mia)])
  seenPets.addListed('key 1', [petOf(1, { status: 'sold' })])
  seenPets.addListed('key 1', [])
  expect(listedBy(seenPets, 'key 1')).toEqual([petOf(1, { status: 'sold' }), petOf(2, mia)])
  expect(listedLookalikes(seenPets.listed('key 1'), KEY)).toEqual([petOf(1, { status: 'sold' })])
  expect(seenPets.ids('key 1')).toEqual(new Set(['1', '2']))
  expect(listedBy(seenPets, 'key 2')).toEqual([])
  expect(seenPets.ids('key 2')).toEqual(new Set())
})

test('A pet of an answer is remembered by its ID alone, because the ledger has the rest', () => {
  const seenPets = createSeenPets(createSharedText())
  seenPets.addAnswer('key 1', petOf(1), rex, NO_IDS)
  expect(seenPets.ids('key 1')).toEqual(new Set(['1']))
  expect(listedBy(seenPets, 'key 1')).toEqual([])
  expect(listedLookalikes(seenPets.listed('key 1'), KEY)).toEqual([])
})

test('A list of all pets in another tab that lacks the pet of an answer makes its ID doubtful, and lists alone count for the device', () => {
  const shared = createSharedText()
  createSeenPets(shared).addAnswer('key 1', petOf(1), rex, NO_IDS)
  const seenPets = createSeenPets(shared)
  seenPets.addListed('key 1', [], seenPets.ids('key 1'))
  expect(seenPets.doubtfulIds('key 1', KEY)).toEqual(new Set(['1']))
  expect(seenPets.idsOfDevice()).toEqual(new Set())
})

test('An ID that a list of all pets lacks, although it was shown before, is doubtful for that sign-in from then on', () => {
  const seenPets = createSeenPets(createSharedText())
  seenPets.addListed('key 1', [petOf(1), petOf(2)])
  seenPets.addAnswer('key 1', petOf(3, mia), mia, NO_IDS)
  const idsBefore = seenPets.ids('key 1')
  seenPets.addListed('key 1', [petOf(1)])
  expect(seenPets.doubtfulIds('key 1', KEY)).toEqual(new Set())
  seenPets.addAnswer('key 1', petOf(4, mia), mia, NO_IDS)
  seenPets.addListed('key 1', [petOf(1)], idsBefore)
  seenPets.addListed('key 1', [petOf(1), petOf(2)], idsBefore)
  expect(seenPets.doubtfulIds('key 1', KEY)).toEqual(new Set(['2', '3']))
  expect(seenPets.doubtfulIds('key 2', KEY)).toEqual(new Set())
})

test('The ID of a pet that lists have lacked since is doubtful only once a list shows the pet again, or another one that has its ID', () => {
  const seenPets = createSeenPets(createSharedText())
  seenPets.addListed('key 1', [petOf(1)])
  seenPets.addListed('key 1', [], seenPets.ids('key 1'))
  expect(seenPets.doubtfulIds('key 1', KEY)).toEqual(new Set())
  expect(listedLookalikes(seenPets.listed('key 1'), KEY)).toEqual([petOf(1)])
  seenPets.addListed('key 1', [petOf(1, mia)], seenPets.ids('key 1'))
  expect(seenPets.doubtfulIds('key 1', KEY)).toEqual(new Set())
  expect(seenPets.doubtfulIds('key 1', lookalikeKeyOf(mia))).toEqual(new Set(['1']))
  seenPets.addListed('key 1', [petOf(1)])
  expect(seenPets.doubtfulIds('key 1', KEY)).toEqual(new Set(['1']))
})

test('Two pets that share an ID are both remembered', () => {
  const seenPets = createSeenPets(createSharedText())
  seenPets.addListed('key 1', [petOf(1), petOf(1, mia)])
  expect(listedBy(seenPets, 'key 1')).toHaveLength(2)
})

test('The pets that one sign-in was shown are forgotten with it, and what it was shown never counts for the next one', () => {
  const changes = createEmitter()
  let signInId = 'key 1'
  const session = { signInId: () => signInId, subscribe: changes.subscribe }
  const seenPets = createSeenPetsOf(session, BASE_URL)
  seenPets.addListed('key 1', [petOf(1), petOf(2)])
  signInId = 'key 2'
  changes.notify()
  seenPets.addListed('key 2', [petOf(3)])
  expect(listedBy(seenPets, 'key 2')).toEqual([petOf(3)])
  expect(listedBy(seenPets, 'key 1')).toEqual([])
  expect(seenPets.ids('key 2')).toEqual(new Set(['3']))
})

/** Returns the memory of a tab that was shown these pets, and of an earlier visit that was, too. */
function setUpShown(...pets: readonly Pet[]): SeenPets {
  const shared = createSharedText()
  createSeenPets(shared).addListed('key 1', pets)
  const seenPets = createSeenPets(shared)
  seenPets.addListed('key 2', [petOf(3)])
  return seenPets
}

describe('All IDs that a tab knows are doubtful', () => {
  test.each([
    ['a list had shown it to another sign-in', int64('1')],
    ['a list had shown it to this one', int64('3')],
  ])('once a pet gets one of them that was sent: %s', (_where, id) => {
    const seenPets = setUpShown(petOf(1), petOf(2))
    seenPets.addAnswer('key 2', { ...rex, id }, rex, seenPets.shownBefore('key 2'))
    expect(seenPets.doubtfulIds('key 2', KEY)).toContain('3')
  })

  test('not because the service answers with another pet by mistake', () => {
    const seenPets = setUpShown(petOf(1))
    seenPets.addAnswer('key 2', petOf(1), mia, seenPets.shownBefore('key 2'))
    expect(seenPets.doubtfulIds('key 2', KEY)).toEqual(new Set())
  })

  test('not because a list was faster than an answer', () => {
    const seenPets = setUpShown(petOf(1))
    const before = seenPets.shownBefore('key 2')
    seenPets.addListed('key 2', [petOf(2), petOf(3)])
    seenPets.addAnswer('key 2', petOf(2), rex, before)
    expect(seenPets.doubtfulIds('key 2', KEY)).toEqual(new Set())
  })
})
