// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import {
  enter,
  enterUntil,
  expectPaused,
  expectRows,
  expectShown,
  expectSoon,
  expectWaiting,
  itemNamed,
  mia,
  openImport,
  openPage,
  passMinute,
  press,
  rex,
  setUpDevice,
  shown,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import { int64 } from '#tests/support/int64.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { Device, Service, Tab } from '#tests/support/device.ts'

/** The environment after its address has changed. */
const MOVED = { id: 'staging', name: 'Staging', baseUrl: 'https://staging.petstore.test/v2' }

/** The pet of this tab that is held, of the two that it shows. */
const heldRexOf = (tab: Tab) => tab.byHand.get().items.find(({ entry }) => entry.state.kind === 'held')

/**
 * Adds Rex at the new address, although a Rex of the former address is open. Returns the tab in
 * which that was done.
 */
async function addRexAnywayAtNewAddress(device: Device, service: Service): Promise<Tab> {
  const moved = await openPage(device, { environment: MOVED })
  moved.byHand.add(rex, undefined, 'another form')
  await expectSoon(() => heldRexOf(moved)?.conflicts).toHaveLength(1)
  const held = heldRexOf(moved)
  if (held !== undefined) await moved.byHand.addAnyway(held)
  await expectSoon(() => service.pets).toHaveLength(1)
  return moved
}

test('a pet that waits at the former address is asked about at the new one, and is sent first', async () => {
  const { service, device } = setUpDevice({}, 'key-refused')
  const older = await openPage(device)
  enter(older, rex)
  await expectWaiting(older, 'Rex')
  const newer = await openPage(device, { environment: MOVED })
  newer.byHand.add(rex, undefined, 'another form')
  await expectSoon(() => heldRexOf(newer)?.conflicts).toHaveLength(1)
  await older.byHand.sendWaiting()
  await expectSoon(() => service.pets).toHaveLength(1)
  await waitForQuiet()
  expect(service.pets).toHaveLength(1)
  const held = heldRexOf(newer)
  if (held !== undefined) await newer.byHand.addAnyway(held)
  await expectSoon(() => service.pets).toHaveLength(2)
})

test('a pet that waits for an address that comes back is not sent beside the one that was unheld and sent meanwhile', async () => {
  const { service, device } = setUpDevice({}, 'key-refused')
  const before = await openPage(device)
  enter(before, rex)
  await expectWaiting(before, 'Rex')
  device.crash(before)
  const moved = await addRexAnywayAtNewAddress(device, service)
  device.crash(moved)
  const back = await openPage(device)
  await back.byHand.sendWaiting()
  await waitForQuiet()
  // "Add it anyway" has said that the two are different pets.
  expect(service.pets).toHaveLength(2)
})

test.each(['former', 'new'] as const)(
  'of two pets that wait at both addresses, the one at the %s address is sent first, and the other one is asked about',
  async (first) => {
    const { service, device } = setUpDevice({}, 'key-refused')
    const tabAt = (address: 'former' | 'new') =>
      openPage(device, address === 'new' ? { environment: MOVED } : {})
    const sentFirst = await tabAt(first)
    sentFirst.byHand.add(rex, undefined, 'form 1')
    await expectWaiting(sentFirst, 'Rex')
    const other = await tabAt(first === 'new' ? 'former' : 'new')
    other.byHand.add(rex, undefined, 'form 2')
    await waitForQuiet()
    await sentFirst.byHand.sendWaiting()
    await expectSoon(() => service.pets).toHaveLength(1)
    await other.byHand.sendWaiting()
    await waitForQuiet()
    expect(heldRexOf(other)).toBeDefined()
    expect(service.pets).toHaveLength(1)
  },
)

test('a pet that answers an entry of the former address is not offered for one that was lost at the new one', async () => {
  const { service, device } = setUpDevice({}, 'added', 'request-lost')
  const before = await openPage(device)
  await enterUntil(before, rex, 'added')
  device.crash(before)
  const moved = await openPage(device, { environment: MOVED })
  await enterUntil(moved, rex, 'unknown')
  passMinute(device)
  await expectSoon(() => itemNamed(moved, 'Rex').check).toMatchObject({ kind: 'may-be-taken', pets: [] })
  expect(service.pets).toHaveLength(1)
})

test('nor is it a possible duplicate of one that was added at the new one', async () => {
  const { service, device } = setUpDevice({})
  const before = await openPage(device)
  await enterUntil(before, rex, 'added')
  device.crash(before)
  const moved = await openPage(device, { environment: MOVED })
  await enterUntil(moved, rex, 'added')
  const copy = service.create(rex, device.signInId)
  moved.showList(service.pets)
  await expectSoon(() => itemNamed(moved, 'Rex').duplicates).toEqual([copy])
})

test('a pet by hand asks about a row that waits at the former address, and may be sent before it', async () => {
  const { service, device } = setUpDevice({}, 'key-refused')
  const older = await openPage(device)
  await startImport(older, rex)
  await expectPaused(older)
  const newer = await openPage(device, { environment: MOVED })
  newer.byHand.add(rex, undefined, 'a form')
  await expectSoon(() => heldRexOf(newer)?.conflicts).toHaveLength(1)
  await openImport(older).resume()
  await expectRows(older, 'added')
  await waitForQuiet()
  expect(service.pets).toHaveLength(1)
})

test('of two rows that wait at both addresses, the second one to be sent asks about the first', async () => {
  const { service, device } = setUpDevice({}, 'key-refused')
  const older = await openPage(device)
  await startImport(older, rex)
  await expectPaused(older)
  const newer = await openPage(device, { environment: MOVED })
  await startImport(newer, rex)
  await expectRows(newer, 'added')
  await openImport(older).resume()
  await expectRows(older, 'held')
  expect(service.pets).toHaveLength(1)
})

test('a service that has renamed a pet at the former address cannot prove that another one is absent', async () => {
  const { service, device } = setUpDevice({})
  const renamed = (pet: NewPet) => service.create({ ...pet, name: `Pet ${pet.name}` }, device.signInId)
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

test('an answer at the former address takes back that a person took its pet for one of the new address', async () => {
  const { service, device } = setUpDevice({})
  const answer = Promise.withResolvers<void>()
  const older = await openPage(device, {
    async createPet(pet) {
      const created = service.create(pet, device.signInId)
      await answer.promise
      return { kind: 'added', pet: created }
    },
  })
  enter(older, rex)
  await expectSoon(() => service.pets).toHaveLength(1)
  const newer = await openPage(device, {
    environment: MOVED,
    createPet: () => Promise.resolve({ kind: 'unknown', error: new Error('the request is lost') }),
  })
  newer.byHand.add(rex, undefined, 'another form')
  await expectSoon(() => heldRexOf(newer)?.conflicts).toHaveLength(1)
  const held = heldRexOf(newer)
  if (held !== undefined) await newer.byHand.addAnyway(held)
  const { id } = itemNamed(newer, 'Rex')
  const lost = () => newer.byHand.get().items.find((item) => item.id === id)
  await expectSoon(() => lost()?.check).toMatchObject({ kind: 'found', pets: [{ id: '1000' }] })
  await newer.byHand.markAdded(id, int64('1000'))
  await expectSoon(() => lost()?.entry.state.kind).toBe('added')
  answer.resolve()
  await expectSoon(() => lost()?.entry.state.kind).toBe('unknown')
})

test('a possible duplicate is named even if an unconfirmed pet of the former address is like it', async () => {
  const { service, device } = setUpDevice({}, 'request-lost')
  const before = await openPage(device)
  await enterUntil(before, rex, 'unknown')
  device.crash(before)
  const moved = await addRexAnywayAtNewAddress(device, service)
  // The browser has sent it twice.
  service.create(rex, device.signInId)
  // The lists are read for another pet.
  service.answers.push('request-lost')
  enter(moved, mia)
  await expectSoon(() => itemNamed(moved, 'Mia').check?.kind).toBe('not-found-yet')
  moved.showList(service.pets)
  await waitForQuiet()
  const duplicates = moved.byHand.get().items.flatMap((item) => item.duplicates)
  expect(duplicates.map(({ id }) => id)).toEqual(['1001'])
})

describe('two environments at one address, whose API keys see other pets', () => {
  const SOUTH = { id: 'south', name: 'South', baseUrl: MOVED.baseUrl }
  const NORTH = { id: 'north', name: 'North', baseUrl: MOVED.baseUrl }
  const openSouth = (device: Device) => openPage(device, { environment: SOUTH, otherEnvironments: [NORTH] })
  const openNorth = (device: Device) => openPage(device, { environment: NORTH, otherEnvironments: [SOUTH] })

  test.each(['waiting', 'unknown'] as const)(
    'a pet that is %s in one of them is shown in that one alone',
    async (kind) => {
      const { device } = setUpDevice({}, kind === 'waiting' ? 'key-refused' : 'request-lost')
      const north = await openNorth(device)
      enter(north, rex)
      await waitForQuiet()
      await expectShown(north, `Rex ${kind}`)
      device.crash(north)
      const south = await openSouth(device)
      expect(shown(south)).toEqual([])
      await expectShown(await openNorth(device), `Rex ${kind}`)
    },
  )

  test('a pet like one that waits in the other environment is asked about, and the other one is not sent', async () => {
    const { service, device } = setUpDevice({}, 'key-refused')
    const north = await openNorth(device)
    enter(north, rex)
    await expectWaiting(north, 'Rex')
    const south = await openSouth(device)
    enter(south, rex)
    await expectSoon(() => heldRexOf(south)?.conflicts).toHaveLength(1)
    await press(south, 'Add it anyway', 'Rex')
    await expectShown(south, 'Rex added')
    expect(service.pets).toHaveLength(1)
    await expectShown(north, 'Rex waiting')
  })

  test('what is open in an environment that is not configured any more is shown in the other one', async () => {
    const { device } = setUpDevice({}, 'key-refused')
    const north = await openNorth(device)
    enter(north, rex)
    await expectWaiting(north, 'Rex')
    device.crash(north)
    await expectShown(await openPage(device, { environment: SOUTH }), 'Rex waiting')
  })
})
