// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test, vi } from 'vitest'
import { type Answer, BASE_URL, createSharedText, type Device } from '#tests/support/device.ts'
import { openNewerDatabase, openPageOnFragileDisk } from '#tests/support/outbox-faults.ts'
import {
  correctionsOf,
  bo,
  enter,
  enterUntil,
  enterWithFullDisk,
  expectCheck,
  expectFinished,
  expectRows,
  expectShown,
  expectSoon,
  expectStorage,
  goOnWithoutRecord,
  expectWaiting,
  itemNamed,
  mia,
  namesReceived,
  openImport,
  openPage,
  passMinute,
  press,
  rex,
  saveWaitingImport,
  rowsOf,
  savedKinds,
  setUp,
  setUpDevice,
  shown,
  startImport,
  waitForQuiet,
  rowWithProblem,
} from '#tests/support/outbox-scenario.ts'
import { pressOf } from '#src/outbox/entry-rules.ts'
import { StorageError } from '#src/outbox/ledger/ledger.ts'
import { createRecordPlace } from '#src/outbox/storage.ts'

const tom = { ...rex, name: 'Tom' }

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

/** Opens a tab that has gone on without a record, and in which Rex waits. The disk works again. */
async function setUpWaitingInMemory() {
  const { service, device } = setUpDevice({})
  const tab = await openPage(device)
  enterWithFullDisk(device, tab, mia)
  await goOnWithoutRecord(tab)
  await expectShown(tab, 'Mia added')
  service.answers.push('key-refused')
  enter(tab, rex)
  await expectWaiting(tab, 'Rex')
  device.isFull = false
  return { device, tab }
}

async function passTurns(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) await new Promise((resolve) => setImmediate(resolve))
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
    const { device, tab } = await setUpWaitingInMemory()
    const other = await openPage(device)
    await enterUntil(other, rex, 'added')
    await tab.byHand.sendWaiting()
    await expectShown(tab, 'Mia added', 'Rex held')
    await press(tab, 'Add it anyway', 'Rex')
    await expectShown(tab, 'Mia added', 'Rex added')
  })

  test('asks about what the other tab has added while the page slept, even if the page fell asleep while it was reading', async () => {
    const { device, tab } = await setUpWaitingInMemory()
    const begun = Promise.withResolvers<void>()
    const getAll = vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementationOnce(() => {
      tab.goToSleep()
      begun.resolve()
      throw new DOMException('The transaction was aborted.', 'AbortError')
    })
    const reading = tab.byHand.refresh()
    await begun.promise
    getAll.mockRestore()
    const other = await openPage(device)
    await enterUntil(other, rex, 'added')
    tab.wakeUp()
    await reading
    await tab.byHand.sendWaiting()
    await expectShown(tab, 'Mia added', 'Rex held')
  })

  test('keeps no claim of a pet that was not sent, in whatever moment its page falls asleep', async () => {
    const turns = Array.from({ length: 40 }, (_, turn) => turn)
    for (const turn of turns) {
      const { device, tab } = await setUpWaitingInMemory()
      void tab.byHand.sendWaiting()
      await passTurns(turn)
      tab.goToSleep()
      await passTurns(30)
      tab.wakeUp()
      await waitForQuiet()
      expect(shown(tab), `after ${turn} turns`).not.toContain('Rex sending')
      await tab.byHand.sendWaiting()
      await expectShown(tab, 'Mia added', 'Rex added')
      device.crash(tab)
    }
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

describe('two environments at one address, in a tab that goes on without a record', () => {
  const NORTH = { id: 'north', name: 'North', baseUrl: BASE_URL }
  const SOUTH = { id: 'south', name: 'South', baseUrl: BASE_URL }

  /** Opens both environments in one tab, on a disk that is full. */
  async function openBoth(...answers: readonly Answer[]) {
    const { service, device } = setUpDevice({}, ...answers)
    return { service, ...(await openBothOn(device)) }
  }

  async function openBothOn(device: Device) {
    device.isFull = true
    const recordPlace = createRecordPlace()
    const north = await openPage(device, { environment: NORTH, otherEnvironments: [SOUTH], recordPlace })
    const south = await openPage(device, { environment: SOUTH, otherEnvironments: [NORTH], recordPlace })
    return { north, south }
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

  test('What the other one shows is written back once the database is deleted, and is asked about', async () => {
    const { service, device } = setUpDevice({}, 'answer-lost')
    const earlier = await openPage(device, { environment: NORTH, otherEnvironments: [SOUTH] })
    await enterUntil(earlier, rex, 'unknown')
    device.crash(earlier)
    const { north, south } = await openBothOn(device)
    await expectShown(north, 'Rex unknown')
    enter(south, mia)
    await goOnWithoutRecord(south)
    await expectShown(south, 'Mia added')
    device.isFull = false
    await device.deleteDatabase()
    enter(north, rex)
    await expectShown(north, 'Rex unknown', 'Rex held')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia'])
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
