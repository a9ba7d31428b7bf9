// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import type { NewPet } from '#src/pets/pet.ts'
import {
  type Answer,
  createPatientLedger,
  type Device,
  type Order,
  type Service,
  type Tab,
} from '#tests/support/device.ts'
import { openPageOnFragileDisk, openUnsteadyTab } from '#tests/support/outbox-faults.ts'
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
  includeRows,
  itemNamed,
  mia,
  namesReceived,
  openImport,
  openPage,
  passMinute,
  press,
  rex,
  rowIds,
  rowsOf,
  savedKinds,
  setUp,
  setUpDevice,
  setUpSending,
  shown,
  startImport,
  waitForQuiet,
  setUpUnsavedRow,
} from '#tests/support/outbox-scenario.ts'
import { pressOf } from '#src/outbox/entry-rules.ts'
import { StorageError } from '#src/outbox/ledger/ledger.ts'
import { createRecordPlace, type RecordPlace } from '#src/outbox/storage.ts'

const rexy = { ...rex, name: 'Rexy' }

const tom = { ...rex, name: 'Tom' }

/** Returns the rows of the open import: "Rex added". */
const shownRows = (tab: Tab) =>
  openImport(tab)
    .get()
    .entries.map(({ newPet, state }) => `${newPet?.name} ${state.kind}`)

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

  test('"Resume" sends nothing if it is pressed before it is known that a row could not be left out again', async () => {
    let isNextWriteFailing = false
    const order: Order = async (act, what) => {
      if (what !== 'write' || !isNextWriteFailing) return act()
      isNextWriteFailing = false
      device.isFull = true
      return act().finally(() => {
        device.isFull = false
      })
    }
    const { service, device } = setUpDevice({ order }, 'answer-lost', 'key-refused')
    const tab = await openPage(device)
    await enterUntil(tab, rex, 'unknown')
    await startImport(tab, mia, rex)
    await expectPaused(tab)
    await includeRows(tab)
    await expectRows(tab, 'waiting', 'waiting')
    await waitForQuiet()
    isNextWriteFailing = true
    const rows = openImport(tab).get().entries.slice(1)
    await Promise.all([openImport(tab).leaveOut(rows), openImport(tab).resume()])
    await expectRows(tab, 'waiting', 'waiting')
    expect(tab.outbox.storageState.get()).toBe('failed')
    expect(service.pets.map(({ name }) => name)).toEqual(['Rex'])
    expect(namesReceived(service)).toEqual(['Rex', 'Mia'])
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

  test('an import that is closed meanwhile keeps its lock until its row is answered, also where the disk works again', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ order: gate.order })
    const tab = device.openTab()
    gate.close()
    await startImport(tab, rex, mia)
    await expectSoon(() => service.received).toHaveLength(1)
    const { record } = openImport(tab)
    device.isFull = true
    enter(tab, bo)
    await expectStorage(tab, 'failed')
    void tab.imports.close()
    device.isFull = false
    void tab.byHand.tryAgain()
    await waitForQuiet()
    const other = await openPage(device)
    expect(await other.imports.resume(record.id)).toBe('elsewhere')
    gate.open()
    await waitForQuiet()
    expect(await other.imports.resume(record.id)).toBe('opened')
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
    // Either visit may be written first: it depends on when signing out comes.
    expect(savedKinds(device).toSorted()).toEqual(['added', 'added', 'waiting'])
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

  test('A pet whose claim was written, although the disk did not say so, is shown as waiting, and is sent once the disk works again.', async () => {
    const { service, device } = setUpDevice({}, 'added', 'key-refused')
    const { disk, tab } = await openPageOnFragileDisk(device, service)
    await enterUntil(tab, mia, 'added')
    enter(tab, rex)
    await expectSoon(() => tab.byHand.get().run).toEqual({ phase: 'paused', reason: 'key' })
    disk.losesConnection = true
    await tab.byHand.sendWaiting()
    await expectStorage(tab, 'failed')
    await waitForQuiet()
    device.passTime(2001)
    await expectShown(tab, 'Mia added', 'Rex waiting (not saved)')
    disk.losesConnection = false
    disk.isBroken = false
    await tab.byHand.tryAgain()
    await expectShown(tab, 'Mia added', 'Rex added')
    expect(namesReceived(service)).toEqual(['Mia', 'Rex', 'Rex'])
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

/**
 * Opens a tab whose disk cannot be read any more when the answer comes to what `act` has sent. The
 * disk can still be written.
 */
async function sendUntilUnreadable(
  answer: Answer,
  act: (tab: Tab) => unknown,
  options: Parameters<typeof setUpDevice>[0] = {},
) {
  const { service, device } = setUpDevice(options, answer)
  const { world, tab } = openUnsteadyTab(device, service)
  const answered = Promise.withResolvers<void>()
  world.waitsFor.answer = answered.promise
  await tab.byHand.open()
  void act(tab)
  await expectSoon(() => service.received).toHaveLength(1)
  await waitForQuiet()
  world.isUnreadable = true
  answered.resolve()
  await waitForQuiet()
  return { world, device, tab }
}

/** Opens the page for pets by hand in a tab whose disk can become full at a certain moment. */
async function setUpDiskThatFills(...answers: readonly Answer[]) {
  const gate = createHoldSwitch('answer')
  const { service, device } = setUpDevice({ order: gate.order }, ...answers)
  const tab = await openPage(device)

  /** Has `send` send one pet, and fills the disk before its answer. Then a minute passes. */
  const fillDiskBeforeAnswerTo = async (send: () => unknown): Promise<void> => {
    const requestsBefore = service.received.length
    gate.close()
    void send()
    await expectSoon(() => service.received).toHaveLength(requestsBefore + 1)
    device.isFull = true
    gate.open()
    await expectStorage(tab, 'failed')
    passMinute(device)
    await waitForQuiet()
  }

  return { device, tab, fillDiskBeforeAnswerTo }
}

describe('a pet whose answer could not be written is that of its own entry', () => {
  test('It is not found for another unconfirmed pet that is like it.', async () => {
    const { tab, fillDiskBeforeAnswerTo } = await setUpDiskThatFills('request-lost')
    await enterUntil(tab, rex, 'unknown')
    await enterUntil(tab, rex, 'held')
    await fillDiskBeforeAnswerTo(() => press(tab, 'Add it anyway', 'Rex'))
    await expectShown(tab, 'Rex unknown', 'Rex added (not saved)')
    const checks = () => tab.byHand.get().items.map(({ check }) => check?.kind)
    await expectSoon(checks).toEqual([undefined, 'not-added'])
  })

  test.each<[kind: string, answer: Answer]>([
    ['added', 'added'],
    ['unknown', 'answer-lost'],
  ])('It is no possible duplicate of a pet that was added before, where it is %s.', async (kind, answer) => {
    const { device, tab, fillDiskBeforeAnswerTo } = await setUpDiskThatFills('added', answer)
    await enterUntil(tab, rex, 'added')
    await fillDiskBeforeAnswerTo(() => enter(tab, rex))
    tab.showAllPets()
    await waitForQuiet()
    passMinute(device)
    tab.showAllPets()
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex added', `Rex ${kind} (not saved)`])
    expect(tab.byHand.get().items.flatMap(({ duplicates }) => duplicates)).toEqual([])
  })

  test('It is no possible duplicate of its own row, which was sent in this sign-in.', async () => {
    const { tab, fillDiskBeforeAnswerTo } = await setUpDiskThatFills()
    await fillDiskBeforeAnswerTo(() => startImport(tab, rex))
    await expectRows(tab, 'added')
    await openImport(tab).checkList()
    expect(openImport(tab).get().check).toMatchObject({
      kind: 'checked',
      duplicates: [],
      duplicatesMayBeMissing: 'no',
    })
  })
})

describe('what could not be read is read again after 2 s', () => {
  test('An import that was paused because nobody knew whether a row waits is finished.', async () => {
    const { world, device, tab } = await sendUntilUnreadable('added', (opened) => startImport(opened, rex))
    expect(openImport(tab).get().run).toEqual({ phase: 'paused', reason: 'storage' })
    world.isUnreadable = false
    device.passTime(2000)
    await expectFinished(tab)
    await expectRows(tab, 'added')
  })

  test('Until then nothing is read, also where no lock tells which batches other tabs have.', async () => {
    const { world, tab } = await sendUntilUnreadable('added', (opened) => enter(opened, rex), {
      hasLocks: false,
    })
    expect(tab.byHand.get().run).toEqual({ phase: 'paused', reason: 'storage' })
    const { reads } = world
    await waitForQuiet()
    expect(world.reads).toBe(reads)
  })

  test('An unconfirmed pet says what the lists have of it.', async () => {
    const { world, device, tab } = await sendUntilUnreadable('answer-lost', (opened) => enter(opened, rex))
    expect(itemNamed(tab, 'Rex').isAssessed).toBe(false)
    world.isUnreadable = false
    device.passTime(2000)
    await expectCheck(tab, 'Rex', 'found')
  })
})

/** Opens an environment whose connection to the disk answers no more, until it is opened anew. */
async function openWithDeadConnection(device: Device, service: Service, recordPlace: RecordPlace) {
  const connection = { isDead: false }
  const throwIfDead = () => {
    if (connection.isDead) throw new StorageError('no answer')
  }
  const tab = await openPage(device, {
    recordPlace,
    environment: { id: 'north', name: 'North', baseUrl: 'https://north.petstore.test/v1' },
    openLedger(options) {
      const disk = createPatientLedger(options)
      return {
        ...disk,
        reconnect: () => {
          connection.isDead = false
          disk.reconnect()
        },
        read: async (act) => {
          throwIfDead()
          return disk.read(act)
        },
        write: async (act) => {
          throwIfDead()
          return disk.write(act)
        },
      }
    },
    createPet: async (newPet) => service.receive(newPet, device.signInId, () => undefined),
  })
  return { connection, tab }
}

test('"Try again" opens the connections of all environments of the tab anew', async () => {
  const { service, device } = setUpDevice({})
  const recordPlace = createRecordPlace()
  const staging = await openPage(device, { recordPlace })
  const { connection, tab: north } = await openWithDeadConnection(device, service, recordPlace)
  enter(north, mia)
  await expectShown(north, 'Mia added')
  connection.isDead = true
  enter(north, rex)
  await expectStorage(north, 'failed')
  // The press ends with a pause, so that only another one sends Rex.
  await expectSoon(() => north.byHand.get().run).toEqual({ phase: 'paused', reason: 'storage' })
  await staging.byHand.tryAgain()
  await expectStorage(staging, 'on-disk')
  await expectShown(north, 'Mia added', 'Rex waiting')
})
