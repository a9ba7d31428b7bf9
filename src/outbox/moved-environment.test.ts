// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { expect, test } from 'vitest'
import {
  enter,
  enterUntil,
  expectSoon,
  expectWaiting,
  itemNamed,
  mia,
  openPage,
  passMinute,
  press,
  rex,
  setUpDevice,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import type { NewPet } from '#src/pets/pet.ts'

/** The environment after its address has changed. */
const MOVED = { id: 'staging', name: 'Staging', baseUrl: 'https://staging.petstore.test/v2' }

test('a pet that waits in a tab with the former address asks about one that a newer tab has added', async () => {
  const { service, device } = setUpDevice({}, 'key-refused')
  const older = await openPage(device)
  enter(older, rex)
  await expectWaiting(older, 'Rex')
  const newer = await openPage(device, { environment: MOVED })
  newer.byHand.add(rex, undefined, 'another form')
  await expectSoon(() => service.pets).toHaveLength(1)
  await older.byHand.sendWaiting()
  await expectSoon(() => itemNamed(older, 'Rex').entry.state.kind).toBe('held')
  expect(service.pets).toHaveLength(1)
  await press(older, 'Add it anyway', 'Rex')
  await expectSoon(() => service.pets).toHaveLength(2)
})

test('a pet that waits for an address that comes back asks about one that was added elsewhere meanwhile', async () => {
  const { service, device } = setUpDevice({}, 'key-refused')
  const before = await openPage(device)
  enter(before, rex)
  await expectWaiting(before, 'Rex')
  device.crash(before)
  const moved = await openPage(device, { environment: MOVED })
  moved.byHand.add(rex, undefined, 'another form')
  await expectSoon(() => service.pets).toHaveLength(1)
  device.crash(moved)
  const back = await openPage(device)
  await back.byHand.sendWaiting()
  await waitForQuiet()
  expect(service.pets).toHaveLength(1)
  expect(itemNamed(back, 'Rex').entry.state.kind).toBe('held')
})

test('a service that has renamed a pet at the former address cannot prove that another one is absent', async () => {
  const { service, device } = setUpDevice({})
  const renamed = (pet: NewPet) => service.create({ ...pet, name: `${pet.name}!` }, device.signInId)
  const before = await openPage(device, {
    createPet: (pet) => Promise.resolve({ kind: 'added', pet: renamed(pet) }),
  })
  await enterUntil(before, mia, 'added')
  const moved = await openPage(device, {
    environment: MOVED,
    createPet(pet) {
      renamed(pet)
      return Promise.resolve({ kind: 'unknown', error: new Error('the answer is lost') })
    },
  })
  await enterUntil(moved, rex, 'unknown')
  passMinute(device)
  await expectSoon(() => itemNamed(moved, 'Rex').check?.kind).toBe('cannot-tell')
})
