import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import {
  addUnsaved,
  checkOf,
  createGate,
  expectStates,
  item,
  mia,
  rex,
  savedKinds,
  setUp,
  setUpDevice,
  states,
} from '#tests/support/outbox-tabs.ts'
import { maySendAgain } from './check.ts'

test('leaving would lose what waits in this visit, or is not saved; not what waits on the disk', async () => {
  const { device, tab } = setUp('key-refused', 'added')
  const { isBusy } = tab.justAdded
  expect(isBusy()).toBe(false)
  tab.justAdded.add(rex)
  expect(isBusy()).toBe(true)
  await expect.poll(() => tab.justAdded.get().waiting).toHaveLength(1)
  expect(isBusy()).toBe(true)
  tab.signOut()
  await tab.justAdded.open()
  expect([...states(tab), isBusy()]).toEqual(['Rex waiting', false])
  device.passTime(1)
  tab.justAdded.add(mia)
  await expectStates(tab, ['Rex waiting', 'Mia added'])
  expect(isBusy()).toBe(false)
  await addUnsaved(device, tab, { ...rex, name: 'Bo' })
  tab.signOut()
  expect(states(tab)).toEqual(['Bo waiting'])
  await tab.justAdded.open()
  await expectStates(tab, ['Rex waiting', 'Bo waiting'])
  expect([isBusy(), item(tab).isSaved]).toEqual([true, false])
  // Nothing can be done about what is not saved but to save it.
  expect(tab.justAdded.get().waiting.map(({ entry }) => entry.newPet?.name)).toEqual(['Rex'])
  device.isFull = false
  device.passTime(1)
  tab.justAdded.add({ ...rex, name: 'Kim' })
  await expectStates(tab, ['Rex waiting', 'Bo waiting', 'Kim added'])
  expect(tab.outbox.storage.get()).toBe('asking')
  // "Try again" saves all, and sends what was pressed in this visit.
  await tab.justAdded.retry()
  await expect.poll(() => tab.outbox.storage.get()).toBe('ok')
  expect(states(tab)).toEqual(['Rex waiting', 'Bo waiting', 'Kim added'])
})

test('"This is it" notes the other pets that were found, if any, as possible duplicates', async () => {
  const { service, device, tab } = setUp('answer-lost', 'answer-lost')
  tab.justAdded.add(rex)
  await expect.poll(() => checkOf(tab)).toMatchObject({ pets: [{ id: '1000' }] })
  service.create(rex, 'key 1')
  device.passTime(1)
  tab.justAdded.add(mia)
  await expect.poll(() => checkOf(tab)).toMatchObject({ pets: [{ id: '1002' }] })
  await expect.poll(() => item(tab, 1).check).toMatchObject({ pets: [{ id: '1000' }, { id: '1001' }] })
  await tab.justAdded.markAdded(item(tab).key, int64('1002'))
  await tab.justAdded.markAdded(item(tab, 1).key, int64('1000'))
  await expect
    .poll(() => tab.justAdded.get().items.map(({ entry }) => entry.state))
    .toEqual([
      { kind: 'added', id: '1002' },
      { kind: 'added', id: '1000', note: 'Possible duplicate: ID 1001.' },
    ])
})

test('what was sent to another address is shown where that is this environment’s, and can only be discarded', async () => {
  const { service, device, tab } = setUp('key-refused', 'request-lost')
  tab.justAdded.add(rex)
  await expect.poll(() => tab.justAdded.get().waiting).toHaveLength(1)
  const { baseUrl } = tab.outbox.environment
  device.crash(tab)
  const open = async (id: string, url: string) => {
    const one = device.openTab({ environment: { id, name: '', baseUrl: url } })
    await one.justAdded.open()
    return one
  }
  expect(states(await open('other', 'https://other.test'))).toEqual([])
  expect((await open('other', baseUrl)).justAdded.get().waiting).toHaveLength(1)
  const moved = await open('staging', 'https://other.test')
  expect([...states(moved), ...moved.justAdded.get().waiting]).toEqual(['Rex waiting'])
  await moved.justAdded.discard(item(moved).key)
  await expectStates(moved, [])
  expect(savedKinds(device)).toEqual(['discarded'])
  expect(service.received).toHaveLength(1)
})

test('what holds a pet is named, and is free again once that was discarded; other pets have no causes', async () => {
  const { tab } = setUp('rejected', 'added')
  tab.justAdded.add(rex)
  await expectStates(tab, ['Rex rejected'])
  const { key } = item(tab)
  tab.justAdded.add({ ...rex, name: 'Bo' }, key)
  await expectStates(tab, ['Bo added'])
  // As from a tab that has not seen this yet.
  tab.justAdded.add(mia, key)
  await expectStates(tab, ['Bo added', 'Mia held'])
  expect(tab.justAdded.get().items.map(({ causes }) => causes.map((cause) => cause.newPet?.name))).toEqual([
    ['Rex'],
    [],
  ])
  await tab.justAdded.addAnyway(item(tab))
  await expectStates(tab, ['Bo added', 'Mia added'])
})

test('"Add it again" reads the lists first, and says so; what is shown by then does not stop it', async () => {
  const gate = createGate('list')
  const { service, device } = setUpDevice({ order: gate.order }, 'request-lost')
  const tab = device.openTab()
  service.create(rex, 'key 1')
  tab.justAdded.add(rex)
  await expect.poll(() => checkOf(tab)?.kind).toBe('found')
  device.passTime(61_000)
  await expect.poll(() => maySendAgain(checkOf(tab))).toBe(true)
  gate.close()
  const pressed = tab.justAdded.sendAgain(item(tab).key)
  await expect.poll(() => checkOf(tab)).toEqual({ kind: 'checking' })
  expect(service.received).toHaveLength(1)
  gate.open()
  await pressed
  await expectStates(tab, ['Rex added'])
  // An earlier request may still have added the one that was found.
  await expect.poll(() => checkOf(tab)).toMatchObject({ kind: 'found', pets: [{ id: '1000' }] })
})
