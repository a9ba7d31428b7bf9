import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createEmitter } from '#src/lib/create-store.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { Pet } from '#src/pets/pet.ts'
import { petOf } from '#tests/support/ledger-entries.ts'
import { BASE_URL, createSharedText } from '#tests/support/device.ts'
import { mia } from '#tests/support/outbox-scenario.ts'
import { createSeenPets, type SeenPets } from './seen-pets.ts'
import { seenPetsOf } from './seen-pets-of.ts'

const KEY = lookalikeKeyOf(petOf(1))

/** The pets that GETs have shown to a sign-in: each pet of these tests is Rex or Mia. */
const listedBy = (seenPets: SeenPets, signInId: string): readonly Pet[] =>
  [KEY, lookalikeKeyOf(mia)].flatMap((key) => seenPets.listedLookalikes(signInId, key))

test('A pet of a list is remembered for the sign-in that saw it, once, and as it was shown last', () => {
  const seenPets = createSeenPets(createSharedText())
  seenPets.addListed('key 1', [petOf(1), petOf(2, mia)])
  seenPets.addListed('key 1', [petOf(1, { status: 'sold' })])
  seenPets.addListed('key 1', [])
  expect(listedBy(seenPets, 'key 1')).toEqual([petOf(1, { status: 'sold' }), petOf(2, mia)])
  expect(seenPets.listedLookalikes('key 1', KEY)).toEqual([petOf(1, { status: 'sold' })])
  expect(seenPets.ids('key 1')).toEqual(new Set(['1', '2']))
  expect(listedBy(seenPets, 'key 2')).toEqual([])
  expect(seenPets.ids('key 2')).toEqual(new Set())
})

test('A pet of an answer is remembered by its ID alone, because the ledger has the rest', () => {
  const seenPets = createSeenPets(createSharedText())
  seenPets.addAnswer('key 1', petOf(1))
  expect(seenPets.ids('key 1')).toEqual(new Set(['1']))
  expect(listedBy(seenPets, 'key 1')).toEqual([])
  expect(seenPets.listedLookalikes('key 1', KEY)).toEqual([])
})

test('Two pets that share an ID are both remembered', () => {
  const seenPets = createSeenPets(createSharedText())
  seenPets.addListed('key 1', [petOf(1), petOf(1, mia)])
  expect(listedBy(seenPets, 'key 1')).toHaveLength(2)
})

/** What an environment remembers of the pets that its query cache gets. */
function setUp() {
  const changes = createEmitter()
  const session = { signIn: 'key 1', signInId: () => session.signIn, subscribe: changes.subscribe }
  const client = new QueryClient()
  const seenPets = seenPetsOf(client, session, BASE_URL)
  return {
    client,
    seenPets,
    show: (name: string, ...pets: readonly Pet[]) =>
      client.setQueryData(['pets', 'lists', name], { pets, unreadable: [], returned: pets.length }),
    signInAs: (signInId: string): void => {
      session.signIn = signInId
      changes.notify()
    },
  }
}

test('A list that the cache has forgotten is still remembered', () => {
  const { client, seenPets, show } = setUp()
  show('available', petOf(1))
  client.removeQueries()
  expect(listedBy(seenPets, 'key 1')).toEqual([petOf(1)])
})

test('A pet that was opened is remembered, and what is no pet is not', () => {
  const { client, seenPets } = setUp()
  client.setQueryData(['pets', 'one', '1'], petOf(1))
  client.setQueryData(['something else'], petOf(2))
  expect(listedBy(seenPets, 'key 1')).toEqual([petOf(1)])
})

test('The pets that one sign-in was shown are forgotten with it, and what it was shown never counts for the next one', async () => {
  const { client, seenPets, show, signInAs } = setUp()
  show('available', petOf(1))
  show('sold', petOf(2))
  signInAs('key 2')
  await client.resetQueries()
  show('available', petOf(3))
  expect(listedBy(seenPets, 'key 2')).toEqual([petOf(3)])
  expect(listedBy(seenPets, 'key 1')).toEqual([])
  expect(seenPets.ids('key 2')).toEqual(new Set(['3']))
})
