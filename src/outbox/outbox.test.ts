import { openDB } from 'idb'
import { expect, test } from 'vitest'
import type { NewPet } from '#src/pets/pet.ts'
import {
  type Answer,
  createEmptyLedger,
  createService,
  type Device,
  type Order,
  type Tab,
} from '#tests/support/device.ts'
import { int64 } from '#tests/support/int64.ts'
import {
  addUnsaved,
  checkOf,
  createGate,
  entryOf,
  expectFinished,
  expectStates,
  fillLists,
  indexOf,
  item,
  mia,
  openFileOf,
  outcomes,
  quiet,
  rex,
  rows,
  savedKinds,
  saveWaitingFile,
  setUp,
  setUpDevice,
  setUpSending,
  states,
} from '#tests/support/outbox-tabs.ts'
import { causeText } from './cause-text.ts'
import { maySendAgain } from './check.ts'
import { type Key, keyOf, newEntry } from './entry.ts'
import { createLedger, StorageError } from './outbox-database.ts'

test('1. A full disk: nothing is sent, and what was typed stays on the screen as "Not saved" until it can be written', async () => {
  const { service, device, tab } = setUp()
  await addUnsaved(device, tab, rex)
  expect(item(tab).isSaved).toBe(false)
  expect(service.received).toEqual([])
  device.isFull = false
  await tab.justAdded.retry()
  await expectStates(tab, ['Rex added'])
  expect(service.received).toHaveLength(1)
})

test('1. The person decides once a tab to add without a record; what the disk shows remains evidence', async () => {
  const { service, device, tab } = setUp('answer-lost')
  tab.justAdded.add(rex)
  await expectStates(tab, ['Rex unknown'])
  const other = device.openTab({
    createPet: async (newPet) => ({ kind: 'added', pet: service.create(newPet, 'key 1') }),
  })
  device.passTime(1)
  other.justAdded.add({ ...rex, name: 'Bo' })
  await expectStates(other, ['Rex unknown', 'Bo added'])
  await addUnsaved(device, other, mia)
  await other.outbox.continueWithoutStorage()
  other.justAdded.add(rex)
  await expectStates(other, ['Rex unknown', 'Bo added', 'Mia added', 'Rex held'])
  expect(savedKinds(device)).toEqual(['unknown', 'added'])
})

test('1. What could not be saved can be discarded, and is not saved with the next pet', async () => {
  const { service, device, tab } = setUp()
  await addUnsaved(device, tab, rex)
  device.passTime(1)
  tab.justAdded.add(mia)
  await tab.justAdded.discard(item(tab, 1).key)
  expect(states(tab)).toEqual(['Mia waiting'])
  device.isFull = false
  await tab.justAdded.retry()
  await expectStates(tab, ['Mia added'])
  expect(service.pets.map(({ name }) => name)).toEqual(['Mia'])
})

/** A tab whose service says so of its first pet, and adds all others; whether they are on the disk or not. */
function openUnrecordedTab({ service, device }: Pick<ReturnType<typeof setUp>, 'service' | 'device'>) {
  return device.openTab({
    createPet: async (newPet) => service.receive(newPet, device.keyId, () => undefined),
  })
}

test('1. Without a record, what was left of an earlier visit is added, too', async () => {
  const { service, device } = setUp()
  const tab = openUnrecordedTab({ service, device })
  tab.justAdded.add(mia)
  await expectStates(tab, ['Mia added'])
  await addUnsaved(device, tab, rex)
  tab.signOut()
  device.keyId = 'key 2'
  await tab.outbox.continueWithoutStorage()
  await expectStates(tab, ['Rex added'])
  expect(service.received).toHaveLength(2)
})

test('1. Without a record, a pet that corrects one on the disk is added; what waits there is not: another tab may send it', async () => {
  const { service, device } = setUp('rejected', 'key-refused', 'added', 'answer-lost')
  const tab = openUnrecordedTab({ service, device })
  tab.justAdded.add(rex)
  await expectStates(tab, ['Rex rejected'])
  const { key } = item(tab)
  device.passTime(1)
  tab.justAdded.add({ ...rex, name: 'Bo' })
  await expect.poll(() => tab.justAdded.get().waiting).toHaveLength(1)
  await addUnsaved(device, tab, mia)
  await tab.outbox.continueWithoutStorage()
  device.passTime(1)
  tab.justAdded.add({ ...rex, name: 'Rexy' }, key)
  await tab.justAdded.sendWaiting()
  await expectStates(tab, ['Bo waiting', 'Mia added', 'Rexy unknown'])
  expect(service.received).toHaveLength(4)
  await expect.poll(() => checkOf(tab)).toMatchObject({ kind: 'found', pets: [{ name: 'Rexy' }] })
})

test('1. Without a record, what another tab does with an earlier pet keeps no other one from being added', async () => {
  const { service, device } = setUp('request-lost')
  const tab = openUnrecordedTab({ service, device })
  tab.justAdded.add(rex)
  await expectStates(tab, ['Rex unknown'])
  await expect.poll(() => device.openTab().outbox.sender(item(tab).entry.batch).keep()).toBe(true)
  await addUnsaved(device, tab, mia)
  await tab.outbox.continueWithoutStorage()
  await expectStates(tab, ['Rex unknown', 'Mia added'])
})

test('3. Without a record, rows of a file on the disk that are corrected are not taken from the review, as they could not be sent', async () => {
  const { service, device } = setUp('rejected')
  const tab = openUnrecordedTab({ service, device })
  await tab.files.start({ fileName: 'pets.csv' }, rows(rex))
  await expectFinished(tab)
  await addUnsaved(device, tab, mia)
  await tab.outbox.continueWithoutStorage()
  const { id = '' } = tab.files.get().current?.batch ?? {}
  const started = tab.files.start({ id }, rows({ ...rex, name: 'Rexy' }))
  await expect(started).rejects.toThrow(StorageError)
  expect(outcomes(tab)).toEqual(['rejected'])
})

test('1. A lock that was released while it was asked for once more is not this tab’s', async () => {
  const { device, tab } = setUp()
  const own = tab.outbox.sender('batch')
  await own.keep()
  const closed = own.close()
  for (let i = 0; i < 20 && own.isHeld(); i++) {
    void own.keep()
    await Promise.resolve()
  }
  await closed
  expect(await device.openTab().outbox.sender('batch').keep()).toBe(true)
  expect([await own.keep(), own.isHeld()]).toEqual([false, false])
  await own.send()
  expect(own.get()).toEqual({ phase: 'paused', reason: 'elsewhere' })
})

test('3. What is typed while another pet is being added is on the disk at once', async () => {
  const { gate, device, tab } = await setUpSending()
  tab.justAdded.add(mia)
  await expect.poll(() => savedKinds(device)).toEqual(['sending', 'waiting'])
  expect(tab.justAdded.get().waiting).toEqual([])
  gate.open()
  await expectStates(tab, ['Rex added', 'Mia added'])
})

test('3. What a database of version 1 holds is kept', async () => {
  createEmptyLedger()
  const database = await openDB('petstore-admin.outbox', 1, {
    upgrade(made) {
      made.createObjectStore('batches', { keyPath: 'id' })
      made.createObjectStore('entries', { keyPath: ['batch', 'position'] }).createIndex('open', 'open')
    },
  })
  const [batch, entry] = [{ environmentId: 'staging' }, { position: 0, enteredAt: 1, open: 1 }]
  const unknown = { kind: 'unknown' }
  await database.put('batches', { ...batch, id: 'visit', source: 'hand' })
  await database.put('batches', { ...batch, id: 'file', source: 'file' })
  await database.put('batches', { ...batch, id: 'gone', source: 'file', isDiscarded: true })
  await database.put('entries', { ...entry, batch: 'visit', state: unknown })
  await database.put('entries', { ...entry, batch: 'gone', state: { kind: 'discarded' } })
  database.close()

  const ledger = createLedger()
  expect(await ledger.read((one) => one.batches())).toMatchObject([{ id: 'file' }])
  const open = await ledger.read((one) => one.all('open'))
  expect(open).toMatchObject([{ batch: 'visit', environmentId: 'staging', state: unknown }])
  expect(await ledger.read((one) => one.all('overSince', 1))).toMatchObject([{ batch: 'gone' }])
})

test('1. Two presses in two tabs send an entry once', async () => {
  const { service, device, tab } = setUp('answer-lost')
  tab.justAdded.add({ ...rex, status: 'pending' })
  await expectStates(tab, ['Rex unknown'])
  service.pets.length = 0
  const other = device.openTab()
  await other.justAdded.open()
  device.passTime(61_000)
  await expect.poll(() => [checkOf(tab)?.kind, checkOf(other)?.kind]).toEqual(['not-added', 'not-added'])
  await Promise.all([tab, other].map((one) => one.justAdded.sendAgain(item(one).key)))
  expect(service.received).toHaveLength(2)
})

test('2. Opening a tab sends nothing: what waited has a press of its own', async () => {
  const { service, device, tab } = setUp('key-refused')
  tab.justAdded.add(rex)
  await expect.poll(() => tab.justAdded.get().waiting).toHaveLength(1)
  device.crash(tab)
  const next = device.openTab()
  await next.justAdded.open()
  expect(states(next)).toEqual(['Rex waiting'])
  expect(service.received).toHaveLength(1)
  await next.justAdded.sendWaiting()
  await expectStates(next, ['Rex added'])
})

test('3. What is entered while the sender looks whether anything is left is sent, too', async () => {
  const gate = createGate('read')
  const { device } = setUpDevice({ order: gate.order })
  const { outbox } = device.openTab()
  const { id: environmentId, baseUrl } = outbox.environment
  const entered = (newPet: NewPet, position: number) =>
    newEntry({ batch: 'batch', position, environmentId, baseUrl, newPet, enteredAt: device.now })
  gate.close()
  const { enter } = outbox.sender('batch')
  void enter(entered(rex, 0))
  // The outcome is written, and the sender reads what is left.
  await expect.poll(() => savedKinds(device)).toEqual(['added'])
  void enter(entered(mia, 1))
  gate.open()
  await expect.poll(() => savedKinds(device)).toEqual(['added', 'added'])
})

test('4. A pet that waits behind a look-alike which becomes unknown is held, and goes on when that one is settled', async () => {
  const { service, tab } = setUp('answer-lost')
  tab.justAdded.add(rex)
  tab.justAdded.add({ ...rex, name: ' rex' })
  await expectStates(tab, ['Rex unknown', ' rex held'])
  await expect.poll(() => item(tab, 1).check).toMatchObject({ kind: 'found' })
  await tab.justAdded.markAdded(item(tab, 1).key, int64('1000'))
  await expectStates(tab, ['Rex added', ' rex added'])
  expect(service.received).toHaveLength(2)
})

test('4. "Add it anyway" is the answer for this cause and this animal; another cause asks anew', async () => {
  const { service, device, tab } = setUp('request-lost', 'added', 'added', 'request-lost')
  tab.justAdded.add(rex)
  await expectStates(tab, ['Rex unknown'])
  const other = device.openTab()
  device.passTime(1)
  other.justAdded.add(rex)
  await expectStates(other, ['Rex unknown', 'Rex held'])
  // Not about what was not shown.
  await other.justAdded.addAnyway({ ...item(other), causes: [] })
  expect(states(other)).toEqual(['Rex unknown', 'Rex held'])
  await other.justAdded.addAnyway(item(other))
  other.justAdded.add(rex)
  await expectStates(other, ['Rex unknown', 'Rex added', 'Rex added'])
  const third = device.openTab()
  third.justAdded.add(mia)
  await expectStates(third, expect.arrayContaining(['Mia unknown']) as string[])
  other.justAdded.add(mia)
  await expectStates(other, expect.arrayContaining(['Mia held']) as string[])
  expect(service.received).toHaveLength(4)
})

test('4. "Add it anyway" asks anew about a cause that has come since, and adds it then', async () => {
  const { service, device, tab } = setUp('request-lost', 'request-lost')
  tab.justAdded.add(rex)
  await expectStates(tab, ['Rex unknown'])
  const [other, third] = [device.openTab(), device.openTab()]
  for (const one of [other, third]) {
    device.passTime(1)
    one.justAdded.add(rex)
    await expect.poll(() => item(one).entry.state.kind).toBe('held')
  }
  await expectStates(other, ['Rex unknown', 'Rex held', 'Rex held'])
  const shown = item(other, 1)
  await third.justAdded.addAnyway(item(third))
  await expectStates(third, ['Rex unknown', 'Rex held', 'Rex unknown'])
  await other.justAdded.addAnyway(shown)
  await expect.poll(() => item(other, 1).causes.map(keyOf)).toEqual([item(third).key])
  expect([item(other, 1).entry.state.kind, service.received.length]).toEqual(['held', 2])
  await other.justAdded.addAnyway(item(other, 1))
  await expect.poll(() => item(other, indexOf(other, shown.key)).entry.state.kind).toBe('added')
})

test('4. Rows that this device has added, or may have added, are left out, whatever the file is called', async () => {
  const { service, tab } = setUp('added', 'answer-lost')
  await tab.files.start({ fileName: 'a.csv' }, rows(rex, mia))
  await expectFinished(tab)
  await tab.files.close()
  await tab.files.start({ fileName: 'b.csv' }, rows(rex, { ...mia, name: 'MIA' }, { ...rex, name: 'Bello' }))
  await expectFinished(tab)
  expect(outcomes(tab)).toEqual(['held', 'held', 'added'])
  await openFileOf(tab).include(openFileOf(tab).get().entries)
  await openFileOf(tab).resume()
  await expectFinished(tab)
  expect(outcomes(tab)).toEqual(['added', 'added', 'added'])
  expect(service.received).toHaveLength(5)
})

test('4. A row that waits, and was added by hand meanwhile, is left out when the import goes on', async () => {
  const { service, device, tab } = setUp('key-refused')
  await tab.files.start({ fileName: 'a.csv' }, rows(rex))
  await expect.poll(() => tab.files.get().current?.get().run.phase).toBe('paused')
  device.passTime(1)
  const other = device.openTab()
  other.justAdded.add(rex)
  await expectStates(other, ['Rex held'])
  await other.justAdded.addAnyway(item(other))
  await expectStates(other, ['Rex added'])
  await openFileOf(tab).resume()
  expect(outcomes(tab)).toEqual(['held'])
  expect(service.received).toHaveLength(2)
})

test('4. "Include them" is the answer for the rows on the screen and what held them then', async () => {
  const { device, tab } = setUp('answer-lost')
  await tab.files.start({ fileName: 'a.csv' }, rows(rex, rex))
  await expectFinished(tab)
  const file = openFileOf(tab)
  const shown = file.get().entries
  const other = device.openTab()
  other.justAdded.add(rex)
  await expectStates(other, ['Rex held'])
  await other.justAdded.addAnyway(item(other))
  await expectStates(other, ['Rex added'])
  // The second row is held by Rex in its place.
  await file.markAdded([{ key: `${file.batch.id} 0`, id: undefined }])
  await file.include(shown)
  await file.resume()
  expect(outcomes(tab)).toEqual(['added', 'held'])
  await file.include(file.get().entries)
  await file.resume()
  expect(outcomes(tab)).toEqual(['added', 'added'])
})

test('4. What was added by hand since is left out of a saved file as soon as that is opened', async () => {
  const { device, tab } = setUp('key-refused')
  const { batch } = await saveWaitingFile(tab, rex, mia)
  device.passTime(1)
  tab.justAdded.add(rex)
  await expectStates(tab, ['Rex held'])
  await tab.justAdded.addAnyway(item(tab))
  const other = device.openTab()
  await other.files.open(batch.id, { resume: false })
  expect(outcomes(other)).toEqual(['held', 'waiting'])
})

test('2. What another tab has sent more of, or discarded, or what was for another address, is neither sent nor discarded', async () => {
  const { service, device, tab } = setUp('key-refused', 'added', 'key-refused')
  const seen = await saveWaitingFile(tab, rex, mia)
  const other = device.openTab({
    environment: { id: 'staging', name: 'Staging', baseUrl: 'https://elsewhere.test/v1' },
  })
  expect(await other.files.open(seen.batch.id, { resume: true })).toBe('changed')
  await tab.files.open(seen.batch.id, { resume: true })
  await expect.poll(() => outcomes(tab)).toEqual(['added', 'waiting'])
  await expect.poll(() => tab.files.get().current?.get().run.phase).toBe('paused')
  await tab.files.close()
  expect(await tab.files.discard(seen)).toBe('changed')
  const [now = seen] = tab.files.get().saved
  expect(await tab.files.discard(now)).toBe('discarded')
  expect(await tab.files.open(seen.batch.id, { resume: true })).toBe('changed')
  expect(service.received).toHaveLength(3)
})

test('2. "Add 1 pet", pressed twice within one task, enters one file', async () => {
  const { device, tab } = setUp()
  const start = () => tab.files.start({ fileName: 'a.csv' }, rows(rex))
  expect(await Promise.all([start(), start()])).toEqual(['started', 'busy'])
  await expectFinished(tab)
  expect(savedKinds(device)).toEqual(['added'])
})

test('2. Rows that are corrected are sent once, and none that waits beside them', async () => {
  const { service, tab } = setUp('rejected', 'key-refused')
  const { batch } = await saveWaitingFile(tab, rex, mia)
  const correct = () => tab.files.start(batch, rows({ ...rex, name: 'Bello' }))
  await correct()
  await expect.poll(() => outcomes(tab)).toEqual(['added', 'waiting'])
  // As from a tab that still shows the row as it was.
  await correct()
  await quiet()
  expect(service.received.map(({ newPet }) => newPet.name)).toEqual(['Rex', 'Mia', 'Bello'])
})

test('7. What was said of a file before more of it was sent is not said any more', async () => {
  const { tab } = setUp('key-refused', 'added', 'key-refused')
  await tab.files.start({ fileName: 'a.csv' }, rows(rex, mia))
  await expect.poll(() => tab.files.get().current?.get().run.phase).toBe('paused')
  const said = () => tab.files.get().current?.get().checks.batch.kind
  await tab.files.get().current?.checkList()
  expect(said()).toBe('checked')
  await tab.files.get().current?.resume()
  expect(outcomes(tab)).toEqual(['added', 'waiting'])
  expect(said()).toBe('none')
})

test('5. "Add it again" sends nothing when the lists, read at the press, show a pet that was not shown before', async () => {
  const { service, device, tab } = setUp('request-lost')
  tab.justAdded.add(rex)
  await expectStates(tab, ['Rex unknown'])
  device.passTime(61_000)
  await expect.poll(() => checkOf(tab)?.kind).toBe('not-added')
  service.create(rex, 'key 1')
  await tab.justAdded.sendAgain(item(tab).key)
  await expect.poll(() => checkOf(tab)).toMatchObject({ kind: 'found' })
  expect(service.received).toHaveLength(1)
})

test('5. Where absence was proved, a rejection is a rejection; else the pet is as unknown as before', async () => {
  for (const [isWhole, expected] of [
    [true, 'Rex rejected'],
    [false, 'Rex unknown'],
  ] as const) {
    const { service, device, tab } = setUp('request-lost', 'rejected')
    if (!isWhole) fillLists(service)
    tab.justAdded.add(rex)
    await expectStates(tab, ['Rex unknown'])
    device.passTime(61_000)
    await expect.poll(() => maySendAgain(checkOf(tab))).toBe(true)
    await tab.justAdded.sendAgain(item(tab).key)
    await expectStates(tab, [expected])
  }
})

test('6. A clock that is set forward does not make the minute shorter, nor does a reload then', async () => {
  const { device, tab: setForward } = setUp('late')
  device.crash(setForward)
  let hours = 0
  const clock = {
    now: () => device.now + hours * 3_600_000,
    elapsed: () => device.now,
    sleep: () => new Promise<void>(() => undefined),
  }
  const tab = device.openTab({ clock })
  tab.justAdded.add(rex)
  await expect.poll(() => checkOf(tab)?.kind).toBe('not-found-yet')
  hours = 5
  await tab.outbox.checks.read()
  expect(checkOf(tab)?.kind).toBe('not-found-yet')
  device.crash(tab)
  const next = device.openTab({ clock })
  await next.justAdded.open()
  await expect.poll(() => checkOf(next)?.kind).toBe('not-found-yet')
})

test('9. Signing out pauses, also what was pressed and not begun; added pets leave the page, open ones stay', async () => {
  const { service, device, tab } = setUp('added', 'key-refused')
  tab.justAdded.add(rex)
  tab.justAdded.add(mia)
  await expectStates(tab, ['Rex added', 'Mia waiting'])
  tab.signOut()
  device.keyId = 'key 2'
  await tab.justAdded.open()
  await expectStates(tab, ['Mia waiting'])
  expect(service.received).toHaveLength(2)
})

/** Unknown, and a minute later not found. */
async function setUpAbsent(...answers: Answer[]) {
  const world = setUp(...answers)
  world.tab.justAdded.add(rex)
  await expectStates(world.tab, ['Rex unknown'])
  world.service.pets.length = 0
  world.device.passTime(61_000)
  await expect.poll(() => maySendAgain(checkOf(world.tab))).toBe(true)
  return { ...world, key: item(world.tab).key }
}

/** A file was sent, may have been added, and a minute later may be sent again. */
async function setUpUnknownFile(
  device: Device,
  tab: Tab,
  ...pets: readonly NewPet[]
): Promise<{ current: NonNullable<ReturnType<Tab['files']['get']>['current']>; keys: readonly Key[] }> {
  await tab.files.start({ fileName: 'a.csv' }, rows(...pets))
  await expectFinished(tab)
  device.passTime(61_000)
  const { current } = tab.files.get()
  if (current === undefined) throw new Error('no file is open')
  const keys = current
    .get()
    .entries.filter(({ state }) => state.kind === 'unknown')
    .map(keyOf)
  const said = () => keys.every((key) => maySendAgain(current.get().checks.states.get(key)))
  await expect.poll(said).toBe(true)
  return { current, keys }
}

test('1. "Add without saving", pressed twice and while "Try again" saves, adds each pet once, in order', async () => {
  const { service, device } = setUp()
  const tab = device.openTab({
    createPet: async (newPet) => ({ kind: 'added', pet: service.create(newPet, 'key 1') }),
  })
  device.isFull = true
  for (const pet of [rex, mia]) tab.justAdded.add(pet)
  await expect.poll(() => tab.justAdded.get().items.map(({ isSaved }) => isSaved)).toEqual([false, false])
  device.isFull = false
  const { justAdded, outbox } = tab
  await Promise.all([justAdded.retry(), outbox.continueWithoutStorage(), outbox.continueWithoutStorage()])
  await expectStates(tab, ['Rex added', 'Mia added'])
  expect(service.pets.map(({ name }) => name)).toEqual(['Rex', 'Mia'])
})

test('1. On a page without locks, a tab that slept after its claim does not send what others took for lost', async () => {
  const { promise: awake, resolve: wake } = Promise.withResolvers<void>()
  let slept = 0
  const order: Order = async (act, what) => {
    if (what === 'claimed' && slept++ === 0) await awake
    return act()
  }
  const { service, device } = setUpDevice({ hasLocks: false, order })
  const asleep = device.openTab()
  asleep.justAdded.add(rex)
  await expect.poll(() => slept).toBe(1)
  device.passTime(61_000)
  const other = device.openTab()
  await other.justAdded.open()
  await expectStates(other, ['Rex unknown'])
  device.passTime(61_000)
  await expect.poll(() => checkOf(other)?.kind).toBe('not-added')
  await other.justAdded.sendAgain(item(other).key)
  await expectStates(other, ['Rex added'])
  wake()
  await expectStates(asleep, ['Rex added'])
  expect(service.received).toHaveLength(1)
})

test('2. What was pressed before a file was closed, or the browser went offline, is not begun after it', async () => {
  for (const stop of ['close', 'offline'] as const) {
    const { service, device } = setUp('request-lost')
    let gate = Promise.resolve()
    const tab = device.openTab({
      listPets: async () => {
        await gate
        return { pets: [], unreadable: [], returned: 0 }
      },
    })
    const { current, keys } = await setUpUnknownFile(device, tab, rex)
    const { promise, resolve: goOn } = Promise.withResolvers<void>()
    gate = promise
    const pressed = current.sendAgain(keys)
    const stopped = stop === 'close' ? tab.files.close() : tab.outbox.pause('offline')
    goOn()
    await Promise.all([pressed, stopped])
    expect(service.received).toHaveLength(1)
  }
})

test('2. What another tab has corrected already is not sent because another pet like it was added', async () => {
  const { service, device, tab } = setUp('rejected')
  tab.justAdded.add({ ...rex, name: 'Rexx' })
  await expectStates(tab, ['Rexx rejected'])
  const { key } = item(tab)
  const other = device.openTab()
  await other.justAdded.open()
  other.justAdded.add(rex, key)
  await expectStates(other, ['Rex added'])
  tab.justAdded.add(rex, key)
  await expectStates(tab, expect.arrayContaining(['Rex held']) as string[])
  tab.justAdded.add(rex)
  await expectStates(tab, expect.arrayContaining(['Rex added']) as string[])
  await quiet()
  expect(service.received).toHaveLength(3)
})

test('3. What the service said is written once the disk can be, also of an earlier visit, or where the database was deleted', async () => {
  for (const fault of ['full', 'deleted'] as const) {
    const { service, device, tab: first } = setUp('request-lost')
    first.justAdded.add(rex)
    await expectStates(first, ['Rex unknown'])
    device.crash(first)
    const tab = device.openTab({
      createPet: async (newPet) => {
        if (fault === 'full') device.isFull = true
        else await tab.outbox.write((transaction) => transaction.delete(item(tab).key))
        return { kind: 'added', pet: service.create(newPet, 'key 1') }
      },
    })
    await tab.justAdded.open()
    device.passTime(61_000)
    await expect.poll(() => maySendAgain(checkOf(tab))).toBe(true)
    await tab.justAdded.sendAgain(item(tab).key)
    await expect.poll(() => tab.outbox.storage.get()).toBe('asking')
    await expectStates(tab, ['Rex added'])
    device.isFull = false
    await tab.justAdded.retry()
    await expect.poll(() => tab.outbox.storage.get()).toBe('ok')
    expect(savedKinds(device)).toEqual(['added'])
  }
})

test('4. What a pet held goes on when it is settled by "Add it again"', async () => {
  const { device, tab } = setUp('request-lost')
  tab.justAdded.add(rex)
  tab.justAdded.add(rex)
  await expectStates(tab, ['Rex unknown', 'Rex held'])
  device.passTime(61_000)
  await expect.poll(() => maySendAgain(item(tab, 1).check)).toBe(true)
  await tab.justAdded.sendAgain(item(tab, 1).key)
  await expectStates(tab, ['Rex added', 'Rex added'])
})

test('5. Two presses on "Add it again", of a pet whose answer was not a pet, send it once', async () => {
  const { service, device, tab, key } = await setUpAbsent('not-a-pet', 'not-a-pet')
  await Promise.all([tab.justAdded.sendAgain(key), tab.justAdded.sendAgain(key)])
  expect(service.received).toHaveLength(2)
  device.passTime(61_000)
  await expect.poll(() => checkOf(tab)?.kind).toBe('found')
})

test('5. A file whose "Send again" is refused for the key goes on with that row, by lists that the new key sees', async () => {
  const { service, device } = setUp('request-lost', 'key-refused')
  const tab = device.openTab({
    session: { ...device.session, waitForKey: async () => void (device.keyId = 'key 2') },
  })
  const { current, keys } = await setUpUnknownFile(device, tab, rex)
  await current.sendAgain(keys)
  expect(service.received).toHaveLength(3)
  expect(outcomes(tab)).toEqual(['added'])
})

test('5. What "Send again" has sent is not sent once more by it, when the service was busy for a minute meanwhile', async () => {
  const { service, device, tab } = setUp('request-lost', 'request-lost', 'added', 'request-lost', 'busy')
  fillLists(service)
  const { current, keys } = await setUpUnknownFile(device, tab, rex, mia, { ...rex, name: 'Bo' })
  const pressed = current.sendAgain(keys)
  await expect.poll(() => service.received).toHaveLength(5)
  await expect.poll(() => current.get().run).toHaveProperty('waitingUntil')
  // It is said before it is slept.
  await expect.poll(() => (device.passTime(61_000), service.received)).toHaveLength(6)
  await pressed
  const names = service.received.map(({ newPet }) => newPet.name)
  expect(names).toEqual(['Rex', 'Mia', 'Bo', 'Rex', 'Mia', 'Mia'])
})

test('5. Three presses on "Add it again" share one reading of the lists, and what is typed then is sent after it', async () => {
  const { service, device } = setUp('request-lost', 'request-lost', 'request-lost')
  let reads = 0
  const tab = device.openTab({
    listPets: async ({ status }) => {
      if (status === undefined) reads += 1
      return { pets: [], unreadable: [], returned: 0 }
    },
  })
  for (const name of ['Rex', 'Mia', 'Bo']) tab.justAdded.add({ ...rex, name })
  await expectStates(tab, ['Rex unknown', 'Mia unknown', 'Bo unknown'])
  device.passTime(61_000)
  const { items } = tab.justAdded.get()
  await expect
    .poll(() => items.every(({ key }) => maySendAgain(item(tab, indexOf(tab, key)).check)))
    .toBe(true)
  const before = reads
  const pressed = items.toReversed().map(({ key }) => tab.justAdded.sendAgain(key))
  tab.justAdded.add({ ...rex, name: 'Kim' })
  await Promise.all(pressed)
  await expectStates(tab, ['Rex added', 'Mia added', 'Bo added', 'Kim added'])
  expect(reads - before).toBe(1)
  expect(service.received).toHaveLength(7)
})

test('9. What is being written when somebody signs out is not sent with the next key', async () => {
  const gate = createGate('write')
  const { service, device } = setUpDevice({ order: gate.order })
  const press: Record<string, (tab: Tab) => unknown> = {
    byHand: ({ justAdded }) => justAdded.add(rex),
    file: ({ files }) => files.start({ fileName: 'a.csv' }, rows(mia)),
    saved: async ({ files }) => {
      await files.refresh()
      await files.open(files.get().saved[0]?.batch.id ?? '', { resume: true })
    },
  }
  for (const act of Object.values(press)) {
    const tab = device.openTab()
    gate.close()
    const pressed = act(tab)
    await quiet()
    tab.signOut()
    device.keyId = `after ${device.keyId}`
    tab.outbox.checks.clear()
    gate.open()
    await pressed
    await quiet()
    await tab.files.close()
  }
  expect(savedKinds(device)).toEqual(['waiting', 'waiting'])
  expect(service.received).toEqual([])
})

test('1. What could not be saved is saved with the next pet, and sent before it', async () => {
  const { device, service, tab } = setUp()
  await addUnsaved(device, tab, rex)
  device.isFull = false
  tab.justAdded.add(mia)
  await expectStates(tab, ['Rex added', 'Mia added'])
  expect(tab.outbox.storage.get()).toBe('ok')
  expect(service.pets.map(({ name }) => name)).toEqual(['Rex', 'Mia'])
})

test('3. The last row of a file, whose outcome could not be written, is written when the file is closed', async () => {
  const { device } = setUp()
  const service = createService()
  const tab = device.openTab({
    createPet: async (newPet) => {
      device.isFull = true
      return { kind: 'added', pet: service.create(newPet, 'key 1') }
    },
  })
  await tab.files.start({ fileName: 'a.csv' }, rows(rex))
  await expect.poll(() => tab.files.get().current?.get().counts.added).toBe(1)
  device.isFull = false
  await tab.files.close()
  expect(savedKinds(device)).toEqual(['added'])
})

test('2. "Try again" saves what was entered, and sends nothing once the browser is offline', async () => {
  const gate = createGate('write')
  const { service, device } = setUpDevice({ order: gate.order })
  const tab = device.openTab()
  await addUnsaved(device, tab, rex)
  device.isFull = false
  gate.close()
  const pressed = tab.justAdded.retry()
  tab.outbox.pause('offline')
  gate.open()
  await pressed
  await quiet()
  expect(states(tab)).toEqual(['Rex waiting'])
  expect(service.received).toEqual([])
})

test('5. A row that the person has marked as added is sent by no "Send again"', async () => {
  const { service, device, tab } = setUp('request-lost')
  fillLists(service)
  const { current, keys } = await setUpUnknownFile(device, tab, rex)
  await current.markAdded(keys.map((key) => ({ key, id: undefined })))
  await current.sendAgain(keys)
  expect(service.received).toHaveLength(1)
  expect(outcomes(tab)).toEqual(['added'])
})

test('9. What was added today, in a tab that has been open for a month, is kept', async () => {
  const { device, tab } = setUp()
  tab.justAdded.add(rex)
  await expectStates(tab, ['Rex added'])
  device.passTime(31 * 24 * 60 * 60 * 1000)
  tab.justAdded.add(mia)
  await expectStates(tab, ['Rex added', 'Mia added'])
  await device.openTab().justAdded.open()
  expect([...device.saved.values()].map(({ newPet }) => newPet?.name)).toEqual(['Mia'])
})

test('1. What cannot be read asks nothing, as nothing is lost; what cannot be written does, and once', async () => {
  const { device, tab } = setUp()
  const { storage, read, write, decide } = tab.outbox
  await expect(read(() => Promise.reject(new Error('blocked')))).rejects.toThrow(StorageError)
  expect(storage.get()).toBe('ok')
  for (const batch of ['one', 'other']) void tab.outbox.sender(batch)
  device.isFull = true
  await decide('one', async () => [])
  expect(storage.get()).toBe('asking')
  await tab.outbox.continueWithoutStorage()
  await expect(write(() => Promise.reject(new StorageError('on the disk')))).rejects.toThrow(StorageError)
  expect(storage.get()).toBe('memory')
})

test('2. Going offline lets the request that is on its way end; signing out gives it up', async () => {
  for (const [reason, isGivenUp] of [
    ['offline', false],
    ['key', true],
  ] as const) {
    const { promise, resolve } = Promise.withResolvers<void>()
    let given: AbortSignal | undefined
    const { device, service } = setUp()
    const tab = device.openTab({
      createPet: async (newPet, signal) => {
        given = signal
        await promise
        return { kind: 'added', pet: service.create(newPet, 'key 1') }
      },
    })
    expect(tab.outbox.sender('idle').isBusy() || tab.outbox.isSending()).toBe(false)
    tab.justAdded.add(rex)
    await expect.poll(() => given).toBeDefined()
    tab.outbox.pause(reason)
    expect([tab.outbox.isSending(), given?.aborted]).toEqual([true, isGivenUp])
    resolve()
    await expectStates(tab, ['Rex added'])
    await expect.poll(() => tab.outbox.isSending()).toBe(false)
  }
})

test('5. "Send again" sends nothing for what was said of another state, or cannot be said when it is pressed', async () => {
  const { device, service } = setUp('request-lost')
  let list: 'down' | 'whole' | 'another key' = 'whole'
  const tab = device.openTab({
    listPets: async () => {
      if (list === 'down') throw new Error('down')
      if (list === 'another key') device.keyId = 'key 2'
      return { pets: [], unreadable: [], returned: 0 }
    },
  })
  tab.justAdded.add(rex)
  await expectStates(tab, ['Rex unknown'])
  const { key, entry } = item(tab)
  const press = (seen: Parameters<typeof tab.outbox.sendAgain>[1]) => tab.outbox.sendAgain(entry.batch, seen)
  // As of a moment ago.
  await expect.poll(() => checkOf(tab)?.kind).toBe('not-found-yet')
  await press(new Map([[key, checkOf(tab)]]))
  device.passTime(61_000)
  await expect.poll(() => maySendAgain(checkOf(tab))).toBe(true)
  for (const check of [undefined, { kind: 'checking' } as const]) await press(new Map([[key, check]]))
  expect(tab.outbox.storage.get()).toBe('ok')
  const shown = new Map([[key, checkOf(tab)]])
  for (list of ['down', 'another key'] as const) await press(shown)
  list = 'whole'
  device.keyId = 'key 1'
  const other = device.openTab()
  await other.justAdded.open()
  await other.justAdded.discard(key)
  await press(shown)
  expect(service.received).toHaveLength(1)
})

test('4. A review is told by which entries its pets may already be there', async () => {
  const { tab } = setUp('request-lost')
  tab.justAdded.add(rex)
  await expectStates(tab, ['Rex unknown'])
  const found = await tab.outbox.lookUp([{ ...rex, name: 'REX ' }, mia])
  expect(Array.from(found.values(), (by) => by.map(keyOf))).toEqual([[item(tab).key]])
})

test.each([
  [{ state: { kind: 'unknown', message: '', endedAt: 1 } }, /^sent at .*, not confirmed$/],
  [{ state: { kind: 'discarded' } }, /^sent at .*, not confirmed$/],
  [{ state: { kind: 'sending', claim: '', at: 1 } }, /^being added in another tab$/],
  [{ state: { kind: 'added', id: int64('7') } }, /^added at .* \(ID 7\)$/],
  [{ state: { kind: 'added', id: undefined } }, /^added at [^(]*$/],
  [{ state: { kind: 'held', by: [] } }, /^entered at .*, still waiting$/],
  [
    { state: { kind: 'not-sent', message: '' }, row: { number: 3, cells: [] } },
    /^row 3 of pasted rows, not added$/,
  ],
  [
    { state: { kind: 'waiting' }, row: { number: 3, cells: [], fileName: 'a.csv' } },
    /^row 3 of a.csv, entered at/,
  ],
] as const)('4. What a pet may be there by is said in words: %j', (part, text) => {
  expect(causeText(entryOf(part))).toMatch(text)
})
