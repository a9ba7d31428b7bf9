// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test, vi } from 'vitest'
import type { NewPet } from '#src/pets/pet.ts'
import { type Answer, BASE_URL, createSharedText, type Device, type Tab } from '#tests/support/device.ts'
import { openNewerDatabase, openPageOnFragileDisk, openUnsteadyTab } from '#tests/support/outbox-faults.ts'
import {
  correctionsOf,
  bo,
  createHoldSwitch,
  enter,
  enterUntil,
  enterWithFullDisk,
  expectCheck,
  expectFinished,
  expectMaySendAgain,
  expectPaused,
  expectRows,
  expectShown,
  expectSoon,
  expectStorage,
  expectWaiting,
  itemNamed,
  mia,
  namesReceived,
  openImport,
  openPage,
  passMinute,
  press,
  rex,
  rowIds,
  saveWaitingImport,
  rowsOf,
  savedKinds,
  setUp,
  setUpDevice,
  setUpSending,
  shown,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import { pressOf } from './entry-rules.ts'
import { StorageError } from './ledger/ledger.ts'
import { createRecordPlace } from './storage.ts'
import type { RowToSend } from './transitions/enter.ts'

const rexy = { ...rex, name: 'Rexy' }
const tom = { ...rex, name: 'Tom' }

/** A row without a name, which cannot be sent. */
const rowWithProblem = (position: number): RowToSend => ({
  position,
  newPet: undefined,
  row: { number: position + 2, cells: [''] },
  state: { kind: 'not-sent', message: 'Name is missing.' },
})

/** Returns the rows of the open import: "Rex added". */
const shownRows = (tab: Tab) =>
  openImport(tab)
    .get()
    .entries.map(({ newPet, state }) => `${newPet?.name} ${state.kind}`)

/**
 * Starts an import of Rex and Mia that is paused, because the disk was full when Rex was answered.
 */
async function setUpUnsavedRow(answer: Answer) {
  const gate = createHoldSwitch('answer')
  const { service, device } = setUpDevice({ order: gate.order }, answer)
  const tab = device.openTab()
  gate.close()
  await startImport(tab, rex, mia)
  await expectSoon(() => service.received).toHaveLength(1)
  device.isFull = true
  gate.open()
  await expectStorage(tab, 'failed')
  await expectPaused(tab)
  return { service, device, tab }
}

/** "Add without saving", once the person is asked. */
async function goOnWithoutRecord(tab: Awaited<ReturnType<typeof openPage>>): Promise<void> {
  await expectStorage(tab, 'asking')
  await tab.byHand.continueWithoutRecord()
  await waitForQuiet()
}

test('A pet that the browser has written, although it says that it failed, is sent once.', async () => {
  const { service, device } = setUpDevice({})
  const { disk, tab } = await openPageOnFragileDisk(device, service)
  enter(tab, mia)
  await expectShown(tab, 'Mia added')
  disk.losesConnection = true
  expect(await tab.byHand.add(rex).isWritten).toBe(false)
  disk.losesConnection = false
  disk.isBroken = false
  await tab.byHand.tryAgain()
  await expectSoon(() => namesReceived(service)).toEqual(['Mia', 'Rex'])
  await waitForQuiet()
  expect(namesReceived(service)).toEqual(['Mia', 'Rex'])
  expect(shown(tab)).toEqual(['Mia added', 'Rex added'])
})

describe('the first write of a tab', () => {
  test('shows that the record is on the disk', async () => {
    const { tab } = setUp()
    await tab.byHand.open()
    expect(tab.outbox.storageState.get()).toBe('untested')
    await enterUntil(tab, rex, 'added')
    expect(tab.outbox.storageState.get()).toBe('on-disk')
  })

  test('where it fails, the person is asked before anything is sent, and the pet is shown as not saved', async () => {
    const { service, device, tab } = setUp()
    device.isFull = true
    expect(await tab.byHand.add(rex).isWritten).toBe(false)
    await expectStorage(tab, 'asking')
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex waiting (not saved)'])
    expect(service.received).toEqual([])
    expect([tab.outbox.wouldLoseSomething(), tab.byHand.isBusy()]).toEqual([true, true])
  })

  test('"Try again" saves and sends what was entered', async () => {
    const { service, device, tab } = setUp()
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'asking')
    device.isFull = false
    await tab.byHand.tryAgain()
    await expectShown(tab, 'Rex added')
    expect(tab.outbox.storageState.get()).toBe('on-disk')
    expect(service.received).toHaveLength(1)
  })

  test('"Try again" says the same again while the disk is still full', async () => {
    const { service, device, tab } = setUp()
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'asking')
    await tab.byHand.tryAgain()
    await waitForQuiet()
    expect(tab.outbox.storageState.get()).toBe('asking')
    expect(shown(tab)).toEqual(['Rex waiting (not saved)'])
    expect(service.received).toEqual([])
  })

  test('what could not be saved is saved with the next pet, and sent before it', async () => {
    const { device, service, tab } = setUp()
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'asking')
    device.isFull = false
    enter(tab, mia)
    await expectShown(tab, 'Rex added', 'Mia added')
    expect(tab.outbox.storageState.get()).toBe('on-disk')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia'])
  })

  test('what could not be saved can be discarded, and is not saved with the next pet', async () => {
    const { device, service, tab } = setUp()
    enterWithFullDisk(device, tab, rex)
    enter(tab, mia)
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex waiting (not saved)', 'Mia waiting (not saved)'])
    await press(tab, 'Discard', 'Rex')
    await expectShown(tab, 'Mia waiting (not saved)')
    device.isFull = false
    await tab.byHand.tryAgain()
    await expectShown(tab, 'Mia added')
    expect(namesReceived(service)).toEqual(['Mia'])
  })

  test('a pet that was discarded before it was saved is not sent when the database is deleted later', async () => {
    const { device, service, tab } = setUp()
    enterWithFullDisk(device, tab, rex)
    await expectShown(tab, 'Rex waiting (not saved)')
    await press(tab, 'Discard', 'Rex')
    device.isFull = false
    await enterUntil(tab, mia, 'added')
    await device.deleteDatabase()
    await enterUntil(tab, bo, 'added')
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Mia', 'Bo'])
  })

  test('a pet that is discarded while it is being saved is not sent', async () => {
    const gate = createHoldSwitch('write')
    const { service, device } = setUpDevice({ order: gate.order })
    const tab = device.openTab()
    gate.close()
    const { id } = tab.byHand.add(rex)
    await waitForQuiet()
    const discarded = tab.byHand.discard(id)
    gate.open()
    await discarded
    await waitForQuiet()
    expect(shown(tab)).toEqual([])
    expect(service.received).toEqual([])
  })

  test('"Try again" saves what was entered, and sends nothing once somebody has signed out', async () => {
    const gate = createHoldSwitch('write')
    const { service, device } = setUpDevice({ order: gate.order })
    const tab = device.openTab()
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'asking')
    device.isFull = false
    gate.close()
    const pressed = tab.byHand.tryAgain()
    await waitForQuiet()
    tab.signOut()
    device.signInId = 'key 2'
    gate.open()
    await pressed
    await waitForQuiet()
    expect(service.received).toEqual([])
  })

  test('what cannot be read is not asked about, because nothing is lost', async () => {
    const { tab } = setUp()
    await expect(tab.outbox.read(() => Promise.reject(new Error('blocked')))).rejects.toThrow(StorageError)
    expect(tab.outbox.storageState.get()).toBe('untested')
  })

  test('"Try again" saves what was entered, and sends nothing once the browser is offline', async () => {
    const gate = createHoldSwitch('write')
    const { service, device } = setUpDevice({ order: gate.order })
    const tab = device.openTab()
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'asking')
    device.isFull = false
    gate.close()
    const pressed = tab.byHand.tryAgain()
    await waitForQuiet()
    tab.outbox.pauseOffline()
    gate.open()
    await pressed
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex waiting'])
    expect(service.received).toEqual([])
  })

  test('"Try again" in another visit saves what was entered before, and leaves it waiting', async () => {
    const { service, device, tab } = setUp()
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'asking')
    tab.signOut()
    await expectShown(tab, 'Rex waiting (not saved)')
    device.isFull = false
    await tab.byHand.tryAgain()
    await expectWaiting(tab, 'Rex')
    await waitForQuiet()
    expect(service.received).toEqual([])
  })
})

/** The first write has failed, and the person goes on. */
async function setUpWithoutRecord(...answers: readonly Answer[]) {
  const { service, device, tab } = setUp(...answers)
  enterWithFullDisk(device, tab, rex)
  await expectStorage(tab, 'asking')
  await tab.byHand.continueWithoutRecord()
  return { service, device, tab }
}

describe('without a record', () => {
  test('what was entered is added, and so is what is entered then; nothing is on the disk', async () => {
    const { service, device, tab } = await setUpWithoutRecord()
    await expectShown(tab, 'Rex added')
    await enterUntil(tab, mia, 'added')
    expect(tab.outbox.storageState.get()).toBe('in-memory')
    expect(device.saved.size).toBe(0)
    expect(namesReceived(service)).toEqual(['Rex', 'Mia'])
  })

  test('the tab stays without a record, also where the disk has room again', async () => {
    const { device, tab } = await setUpWithoutRecord()
    device.isFull = false
    await enterUntil(tab, mia, 'added')
    await tab.byHand.tryAgain()
    expect(tab.outbox.storageState.get()).toBe('in-memory')
    expect(device.saved.size).toBe(0)
  })

  test('what the disk shows remains evidence', async () => {
    const { device, tab: before } = setUp('answer-lost')
    await enterUntil(before, rex, 'unknown')
    const tab = await openPage(device)
    enterWithFullDisk(device, tab, mia)
    await expectStorage(tab, 'asking')
    await tab.byHand.continueWithoutRecord()
    await expectShown(tab, 'Rex unknown', 'Mia added')
    await enterUntil(tab, rex, 'held')
    expect(savedKinds(device)).toEqual(['unknown'])
  })

  test('leaving is asked about while rows of a closed import are not settled', async () => {
    const { device, tab } = setUp('answer-lost', 'key-refused')
    enterWithFullDisk(device, tab, tom)
    await expectStorage(tab, 'asking')
    await tab.byHand.discard(itemNamed(tab, 'Tom').id)
    await tab.byHand.continueWithoutRecord()
    await saveWaitingImport(tab, rex, mia)
    expect(tab.outbox.wouldLoseSomething()).toBe(true)
    const [saved] = tab.imports.get().saved
    if (saved !== undefined) await tab.imports.discard(saved)
    expect(tab.outbox.wouldLoseSomething()).toBe(false)
  })

  test('leaving is asked about while a row was not sent, because it can be corrected', async () => {
    const { tab } = await setUpWithoutRecord()
    await expectShown(tab, 'Rex added')
    expect(tab.outbox.wouldLoseSomething()).toBe(false)
    expect(await tab.imports.start({}, [...rowsOf(mia), rowWithProblem(1)])).toBe('started')
    await expectRows(tab, 'added', 'not-sent')
    await expectFinished(tab)
    expect(tab.outbox.wouldLoseSomething()).toBe(true)
    const { record, get } = openImport(tab)
    const corrections = get().entries.flatMap((entry) => {
      const { position, row, state } = entry
      return state.kind === 'not-sent' ? [{ position, row, corrects: pressOf(entry), newPet: bo }] : []
    })
    await tab.imports.sendCorrected(record.id, corrections)
    await expectSoon(tab.outbox.wouldLoseSomething).toBe(false)
  })

  test('an unconfirmed pet is looked for in the lists, and may be sent once more', async () => {
    const { service, device, tab } = await setUpWithoutRecord('request-lost')
    await expectShown(tab, 'Rex unknown')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'not-added')
    await press(tab, 'Add it again', 'Rex')
    await expectShown(tab, 'Rex added')
    expect(service.received).toHaveLength(2)
  })

  test('what was entered before signing out waits for a press of its own', async () => {
    const { service, device, tab } = setUp()
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'asking')
    tab.signOut()
    device.signInId = 'key 2'
    await tab.byHand.open()
    enter(tab, mia)
    await waitForQuiet()
    await tab.byHand.continueWithoutRecord()
    await expectShown(tab, 'Rex waiting', 'Mia added')
    expect(namesReceived(service)).toEqual(['Mia'])
    expect(tab.outbox.wouldLoseSomething()).toBe(true)
    await tab.byHand.sendWaiting()
    await expectShown(tab, 'Rex added', 'Mia added')
    await expectSoon(tab.outbox.wouldLoseSomething).toBe(false)
  })

  test('what was pressed before a crash, for another address, is not sent to this one', async () => {
    const { service, device } = setUpDevice({})
    const tabText = createSharedText()
    const before = await openPage(device, { tabText })
    enterWithFullDisk(device, before, rex)
    await expectStorage(before, 'asking')
    device.crash(before)
    const environment = { id: 'staging', name: 'Staging', baseUrl: 'https://staging.petstore.test/v2' }
    const tab = await openPage(device, { tabText, environment })
    enter(tab, mia)
    await waitForQuiet()
    await tab.byHand.continueWithoutRecord()
    await expectShown(tab, 'Mia added', 'Rex waiting')
    expect(namesReceived(service)).toEqual(['Mia'])
  })

  test('a pet that corrects one on the disk is added', async () => {
    const { service, device, tab: before } = setUp('rejected')
    await enterUntil(before, rex, 'rejected')
    device.crash(before)
    const tab = await openPage(device)
    const { id } = itemNamed(tab, 'Rex')
    enterWithFullDisk(device, tab, mia)
    await expectStorage(tab, 'asking')
    await tab.byHand.continueWithoutRecord()
    enter(tab, { ...rex, name: 'Rexy' }, id)
    await expectShown(tab, 'Mia added', 'Rexy added')
    expect(service.received).toHaveLength(3)
  })

  test('what waits on the disk is not sent, because another tab may send it', async () => {
    const { service, device, tab: before } = setUp('key-refused')
    enter(before, bo)
    await expectWaiting(before, 'Bo')
    device.crash(before)
    const tab = await openPage(device)
    enterWithFullDisk(device, tab, mia)
    await expectStorage(tab, 'asking')
    await tab.byHand.continueWithoutRecord()
    await tab.byHand.sendWaiting()
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Bo waiting', 'Mia added'])
    expect(namesReceived(service)).toEqual(['Bo', 'Mia'])
  })

  test('what waits, is held or is unconfirmed on the disk is not offered to be sent, because this tab cannot', async () => {
    const { service, device, tab: before } = setUp('request-lost', 'key-refused')
    await enterUntil(before, rex, 'unknown')
    await enterUntil(before, rex, 'held')
    await enterUntil(before, tom, 'waiting')
    await waitForQuiet()
    device.crash(before)
    const tab = await openPage(device)
    enterWithFullDisk(device, tab, mia)
    await expectStorage(tab, 'asking')
    await tab.byHand.continueWithoutRecord()
    await expectShown(tab, 'Rex unknown', 'Rex held', 'Tom waiting', 'Mia added')
    await expectWaiting(tab)
    const canBeSent = () => tab.byHand.get().items.map((item) => item.canBeSent)
    expect(canBeSent().toReversed()).toEqual([false, false, false, true])
    // Another press sends none of them, and does not pause what this tab can send.
    await tab.byHand.sendWaiting()
    await press(tab, 'Discard', 'Tom')
    await enterUntil(tab, bo, 'added')
    expect(namesReceived(service)).toEqual(['Rex', 'Tom', 'Mia', 'Bo'])
  })

  test('an import on the disk is not offered to be continued, and one of this tab is', async () => {
    const { device, tab: before } = setUp('key-refused', 'added', 'key-refused')
    await saveWaitingImport(before, rex)
    device.crash(before)
    const tab = await openPage(device)
    enterWithFullDisk(device, tab, tom)
    await goOnWithoutRecord(tab)
    await expectShown(tab, 'Tom added')
    await saveWaitingImport(tab, mia)
    await expectSoon(() => tab.imports.get().saved.length).toBe(2)
    const { saved } = tab.imports.get()
    expect(saved.filter(({ canBeChanged }) => canBeChanged)).toHaveLength(1)
  })

  test('an import that is open here can be continued in another tab', async () => {
    const { device, tab: before } = setUp('key-refused')
    const { record } = await saveWaitingImport(before, rex)
    device.crash(before)
    const tab = await openPage(device)
    expect(await tab.imports.open(record.id)).toBe('opened')
    enterWithFullDisk(device, tab, mia)
    await goOnWithoutRecord(tab)
    await expectShown(tab, 'Mia added')
    device.isFull = false
    const other = await openPage(device)
    expect(await other.imports.resume(record.id)).toBe('opened')
    await expectRows(other, 'added')
    // The tab in which it is open shows what the other one does, a moment later.
    await waitForQuiet()
    passMinute(device)
    await expectRows(tab, 'added')
  })

  test('what another tab does with an earlier pet keeps no other one from being added', async () => {
    const { device, tab: before } = setUp('request-lost')
    await enterUntil(before, rex, 'unknown')
    const { batch } = itemNamed(before, 'Rex').entry
    const tab = await openPage(device)
    expect(await device.openTab().outbox.senderOf(batch).keep()).toBe(true)
    enterWithFullDisk(device, tab, mia)
    await expectStorage(tab, 'asking')
    await tab.byHand.continueWithoutRecord()
    await expectSoon(() => itemNamed(tab, 'Mia').entry.state.kind).toBe('added')
  })

  test('rows of an import on the disk that are corrected are refused, because they could not be sent', async () => {
    const { device, tab: before } = setUp('rejected')
    await startImport(before, rex)
    await expectFinished(before)
    const { id } = openImport(before).record
    await before.imports.close()
    const tab = device.openTab()
    enterWithFullDisk(device, tab, mia)
    await expectStorage(tab, 'asking')
    await tab.byHand.continueWithoutRecord()
    await expectShown(tab, 'Mia added')
    const corrected = tab.imports.sendCorrected(id, correctionsOf(device, id, { ...rex, name: 'Rexy' }))
    await expect(corrected).rejects.toThrow(StorageError)
    await expectRows(tab, 'rejected')
  })

  test('an import whose first write has failed can be started again, and is in this tab alone', async () => {
    const { device, tab } = setUp()
    device.isFull = true
    await expect(tab.imports.start({ fileName: 'a.csv' }, rowsOf(rex, mia))).rejects.toThrow(StorageError)
    await expectStorage(tab, 'asking')
    await tab.byHand.continueWithoutRecord()
    await startImport(tab, rex, mia)
    await expectFinished(tab)
    await expectRows(tab, 'added', 'added')
    expect(device.saved.size).toBe(0)
  })

  test('"Add without saving", pressed twice and while "Try again" saves, adds each pet once and in order', async () => {
    const { service, device, tab } = setUp()
    enterWithFullDisk(device, tab, rex)
    enter(tab, mia)
    await expectShown(tab, 'Rex waiting (not saved)', 'Mia waiting (not saved)')
    device.isFull = false
    await Promise.all([
      tab.byHand.tryAgain(),
      tab.byHand.continueWithoutRecord(),
      tab.byHand.continueWithoutRecord(),
    ])
    await expectShown(tab, 'Rex added', 'Mia added')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia'])
  })

  test('A pet is not sent while an unconfirmed look-alike is on the screen, although the disk cannot be read.', async () => {
    const { service, device, tab } = setUp('answer-lost')
    await enterUntil(tab, rex, 'unknown')
    device.crash(tab)
    const { disk, tab: next } = await openPageOnFragileDisk(device, service)
    expect(shown(next)).toEqual(['Rex unknown'])
    disk.isBroken = true
    enter(next, rex)
    await expectStorage(next, 'asking-unread')
    await next.byHand.continueWithoutRecord()
    await expectStorage(next, 'in-memory')
    await waitForQuiet()
    expect(service.received).toHaveLength(1)
  })

  test('The same goes for a look-alike that was on the screen before somebody signed out.', async () => {
    const { service, device, tab } = setUp('answer-lost')
    await enterUntil(tab, rex, 'unknown')
    device.crash(tab)
    const { disk, tab: next } = await openPageOnFragileDisk(device, service)
    expect(shown(next)).toEqual(['Rex unknown'])
    disk.isBroken = true
    next.signOut()
    expect(shown(next)).toEqual([])
    enter(next, rex)
    await expectStorage(next, 'asking-unread')
    await next.byHand.continueWithoutRecord()
    await expectShown(next, 'Rex unknown', 'Rex held')
    expect(service.received).toHaveLength(1)
  })

  test('A pet is not sent without a word while a look-alike of an import is unconfirmed on a disk that cannot be read.', async () => {
    const { service, device, tab } = setUp('answer-lost')
    await startImport(tab, rex)
    await expectRows(tab, 'unknown')
    device.crash(tab)
    const { disk, tab: next } = await openPageOnFragileDisk(device, service)
    disk.isBroken = true
    enter(next, rex)
    await expectStorage(next, 'asking-unread')
    await waitForQuiet()
    expect(service.received).toHaveLength(1)
  })

  test('An import that was only opened stays open when the disk cannot be read, even if another tab writes to it.', async () => {
    const { service, device, tab } = setUp('answer-lost')
    await startImport(tab, rex)
    const { id } = openImport(tab).record
    await expectRows(tab, 'unknown')
    device.crash(tab)
    const { disk, tab: next } = await openPageOnFragileDisk(device, service)
    expect(await next.imports.open(id)).toBe('opened')
    disk.isBroken = true
    enter(next, mia)
    await expectStorage(next, 'asking-unread')
    await next.byHand.continueWithoutRecord()
    await expectShown(next, 'Mia added')
    const other = device.openTab()
    await other.outbox.decide(id, async (ledger) => {
      for (const row of await ledger.findAll(['batch', id])) await ledger.put(row)
    })
    await waitForQuiet()
    await expectRows(next, 'unknown')
  })

  test('A pet is not sent while a look-alike of an import is unconfirmed on a disk that can be read.', async () => {
    const { service, device, tab } = setUp('answer-lost')
    await startImport(tab, rex)
    await expectRows(tab, 'unknown')
    device.crash(tab)
    device.isFull = true
    const next = await openPage(device)
    enter(next, rex)
    await goOnWithoutRecord(next)
    expect(service.received).toHaveLength(1)
  })

  test('"Add without saving", pressed before the disk is found to be unreadable, asks again and sends nothing.', async () => {
    const { service, device, tab } = setUp('answer-lost')
    await startImport(tab, rex)
    await expectRows(tab, 'unknown')
    device.crash(tab)
    const hanging = Promise.withResolvers<void>()
    const { disk, tab: next } = await openPageOnFragileDisk(device, service, hanging.promise)
    disk.isBroken = true
    enter(next, rex)
    await expectStorage(next, 'asking')
    const pressed = next.byHand.continueWithoutRecord()
    await waitForQuiet()
    hanging.resolve()
    await pressed
    await waitForQuiet()
    expect(next.outbox.storageState.get()).toBe('asking-unread')
    expect(service.received).toHaveLength(1)
    await next.byHand.continueWithoutRecord()
    expect(next.outbox.storageState.get()).toBe('in-memory')
  })

  test('A lagging list proves nothing, because pets that were confirmed before are not known.', async () => {
    const { service, device, tab } = setUp('added', 'request-lost')
    await enterUntil(tab, mia, 'added')
    device.crash(tab)
    // The list lags: it does not have Mia yet.
    service.pets.length = 0
    const { disk, tab: next } = await openPageOnFragileDisk(device, service)
    disk.isBroken = true
    enter(next, rex)
    await expectStorage(next, 'asking-unread')
    await next.byHand.continueWithoutRecord()
    await expectSoon(() => itemNamed(next, 'Rex').entry.state.kind).toBe('unknown')
    passMinute(device)
    await expectCheck(next, 'Rex', 'cannot-tell')
    expect(namesReceived(service)).toEqual(['Mia', 'Rex'])
  })
})

/** Mia was added, so the record is on the disk. */
async function setUpOnDisk(...answers: readonly Answer[]) {
  const { service, device, tab } = setUp('added', ...answers)
  await enterUntil(tab, mia, 'added')
  return { service, device, tab }
}

/** The first row of an import has been sent, and is answered once the gate is open. */
async function setUpSendingRow(...rows: readonly NewPet[]) {
  const gate = createHoldSwitch('answer')
  const { service, device } = setUpDevice({ order: gate.order })
  const tab = device.openTab()
  gate.close()
  await startImport(tab, ...rows)
  await expectSoon(() => service.received).toHaveLength(1)
  return { gate, service, device, tab }
}

/**
 * An unconfirmed pet, which holds a look-alike of the same visit, has been sent once more. It is
 * rejected once the gate is open.
 */
async function setUpSendingAgain() {
  const gate = createHoldSwitch('answer')
  const { service, device } = setUpDevice({ order: gate.order }, 'request-lost', 'rejected')
  const tab = device.openTab()
  enter(tab, rex)
  enter(tab, { ...rex, name: ' rex' })
  await expectShown(tab, 'Rex unknown', ' rex held')
  passMinute(device)
  await expectMaySendAgain(tab, 'Rex')
  gate.close()
  const pressed = press(tab, 'Add it again', 'Rex')
  await expectSoon(() => service.received).toHaveLength(2)
  return { gate, device, tab, pressed }
}

/** The disk is full for a moment, in which one tab goes on without a record. */
async function setUpBoth() {
  const { service, device } = setUpDevice({})
  const { disk, tab } = await openPageOnFragileDisk(device, service)
  disk.isFull = true
  enter(tab, bo)
  await goOnWithoutRecord(tab)
  await expectShown(tab, 'Bo added')
  const other = await openPage(device)
  return { service, device, disk, tab, other }
}

describe('a tab without a record, whose disk breaks', () => {
  test('A pet in memory is not asked about one that was added before it was entered.', async () => {
    const { service, device } = setUpDevice({}, 'added', 'key-refused')
    const closed = await openPage(device)
    await enterUntil(closed, rex, 'added')
    device.crash(closed)
    const { disk, tab } = await openPageOnFragileDisk(device, service)
    disk.isFull = true
    enter(tab, mia)
    await expectStorage(tab, 'asking')
    await tab.byHand.continueWithoutRecord()
    await expectWaiting(tab, 'Mia')
    enter(tab, rex)
    disk.isBroken = true
    await tab.byHand.sendWaiting()
    await expectSoon(() => itemNamed(tab, 'Rex').entry.state.kind).toBe('added')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Mia', 'Rex'])
  })
})

describe('a tab without a record, beside a tab that saves again', () => {
  test.each([false, true])(
    'A pet that waits in memory is asked about one that was added on the disk since (database deleted: %s).',
    async (isDeleted) => {
      const { service, device } = setUpDevice({}, 'added', 'added', 'added', 'key-refused')
      const closed = await openPage(device)
      for (const pet of [mia, bo, tom]) await enterUntil(closed, pet, 'added')
      device.crash(closed)
      const memory = await openPage(device)
      enterWithFullDisk(device, memory, rex)
      await expectStorage(memory, 'asking')
      await memory.byHand.continueWithoutRecord()
      await expectWaiting(memory, 'Rex')
      device.isFull = false
      if (isDeleted) await device.deleteDatabase()
      const other = await openPage(device)
      await enterUntil(other, rex, 'added')
      await memory.byHand.sendWaiting()
      await expectSoon(() => itemNamed(memory, 'Rex').entry.state.kind).toBe('held')
      expect(namesReceived(service).filter((name) => name === 'Rex')).toHaveLength(2)
    },
  )

  test('asks about a pet that waited while the other one has added one like it, because that tab could not ask', async () => {
    const { service, device } = setUpDevice({})
    const tab = await openPage(device)
    enterWithFullDisk(device, tab, mia)
    await goOnWithoutRecord(tab)
    await expectShown(tab, 'Mia added')
    service.answers.push('key-refused')
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    device.isFull = false
    const other = await openPage(device)
    await enterUntil(other, rex, 'added')
    await tab.byHand.sendWaiting()
    await expectShown(tab, 'Mia added', 'Rex held')
    await press(tab, 'Add it anyway', 'Rex')
    await expectShown(tab, 'Mia added', 'Rex added')
  })

  test('asks about a pet that the other tab has sent, and that is not confirmed', async () => {
    const { service, tab, other } = await setUpBoth()
    service.answers.push('answer-lost')
    await enterUntil(other, rex, 'unknown')
    await enterUntil(tab, rex, 'held')
    expect(namesReceived(service)).toEqual(['Bo', 'Rex'])
  })

  test('asks about a pet that the other tab still has to send, because the other tab cannot ask', async () => {
    const { service, tab, other } = await setUpBoth()
    service.answers.push('key-refused')
    enter(other, rex)
    await expectWaiting(other, 'Rex')
    await enterUntil(tab, rex, 'held')
    expect(service.received).toHaveLength(2)
  })

  test('asks about a pet that it has discarded, and that the other tab has sent since', async () => {
    const { service, device, tab: before } = setUp('key-refused')
    await enterUntil(before, rex, 'waiting')
    await expectWaiting(before, 'Rex')
    device.crash(before)
    const tab = await openPage(device)
    enterWithFullDisk(device, tab, mia)
    await expectStorage(tab, 'asking')
    await tab.byHand.continueWithoutRecord()
    await expectShown(tab, 'Rex waiting', 'Mia added')
    await press(tab, 'Discard', 'Rex')
    await expectShown(tab, 'Mia added')
    device.isFull = false
    service.answers.push('answer-lost')
    const other = await openPage(device)
    await expectWaiting(other, 'Rex')
    await other.byHand.sendWaiting()
    await expectShown(other, 'Rex unknown')
    await waitForQuiet()
    enter(tab, rex)
    await expectSoon(() => shown(tab).at(-1)).toBe('Rex held')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Rex'])
  })

  test.each([
    ['is broken', (disk: { isBroken: boolean }) => (disk.isBroken = true)],
    ['is taken over by a newer version of the app', openNewerDatabase],
  ])('asks about a pet of the other tab that it shows, also once the disk %s', async (_what, breakDisk) => {
    const { service, device } = setUpDevice({}, 'added', 'answer-lost')
    const { disk, tab } = await openPageOnFragileDisk(device, service)
    disk.isFull = true
    enter(tab, mia)
    await expectStorage(tab, 'asking')
    await tab.byHand.continueWithoutRecord()
    await expectShown(tab, 'Mia added')
    const other = await openPage(device)
    await enterUntil(other, rex, 'unknown')
    await tab.byHand.open()
    await expectSoon(() => shown(tab)).toContain('Rex unknown')
    await breakDisk(disk)
    enter(tab, rex)
    await expectSoon(() => shown(tab).at(-1)).toBe('Rex held')
    expect(namesReceived(service)).toEqual(['Mia', 'Rex'])
    // No tab is left that could write into the database of the next test.
    device.crash(other)
    await waitForQuiet()
  })

  test('proves nothing by a list that lacks a pet which was confirmed to the other tab', async () => {
    const { service, device, tab, other } = await setUpBoth()
    await enterUntil(other, mia, 'added')
    showOnlyBo(service)
    service.answers.push('answer-lost')
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'cannot-tell')
  })

  test('proves nothing once the disk cannot be read', async () => {
    const { service, device, disk, tab, other } = await setUpBoth()
    await enterUntil(other, mia, 'added')
    showOnlyBo(service)
    disk.isBroken = true
    service.answers.push('answer-lost')
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'cannot-tell')
  })

  test('proves absence by a list that has what every tab knows', async () => {
    const { service, device, tab, other } = await setUpBoth()
    await enterUntil(other, mia, 'added')
    service.answers.push('request-lost')
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'not-added')
  })

  test('gives nothing of its own to a database that has taken the place of a deleted one', async () => {
    const { service, device, disk, tab } = await setUpBoth()
    service.answers.push('answer-lost')
    await enterUntil(tab, rex, 'unknown')
    disk.isFull = false
    await device.deleteDatabase()
    await waitForQuiet()
    await expectShown(tab, 'Bo added', 'Rex unknown')
    await expectShown(await openPage(device))
  })
})

/** Lets the list lag, so that of all pets it has Bo alone. */
function showOnlyBo(service: ReturnType<typeof setUp>['service']): void {
  const { list } = service
  service.list = (...args) => list(...args).filter(({ name }) => name === 'Bo')
}

describe('a disk that fails later', () => {
  test('pauses the outbox: nothing is sent, what is typed is shown as not saved, and nobody may go on without a record', async () => {
    const { service, device, tab } = await setUpOnDisk()
    device.isFull = true
    expect(await tab.byHand.add(rex).isWritten).toBe(false)
    await expectStorage(tab, 'failed')
    await tab.byHand.continueWithoutRecord()
    await waitForQuiet()
    expect(tab.outbox.storageState.get()).toBe('failed')
    expect(tab.byHand.get().run).toEqual({ phase: 'paused', reason: 'storage' })
    expect(shown(tab)).toEqual(['Mia added', 'Rex waiting (not saved)'])
    expect(namesReceived(service)).toEqual(['Mia'])
  })

  test('"Try again" sends what was typed, once the disk can be written', async () => {
    const { service, device, tab } = await setUpOnDisk()
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'failed')
    await tab.byHand.tryAgain()
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Mia'])
    device.isFull = false
    await tab.byHand.tryAgain()
    await expectShown(tab, 'Mia added', 'Rex added')
    expect(tab.outbox.storageState.get()).toBe('on-disk')
  })

  test('the next pet that can be written takes it along', async () => {
    const { service, device, tab } = await setUpOnDisk()
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'failed')
    device.isFull = false
    await enterUntil(tab, bo, 'added')
    expect(shown(tab)).toEqual(['Mia added', 'Rex added', 'Bo added'])
    expect(namesReceived(service)).toEqual(['Mia', 'Rex', 'Bo'])
  })

  test('a press on another button fails, and says so', async () => {
    const { device, tab } = await setUpOnDisk('rejected')
    await enterUntil(tab, rex, 'rejected')
    device.isFull = true
    await press(tab, 'Discard', 'Rex')
    expect(tab.outbox.storageState.get()).toBe('failed')
    expect(shown(tab)).toEqual(['Mia added', 'Rex rejected'])
  })

  test.each([
    ['added', 'Rex added'],
    ['answer-lost', 'Rex unknown'],
    ['rejected', 'Rex rejected'],
  ] as const)(
    'what the service has answered (%s) is shown as not saved, nothing more is sent, and leaving is asked about',
    async (answer, expected) => {
      const { gate, service, device, tab } = await setUpSending({}, answer)
      enter(tab, mia)
      await expectSoon(() => savedKinds(device)).toEqual(['sending', 'waiting'])
      device.isFull = true
      gate.open()
      await expectStorage(tab, 'failed')
      await waitForQuiet()
      expect(shown(tab)).toEqual([`${expected} (not saved)`, 'Mia waiting'])
      expect(tab.outbox.wouldLoseSomething()).toBe(true)
      expect(namesReceived(service)).toEqual(['Rex'])
      device.isFull = false
      await tab.byHand.tryAgain()
      await expectShown(tab, expected, 'Mia added')
      expect(tab.outbox.wouldLoseSomething()).toBe(false)
    },
  )

  test('a list that lacks a pet which was confirmed, and could not be written, does not prove that another was not added', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ order: gate.order }, 'answer-lost')
    service.list = () => []
    const tab = device.openTab()
    await enterUntil(tab, rex, 'unknown')
    gate.close()
    enter(tab, mia)
    await expectSoon(() => service.received).toHaveLength(2)
    device.isFull = true
    gate.open()
    await expectStorage(tab, 'failed')
    await expectShown(tab, 'Rex unknown', 'Mia added (not saved)')
    passMinute(device)
    await waitForQuiet()
    await expectCheck(tab, 'Rex', 'cannot-tell')
    device.isFull = false
    await tab.byHand.tryAgain()
    await expectShown(tab, 'Rex unknown', 'Mia added')
    await expectCheck(tab, 'Rex', 'cannot-tell')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia'])
  })

  test('an unconfirmed pet that could not be written is not sent once more without a question', async () => {
    const { gate, service, device, tab } = await setUpSending({}, 'answer-lost')
    device.isFull = true
    gate.open()
    await expectStorage(tab, 'failed')
    enter(tab, rex)
    await expectShown(tab, 'Rex unknown (not saved)', 'Rex waiting (not saved)')
    device.isFull = false
    await tab.byHand.tryAgain()
    await expectShown(tab, 'Rex unknown', 'Rex held')
    expect(service.received).toHaveLength(1)
  })

  test('what an outcome set free goes on, also where the disk has failed for a moment only', async () => {
    const { gate, device, tab, pressed } = await setUpSendingAgain()
    device.isFull = true
    tab.outbox.storageState.subscribe(() => {
      device.isFull = false
    })
    gate.open()
    await pressed
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex rejected', ' rex added'])
  })

  test('an unconfirmed pet of before keeps the same pet from being sent', async () => {
    const { service, device, tab } = setUp('request-lost')
    await enterUntil(tab, rex, 'unknown')
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'failed')
    device.isFull = false
    await tab.byHand.tryAgain()
    await expectShown(tab, 'Rex unknown', 'Rex held')
    expect(service.received).toHaveLength(1)
  })

  test('what an unwritten outcome held goes on when that is written', async () => {
    const { gate, device, tab, pressed } = await setUpSendingAgain()
    device.isFull = true
    gate.open()
    await pressed
    await expectShown(tab, 'Rex rejected (not saved)', ' rex held')
    device.isFull = false
    await tab.byHand.tryAgain()
    await expectShown(tab, 'Rex rejected', ' rex added')
  })

  test('the outcome of "Add it again", of a pet of an earlier visit, is written once the disk can be', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ order: gate.order }, 'request-lost')
    const first = device.openTab()
    await enterUntil(first, rex, 'unknown')
    device.crash(first)
    const tab = await openPage(device)
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    gate.close()
    const pressed = press(tab, 'Add it again', 'Rex')
    await expectSoon(() => service.received).toHaveLength(2)
    device.isFull = true
    gate.open()
    await pressed
    await expectStorage(tab, 'failed')
    await expectShown(tab, 'Rex added (not saved)')
    device.isFull = false
    await tab.byHand.tryAgain()
    await expectShown(tab, 'Rex added')
    expect(savedKinds(device)).toEqual(['added'])
  })

  test('an import pauses, shows the outcome of its row, and goes on when it is resumed', async () => {
    const { gate, service, device, tab } = await setUpSendingRow(rex, mia)
    device.isFull = true
    gate.open()
    await expectPaused(tab)
    expect(openImport(tab).get().run).toEqual({ phase: 'paused', reason: 'storage' })
    await expectRows(tab, 'added', 'waiting')
    expect(tab.outbox.wouldLoseSomething()).toBe(true)
    device.isFull = false
    await openImport(tab).resume()
    await expectFinished(tab)
    await expectRows(tab, 'added', 'added')
    expect(tab.outbox.storageState.get()).toBe('on-disk')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia'])
  })

  test('the last row of an import, whose outcome could not be written, is written when that is closed', async () => {
    const { gate, device, tab } = await setUpSendingRow(rex)
    device.isFull = true
    gate.open()
    await expectStorage(tab, 'failed')
    device.isFull = false
    await tab.imports.close()
    expect(savedKinds(device)).toEqual(['added'])
  })

  test('the outcome of an import that is closed meanwhile is kept, until it is opened again', async () => {
    const { gate, device, tab } = await setUpSendingRow(rex, mia)
    const { id } = openImport(tab).record
    device.isFull = true
    gate.open()
    await expectPaused(tab)
    await tab.imports.close()
    expect(tab.outbox.wouldLoseSomething()).toBe(true)
    device.isFull = false
    expect(await tab.imports.open(id)).toBe('opened')
    await expectRows(tab, 'added', 'waiting')
    expect(tab.outbox.wouldLoseSomething()).toBe(false)
  })

  test('once it works again for another visit, no pet stays unsaved without a "Try again"', async () => {
    const { device, tab } = setUp()
    await enterUntil(tab, mia, 'added')
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'failed')
    tab.signOut()
    device.isFull = false
    await enterUntil(tab, bo, 'added')
    await expectWaiting(tab, 'Rex')
    await waitForQuiet()
    expect([tab.outbox.storageState.get(), tab.outbox.wouldLoseSomething()]).toEqual(['on-disk', false])
    expect(savedKinds(device)).toEqual(['added', 'waiting', 'added'])
  })

  test('once it works again for an import, no pet by hand stays unsaved without a "Try again"', async () => {
    const { gate, device, tab } = await setUpSending({})
    device.isFull = true
    gate.open()
    await expectShown(tab, 'Rex added (not saved)')
    await expectStorage(tab, 'failed')
    device.isFull = false
    await startImport(tab, mia)
    await expectFinished(tab)
    await expectShown(tab, 'Rex added')
    await waitForQuiet()
    expect([tab.outbox.storageState.get(), tab.outbox.wouldLoseSomething()]).toEqual(['on-disk', false])
    expect(savedKinds(device)).toEqual(['added', 'added'])
  })

  test('an import that cannot be written is not started', async () => {
    const { service, device, tab } = await setUpOnDisk()
    device.isFull = true
    await expect(tab.imports.start({ fileName: 'a.csv' }, rowsOf(rex))).rejects.toThrow(StorageError)
    expect(tab.outbox.storageState.get()).toBe('failed')
    expect(tab.imports.get().open).toBeUndefined()
    expect(namesReceived(service)).toEqual(['Mia'])
  })

  test('A rejected row is still rejected after its import was closed and opened again.', async () => {
    const gate = createHoldSwitch('answer')
    const { device } = setUpDevice({ order: gate.order }, 'rejected')
    const tab = device.openTab()
    gate.close()
    await startImport(tab, rex)
    await waitForQuiet()
    device.isFull = true
    gate.open()
    await expectRows(tab, 'rejected')
    await expectStorage(tab, 'failed')
    await tab.imports.close()
    device.isFull = false
    const [saved] = tab.imports.get().saved
    expect(await tab.imports.open(saved?.record.id ?? '')).toBe('opened')
    await waitForQuiet()
    await expectRows(tab, 'rejected')
  })

  test('An import is no longer paused by the storage once the disk can be written, also where only the claim had failed.', async () => {
    const { device, tab } = setUp('key-refused')
    await startImport(tab, rex, mia)
    await expectPaused(tab)
    device.isFull = true
    await openImport(tab).resume()
    await expectStorage(tab, 'failed')
    expect(openImport(tab).get().run).toEqual({ phase: 'paused', reason: 'storage' })
    device.isFull = false
    await tab.outbox.tryAgain()
    await expectStorage(tab, 'on-disk')
    await waitForQuiet()
    expect(openImport(tab).get().run).toEqual({ phase: 'paused', reason: 'user' })
  })

  test('A closed import is counted anew once it is saved.', async () => {
    const hold = createHoldSwitch('answer')
    const { device } = setUpDevice({ order: hold.order }, 'rejected')
    const tab = device.openTab()
    hold.close()
    await startImport(tab, rex)
    await waitForQuiet()
    device.isFull = true
    hold.open()
    await expectStorage(tab, 'failed')
    await tab.imports.close()
    device.isFull = false
    await tab.outbox.tryAgain()
    await expectSoon(() => tab.imports.get().saved[0]?.counts).toMatchObject({ rejected: 1, unknown: 0 })
    expect(tab.imports.get().open).toBeUndefined()
  })

  test('A row that is corrected before its rejection could be saved is sent as it was corrected.', async () => {
    const { service, device, tab } = await setUpUnsavedRow('rejected')
    device.isFull = false
    const { id } = openImport(tab).record
    expect(await tab.imports.sendCorrected(id, correctionsOf(device, id, rexy))).toBe('started')
    await waitForQuiet()
    expect(shownRows(tab)).toEqual(['Rexy added', 'Mia waiting'])
    expect(namesReceived(service)).toEqual(['Rex', 'Rexy'])
  })

  test('"Mark as added" at a row whose outcome could not be saved counts once the disk works again.', async () => {
    const { device, tab } = await setUpUnsavedRow('answer-lost')
    device.isFull = false
    const marks = rowIds(tab, 'unknown').map((entryId) => ({ entryId, petId: undefined }))
    await openImport(tab).markAdded(marks)
    await expectRows(tab, 'added', 'waiting')
  })

  test('An import that is closed with a rejection which could not be saved opens in no other tab before it is saved.', async () => {
    const { device, tab } = await setUpUnsavedRow('rejected')
    const { id } = openImport(tab).record
    await tab.imports.close()
    device.isFull = false
    const other = device.openTab()
    expect(await other.imports.open(id)).toBe('elsewhere')
    await tab.outbox.tryAgain()
    await expectSoon(() => savedKinds(device)).toEqual(['rejected', 'waiting'])
    await waitForQuiet()
    expect(await other.imports.open(id)).toBe('opened')
    await expectRows(other, 'rejected', 'waiting')
  })

  test.each(['added', 'answer-lost', 'rejected'] as const)(
    'A pet whose answer is "%s" cannot be discarded before that is saved.',
    async (answer) => {
      const { gate, device, tab } = await setUpSending({}, answer)
      device.isFull = true
      gate.open()
      await expectSoon(() => shown(tab)[0]).toMatch(/not saved/)
      const shownBefore = shown(tab)
      await press(tab, 'Discard', 'Rex')
      await waitForQuiet()
      expect(shown(tab)).toEqual(shownBefore)
    },
  )
})

/**
 * Tom is entered when the disk works again, and the answer for another batch arrives while he is
 * saved.
 */
async function failForAMoment({ world, tab }: ReturnType<typeof openUnsteadyTab>, answer: () => void) {
  world.isFull = true
  enter(tab, bo)
  await expectStorage(tab, 'failed')
  world.isFull = false
  const disk = Promise.withResolvers<void>()
  world.waitsFor.writing = disk.promise
  enter(tab, tom)
  await waitForQuiet()
  answer()
  await waitForQuiet()
  disk.resolve()
  await expectSoon(() => itemNamed(tab, 'Tom').entry.state.kind).toBe('added')
  await waitForQuiet()
  expect(tab.outbox.storageState.get()).toBe('on-disk')
}

/** An import of Rex, whose answer arrives while the disk recovers from a failure. */
async function setUpRowWhileDiskFails(answer: Answer) {
  const { service, device } = setUpDevice({})
  const unsteady = openUnsteadyTab(device, service)
  const { world, tab } = unsteady
  await enterUntil(tab, mia, 'added')
  service.answers.push(answer)
  const slowAnswer = Promise.withResolvers<void>()
  world.waitsFor.answer = slowAnswer.promise
  await startImport(tab, rex)
  await expectSoon(() => service.received).toHaveLength(2)
  await failForAMoment(unsteady, slowAnswer.resolve)
  return { service, tab }
}

describe('a disk that fails for one batch while an outcome of another one is written', () => {
  test('shows a row as added that was marked as added', async () => {
    const { tab } = await setUpRowWhileDiskFails('answer-lost')
    await expectRows(tab, 'unknown')
    const marks = rowIds(tab, 'unknown').map((entryId) => ({ entryId, petId: undefined }))
    await openImport(tab).markAdded(marks)
    await expectRows(tab, 'added')
  })

  test('shows a row that was rejected, corrected and added as added', async () => {
    const { service, tab } = await setUpRowWhileDiskFails('rejected')
    await expectRows(tab, 'rejected')
    const { record, get } = openImport(tab)
    const corrections = get().entries.map((entry) => {
      return { position: entry.position, row: entry.row, corrects: pressOf(entry), newPet: rexy }
    })
    await tab.imports.sendCorrected(record.id, corrections)
    await expectSoon(() => namesReceived(service)).toContain('Rexy')
    await expectSoon(() => shownRows(tab)).toEqual(['Rexy added'])
  })

  test('shows an unconfirmed pet as saved, with what the lists say', async () => {
    const { service, device } = setUpDevice({}, 'request-lost')
    const before = device.openTab()
    await enterUntil(before, rex, 'unknown')
    device.crash(before)
    const unsteady = openUnsteadyTab(device, service)
    const { world, tab } = unsteady
    await tab.byHand.open()
    await enterUntil(tab, mia, 'added')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'not-added')
    service.answers.push('answer-lost')
    const slowAnswer = Promise.withResolvers<void>()
    world.waitsFor.answer = slowAnswer.promise
    const pressed = press(tab, 'Add it again', 'Rex')
    await expectSoon(() => service.received).toHaveLength(3)
    await failForAMoment(unsteady, slowAnswer.resolve)
    await pressed
    passMinute(device)
    await expectSoon(() => shown(tab)).toContain('Rex unknown')
    await expectCheck(tab, 'Rex', 'found')
  })
})

describe('a database that is deleted', () => {
  test('A held pet keeps its place on the screen.', async () => {
    const { device } = setUpDevice({}, 'request-lost')
    const tab = await openPage(device)
    await enterUntil(tab, rex, 'unknown')
    await enterUntil(tab, mia, 'added')
    await enterUntil(tab, rex, 'held')
    await expectShown(tab, 'Rex unknown', 'Mia added', 'Rex held')
    await waitForQuiet()
    await device.deleteDatabase()
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex unknown', 'Mia added', 'Rex held'])
  })

  test('is written back with what the tab shows, so that the same pet is asked about', async () => {
    const { service, device, tab } = setUp('request-lost', 'added')
    enter(tab, rex)
    enter(tab, mia)
    await expectShown(tab, 'Rex unknown', 'Mia added')
    await device.deleteDatabase()
    await enterUntil(tab, rex, 'held')
    expect(shown(tab)).toEqual(['Rex unknown', 'Mia added', 'Rex held'])
    expect(service.received).toHaveLength(2)
    device.crash(tab)
    await expectShown(await openPage(device), 'Rex unknown', 'Rex held')
  })

  test('has what waited, which is sent once, and before what is typed then', async () => {
    const { service, device, tab } = setUp('key-refused')
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    await device.deleteDatabase()
    await enterUntil(tab, mia, 'added')
    expect(shown(tab)).toEqual(['Rex added', 'Mia added'])
    expect(namesReceived(service)).toEqual(['Rex', 'Rex', 'Mia'])
  })

  test('has what was on its way and waits again, as earlier than what another tab enters then', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ order: gate.order }, 'added', 'added', 'added', 'key-refused')
    const tab = device.openTab()
    for (const pet of [tom, mia, rexy]) await enterUntil(tab, pet, 'added')
    // A tab writes back only what it shows, so that the new database gives lower numbers.
    tab.signOut()
    await waitForQuiet()
    gate.close()
    enter(tab, rex)
    await expectSoon(() => service.received).toHaveLength(4)
    await device.deleteDatabase()
    gate.open()
    await expectWaiting(tab, 'Rex')
    const other = await openPage(device)
    await enterUntil(other, rex, 'held')
    await tab.byHand.sendWaiting()
    await waitForQuiet()
    expect(namesReceived(service).slice(4)).toEqual(['Rex'])
  })

  test('has the rows of the import that is open', async () => {
    const { device, tab } = setUp('added', 'key-refused')
    await startImport(tab, rex, mia)
    await expectPaused(tab)
    const { id } = openImport(tab).record
    await device.deleteDatabase()
    await openImport(tab).resume()
    await expectFinished(tab)
    await expectRows(tab, 'added', 'added')
    device.crash(tab)
    const next = device.openTab()
    expect(await next.imports.open(id)).toBe('opened')
    await expectRows(next, 'added', 'added')
  })

  test.each([
    ['rejected', rowsOf(rex)],
    ['not-sent', [rowWithProblem(0)]],
  ])('has a row (%s) that is under review, so that it can be corrected', async (kind, rows) => {
    const { service, device, tab } = setUp('added', 'rejected')
    await enterUntil(tab, tom, 'added')
    // A tab writes back only what it shows, so that the new database gives lower numbers.
    tab.signOut()
    expect(await tab.imports.start({}, rows)).toBe('started')
    await expectRows(tab, kind)
    await expectFinished(tab)
    const { id } = openImport(tab).record
    const corrections = correctionsOf(device, id, mia)
    await device.deleteDatabase()
    expect(await tab.imports.sendCorrected(id, corrections)).toBe('started')
    await expectSoon(() => namesReceived(service)).toContain('Mia')
  })

  test('has what the service answers to a pet that was on its way', async () => {
    const { gate, service, device, tab } = await setUpSending({}, 'answer-lost')
    await device.deleteDatabase()
    gate.open()
    await expectShown(tab, 'Rex unknown')
    await enterUntil(tab, rex, 'held')
    device.crash(tab)
    await expectShown(await openPage(device), 'Rex unknown', 'Rex held')
    expect(service.received).toHaveLength(1)
  })

  test('has lost pets that were confirmed before, so that lists prove nothing in any tab until the next sign-in', async () => {
    const { service, device, tab } = setUp('added', 'answer-lost')
    await enterUntil(tab, mia, 'added')
    device.crash(tab)
    const second = await openPage(device)
    // The list lags: it has neither Mia nor Rex.
    service.list = () => []
    await enterUntil(second, rex, 'unknown')
    await device.deleteDatabase()
    await waitForQuiet()
    passMinute(device)
    await expectCheck(second, 'Rex', 'cannot-tell')
    device.crash(second)
    const third = await openPage(device)
    await expectShown(third, 'Rex unknown')
    passMinute(device)
    await expectCheck(third, 'Rex', 'cannot-tell')
    device.signInId = 'key 2'
    service.answers.push('request-lost')
    await enterUntil(third, bo, 'unknown')
    passMinute(device)
    await expectCheck(third, 'Bo', 'not-added')
  })

  test('has what two tabs show', async () => {
    const { device, tab } = setUp('request-lost', 'request-lost')
    await enterUntil(tab, rex, 'unknown')
    const other = device.openTab()
    await enterUntil(other, mia, 'unknown')
    await device.deleteDatabase()
    await enterUntil(other, rex, 'held')
    await enterUntil(tab, mia, 'held')
  })

  test('has the record of an import that was closed before what became of its row could be saved', async () => {
    const { device, tab } = await setUpUnsavedRow('answer-lost')
    await tab.imports.close()
    await device.deleteDatabase()
    device.isFull = false
    await tab.outbox.tryAgain()
    await expectSoon(() => savedKinds(device)).toEqual(['unknown'])
    device.crash(tab)
    const next = device.openTab()
    await next.imports.refresh()
    expect(next.imports.get().saved.map(({ counts }) => counts.unknown)).toEqual([1])
  })

  test('does not have a pet sent again by itself that another tab wrote back as waiting, and whose answer is lost', async () => {
    const { service, device } = setUpDevice({}, 'key-refused')
    const before = device.openTab()
    enter(before, rex)
    await expectWaiting(before, 'Rex')
    device.crash(before)
    const sending = openUnsteadyTab(device, service)
    const lagging = openUnsteadyTab(device, service)
    for (const { tab } of [sending, lagging]) {
      await tab.byHand.open()
      await expectWaiting(tab, 'Rex')
    }
    // The lagging tab does not read that Rex is on his way, and is the first to write.
    const slow = Promise.withResolvers<void>()
    for (const { world } of [sending, lagging]) world.waitsFor.reading = slow.promise
    sending.world.waitsFor.answer = slow.promise
    service.answers.push('answer-lost')
    void sending.tab.byHand.sendWaiting()
    await expectSoon(() => service.received).toHaveLength(2)
    await device.deleteDatabase()
    expect(await lagging.tab.byHand.add(mia).isWritten).toBe(true)
    slow.resolve()
    await waitForQuiet()
    expect(namesReceived(service).filter((name) => name === 'Rex')).toHaveLength(2)
    await expectSoon(() => itemNamed(sending.tab, 'Rex').entry.state.kind).toBe('unknown')
  })
})

describe('a newer version of the app', () => {
  test('that takes the database over pauses: what is typed stays on the screen, and is not sent', async () => {
    const { service, device, tab } = setUp()
    await enterUntil(tab, mia, 'added')
    const close = await openNewerDatabase()
    expect(await tab.byHand.add(rex).isWritten).toBe(false)
    await expectStorage(tab, 'newer')
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Mia added', 'Rex waiting (not saved)'])
    expect([tab.byHand.isBusy(), tab.outbox.wouldLoseSomething()]).toEqual([true, true])
    await tab.byHand.continueWithoutRecord()
    await tab.byHand.tryAgain()
    await waitForQuiet()
    expect(tab.outbox.storageState.get()).toBe('newer')
    expect(namesReceived(service)).toEqual(['Mia'])
    device.crash(tab)
    close()
  })

  test('that takes it over while a pet is on its way leaves that on the screen, with what the service answers', async () => {
    const { gate, service, device, tab } = await setUpSending({}, 'answer-lost')
    const close = await openNewerDatabase()
    enter(tab, mia)
    await expectStorage(tab, 'newer')
    // No sentence may say that nothing was sent.
    expect(tab.outbox.isBusy()).toBe(true)
    await expectShown(tab, 'Rex sending', 'Mia waiting (not saved)')
    gate.open()
    await expectShown(tab, 'Rex unknown (not saved)', 'Mia waiting (not saved)')
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Rex'])
    device.crash(tab)
    close()
  })

  test('that was there before, and was taken back since, keeps nobody from adding pets: a reload would not help', async () => {
    const { service, device } = setUp()
    const close = await openNewerDatabase()
    close()
    const tab = await openPage(device)
    expect(tab.outbox.storageState.get()).toBe('untested')
    enter(tab, rex)
    await expectStorage(tab, 'asking-newer')
    await tab.byHand.tryAgain()
    await waitForQuiet()
    expect(tab.outbox.storageState.get()).toBe('asking-newer')
    expect(service.received).toEqual([])
    await tab.byHand.continueWithoutRecord()
    await expectShown(tab, 'Rex added')
  })

  test('whose database is gone again lets what was typed be sent with "Try again"', async () => {
    const { service, device, tab } = setUp()
    await enterUntil(tab, mia, 'added')
    const close = await openNewerDatabase()
    enter(tab, rex)
    await expectStorage(tab, 'newer')
    close()
    await device.deleteDatabase()
    await tab.byHand.tryAgain()
    await expectShown(tab, 'Mia added', 'Rex added')
    expect(tab.outbox.storageState.get()).toBe('on-disk')
    expect(namesReceived(service)).toEqual(['Mia', 'Rex'])
  })

  test('is noticed without a press, by a tab that is open', async () => {
    const { device, tab } = setUp()
    await enterUntil(tab, mia, 'added')
    const close = await openNewerDatabase()
    await expectStorage(tab, 'newer')
    device.crash(tab)
    close()
  })

  test('is not looked for again and again: nothing but a reload helps', async () => {
    const { device, tab } = setUp()
    await enterUntil(tab, mia, 'added')
    const close = await openNewerDatabase()
    await expectStorage(tab, 'newer')
    await waitForQuiet()
    const open = vi.spyOn(indexedDB, 'open')
    await waitForQuiet()
    expect(open.mock.calls.length).toBe(0)
    device.crash(tab)
    close()
  })
})

describe('a tab that is gone', () => {
  test('without Web Locks, its pet becomes unknown after a minute in a tab that is open, by itself', async () => {
    const { device, tab } = await setUpSending({ hasLocks: false })
    const other = await openPage(device)
    await expectShown(other, 'Rex sending')
    device.crash(tab)
    device.passTime(59_000)
    await waitForQuiet()
    expect(shown(other)).toEqual(['Rex sending'])
    device.passTime(1001)
    await expectShown(other, 'Rex unknown')
  })

  test('with Web Locks, its pet becomes unknown as soon as another tab looks', async () => {
    const { device, tab } = await setUpSending({})
    const other = await openPage(device)
    expect(shown(other)).toEqual([])
    device.crash(tab)
    await other.byHand.open()
    await expectShown(other, 'Rex unknown')
  })

  test('with Web Locks, a tab that has seen its pet since finds out by itself', async () => {
    const { gate, device, tab } = await setUpSending({})
    const other = await openPage(device)
    device.crash(tab)
    gate.open()
    await enterUntil(other, mia, 'added')
    await expectShown(other, 'Rex sending', 'Mia added')
    passMinute(device)
    await expectShown(other, 'Rex unknown', 'Mia added')
  })

  test.each([
    ['the first write of this tab', 'untested', []],
    ['a later one', 'on-disk', ['Mia added']],
  ] as const)(
    'where its pet cannot be written, in %s, nobody is asked: nobody has pressed anything',
    async (_what, storage, before) => {
      const { gate, device, tab } = await setUpSending({})
      const other = await openPage(device)
      device.crash(tab)
      gate.open()
      if (storage === 'on-disk') await enterUntil(other, mia, 'added')
      device.isFull = true
      await other.byHand.open()
      await waitForQuiet()
      expect([other.outbox.storageState.get(), shown(other)]).toEqual([storage, ['Rex sending', ...before]])
      device.isFull = false
      await other.byHand.open()
      await expectShown(other, 'Rex unknown', ...before)
    },
  )

  test('a tab that is alive keeps its pet, however long the service takes', async () => {
    const { gate, device, tab } = await setUpSending({})
    const other = await openPage(device)
    passMinute(device)
    passMinute(device)
    await other.byHand.open()
    await waitForQuiet()
    expect([shown(tab), shown(other)]).toEqual([['Rex sending'], []])
    gate.open()
    await expectShown(tab, 'Rex added')
  })
})

describe('A pet that could not be written at once is asked about', () => {
  test('when another tab has added it by hand meanwhile, and leaves with no press for another pet', async () => {
    const { service, device } = setUpDevice({})
    const { disk, tab } = await openPageOnFragileDisk(device, service)
    await enterUntil(tab, mia, 'added')
    disk.isBroken = true
    enter(tab, rex)
    await expectShown(tab, 'Mia added', 'Rex waiting (not saved)')
    await enterUntil(await openPage(device), rex, 'added')
    disk.isBroken = false
    enter(tab, bo)
    await expectShown(tab, 'Mia added', 'Rex held', 'Bo added')
    expect(namesReceived(service)).toEqual(['Mia', 'Rex', 'Bo'])
  })

  test('when another tab has added it from a file meanwhile, by "Try again"', async () => {
    const { service, device } = setUpDevice({})
    const { disk, tab } = await openPageOnFragileDisk(device, service)
    await enterUntil(tab, mia, 'added')
    disk.isBroken = true
    enter(tab, rex)
    await expectShown(tab, 'Mia added', 'Rex waiting (not saved)')
    await startImport(await openPage(device), rex)
    await expectSoon(() => namesReceived(service)).toEqual(['Mia', 'Rex'])
    await waitForQuiet()
    disk.isBroken = false
    await tab.byHand.tryAgain()
    await expectShown(tab, 'Mia added', 'Rex held')
    expect(namesReceived(service)).toEqual(['Mia', 'Rex'])
  })

  test('by "Add without saving", when another tab has added it since the press', async () => {
    const { service, device } = setUpDevice({})
    const { disk, tab } = await openPageOnFragileDisk(device, service)
    disk.isFull = true
    enter(tab, rex)
    await expectStorage(tab, 'asking')
    await enterUntil(await openPage(device), rex, 'added')
    await tab.byHand.continueWithoutRecord()
    await expectShown(tab, 'Rex held')
    expect(namesReceived(service)).toEqual(['Rex'])
  })
})

describe('"Discard" that the disk does not take', () => {
  test('takes the pet off the screen, is asked about when leaving, and is written by "Try again"', async () => {
    const { service, device } = setUpDevice({}, 'added', 'key-refused')
    const tab = await openPage(device)
    await enterUntil(tab, bo, 'added')
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    device.isFull = true
    await press(tab, 'Discard', 'Rex')
    expect(shown(tab)).toEqual(['Bo added'])
    expect(tab.byHand.get().waiting).toEqual([])
    expect(tab.outbox.wouldLoseSomething()).toBe(true)
    device.isFull = false
    await tab.byHand.tryAgain()
    await expectSoon(tab.outbox.wouldLoseSomething).toBe(false)
    device.crash(tab)
    expect(shown(await openPage(device))).toEqual([])
    expect(namesReceived(service)).toEqual(['Bo', 'Rex'])
  })

  test('of a held pet is no press that comes later', async () => {
    const { service, device } = setUpDevice({}, 'answer-lost')
    const tab = await openPage(device)
    await enterUntil(tab, rex, 'unknown')
    await enterUntil(tab, rex, 'held')
    const held = tab.byHand.get().items.find(({ entry }) => entry.state.kind === 'held')
    device.isFull = true
    if (held !== undefined) await tab.byHand.discard(held.id)
    expect(shown(tab)).toEqual(['Rex unknown'])
    device.isFull = false
    await tab.byHand.tryAgain()
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex unknown'])
    expect(namesReceived(service)).toEqual(['Rex'])
  })

  test('because it is slow, and fails then, leaves nothing on the screen', async () => {
    const { service, device } = setUpDevice({})
    const { world, tab } = openUnsteadyTab(device, service)
    await tab.byHand.open()
    await enterUntil(tab, mia, 'added')
    const writing = Promise.withResolvers<void>()
    world.waitsFor.writing = writing.promise
    enter(tab, rex)
    await waitForQuiet()
    device.passTime(2001)
    await expectShown(tab, 'Mia added', 'Rex waiting (not saved)')
    const discarded = press(tab, 'Discard', 'Rex')
    await expectShown(tab, 'Mia added')
    world.isFull = true
    writing.reject(new StorageError('the disk hung'))
    await discarded
    expect(shown(tab)).toEqual(['Mia added'])
    world.isFull = false
    world.waitsFor.writing = Promise.resolve()
    await enterUntil(tab, bo, 'added')
    expect(shown(tab)).toEqual(['Mia added', 'Bo added'])
    expect(tab.byHand.isBusy()).toBe(false)
    expect(namesReceived(service)).toEqual(['Mia', 'Bo'])
  })

  test('while the pet is being sent shows what became of it', async () => {
    const { gate, service, device, tab } = await setUpSending({}, 'added')
    const { entry } = itemNamed(tab, 'Rex')
    // The press was aimed at the card of a moment before.
    void tab.outbox.senderOf(entry.batch).discard({ ...entry, state: { kind: 'waiting' } })
    await waitForQuiet()
    gate.open()
    await expectShown(tab, 'Rex added')
    expect(service.received).toHaveLength(1)
    device.crash(tab)
  })
})

describe('when the data of the site is cleared, which signs out, and somebody signs in again', () => {
  const ORDERS = ['signed out first', 'deleted first'] as const

  async function clearSiteData(device: Device, tab: Tab, order: (typeof ORDERS)[number]): Promise<void> {
    if (order === 'signed out first') tab.signOut()
    await device.deleteDatabase()
    if (order === 'deleted first') tab.signOut()
    await waitForQuiet()
    device.signInId = 'key 2'
  }

  test.each(ORDERS)(
    'no row of the import that was open is lost, or sent without a question: %s',
    async (order) => {
      const { service, device, tab } = setUp('answer-lost', 'key-refused')
      await startImport(tab, rex, mia, bo)
      await expectPaused(tab)
      await clearSiteData(device, tab, order)
      await tab.imports.refresh()
      expect(tab.imports.get().saved).toMatchObject([{ counts: { unknown: 1, waiting: 2 } }])
      await enterUntil(tab, rex, 'held')
      expect(namesReceived(service)).toEqual(['Rex', 'Mia'])
    },
  )

  test.each(ORDERS)('a pet that is unconfirmed is still asked about: %s', async (order) => {
    const { service, device, tab } = setUp('answer-lost')
    await enterUntil(tab, rex, 'unknown')
    await clearSiteData(device, tab, order)
    enter(tab, rex)
    await expectShown(tab, 'Rex unknown', 'Rex held')
    expect(namesReceived(service)).toEqual(['Rex'])
  })

  test('rows that another tab has sent since are not written back as they were when the import was closed here', async () => {
    const { service, device, tab } = setUp('key-refused')
    const { record } = await saveWaitingImport(tab, rex)
    const other = device.openTab()
    expect(await other.imports.resume(record.id)).toBe('opened')
    await expectRows(other, 'added')
    device.crash(other)
    await device.deleteDatabase()
    await tab.imports.refresh()
    expect(tab.imports.get().saved).toEqual([])
    expect(await tab.outbox.read(({ findAll }) => findAll(['batch']))).toEqual([])
    expect(service.pets).toHaveLength(1)
  })
})

describe('two environments at one address, in a tab that goes on without a record', () => {
  const NORTH = { id: 'north', name: 'North', baseUrl: BASE_URL }
  const SOUTH = { id: 'south', name: 'South', baseUrl: BASE_URL }

  /** Opens both environments in one tab, on a disk that is full. */
  async function openBoth(...answers: readonly Answer[]) {
    const { service, device } = setUpDevice({}, ...answers)
    device.isFull = true
    const recordPlace = createRecordPlace()
    const north = await openPage(device, { environment: NORTH, otherEnvironments: [SOUTH], recordPlace })
    const south = await openPage(device, { environment: SOUTH, otherEnvironments: [NORTH], recordPlace })
    return { service, device, north, south }
  }

  test('A pet like one that is unconfirmed in the other environment is asked about', async () => {
    const { service, north, south } = await openBoth('answer-lost')
    enter(north, rex)
    await goOnWithoutRecord(north)
    await expectShown(north, 'Rex unknown')
    enter(south, rex)
    await expectShown(south, 'Rex held')
    expect(service.received).toHaveLength(1)
  })

  test('What was entered in the other one before the person decided is written in memory, too, and waits for a press', async () => {
    const { service, north, south } = await openBoth()
    enter(north, mia)
    await expectStorage(north, 'asking')
    enter(south, rex)
    await expectShown(south, 'Rex waiting (not saved)')
    await goOnWithoutRecord(north)
    await expectShown(north, 'Mia added')
    await expectShown(south, 'Rex waiting')
    expect(service.received).toHaveLength(1)
    await south.byHand.sendWaiting()
    await expectShown(south, 'Rex added')
  })
})
