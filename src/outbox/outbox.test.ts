import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createStore } from '#src/lib/create-store.ts'
import { int64 } from '#tests/support/int64.ts'
import type { NewPet, Pet, PetStatus } from '#src/pets/pet.ts'
import { createImportActivity } from './import-activity.ts'
import { createFiles } from './files.ts'
import { createJustAdded } from './just-added.ts'
import { createOutbox, type OutboxOptions } from './outbox.ts'
import { createLedger } from './outbox-database.ts'

let databases = 0

export function setUp(options: Partial<OutboxOptions> = {}) {
  const pets: Pet[] = []
  const keyId = createStore('k1')
  const outbox = createOutbox({
    environment: { id: 'staging', baseUrl: 'https://staging.petstore.test/v1' },
    ledger: createLedger(`test ${databases++}`),
    createPet: async (newPet: NewPet) => {
      const pet = { ...newPet, id: int64(String(pets.length + 1)) }
      pets.push(pet)
      return { kind: 'added', pet }
    },
    listPets: async ({ status }: { status: PetStatus | undefined }) => {
      const found = pets.filter((pet) => status === undefined || pet.status === status)
      return { pets: found, unreadable: [], returned: found.length }
    },
    knownPets: () => [],
    keyId: keyId.get,
    waitForKey: () => Promise.reject(new Error('no key')),
    describe: String,
    acquireLock: async () => () => undefined,
    heldLocks: async () => new Set(),
    clock: { now: Date.now, elapsed: () => performance.now(), sleep: async () => undefined },
    channel: { addEventListener: () => undefined, postMessage: () => undefined },
    onSent: () => undefined,
    ...options,
  })
  return {
    outbox,
    pets,
    justAdded: createJustAdded(outbox),
    files: createFiles(outbox, createImportActivity()),
  }
}

const rex: NewPet = { name: 'Rex', categoryId: int64('1'), status: undefined }

test('ten pets are added in order', async () => {
  const { justAdded, pets } = setUp()
  for (let i = 0; i < 10; i++) justAdded.add({ ...rex, name: `Rex ${i % 5}` })
  await expect.poll(() => pets.length).toBe(10)
  await expect
    .poll(() => justAdded.get().items.map(({ entry }) => entry.state.kind))
    .toEqual(Array(10).fill('added'))
})

test('a lost pet is held in another visit', async () => {
  let calls = 0
  const { justAdded, outbox } = setUp({
    createPet: async () => {
      calls += 1
      return { kind: 'unknown', error: new Error('lost') }
    },
  })
  justAdded.add(rex)
  await expect.poll(() => justAdded.get().items.map(({ entry }) => entry.state.kind)).toEqual(['unknown'])
  const other = createJustAdded(outbox)
  await other.open()
  expect(other.get().items).toHaveLength(1)
  other.add({ ...rex, name: ' rex' })
  await expect.poll(() => other.get().items.map(({ entry }) => entry.state.kind)).toEqual(['held', 'unknown'])
  expect(calls).toBe(1)
  await expect.poll(() => other.get().items[1]?.check?.kind).toBe('not-found-yet')
  void other.addAnyway(other.get().items[0]!.key)
  await expect.poll(() => calls).toBe(2)
})

test('a file is sent and finished', async () => {
  const { files, pets } = setUp()
  const rows = Array.from({ length: 500 }, (_, i) => ({
    newPet: { ...rex, name: `Pet ${i}` },
    row: { number: i + 2, cells: [] },
  }))
  await files.start({ fileName: 'a.csv' }, rows)
  const { current } = files.get()
  await expect.poll(() => current?.get().run.phase, { timeout: 10000 }).toBe('idle')
  expect(pets).toHaveLength(500)
  expect(current?.get().counts.added).toBe(500)
  await files.close()
  await files.start({ fileName: 'b.csv' }, rows)
  await expect.poll(() => files.get().current?.get().counts.held).toBe(500)
})
