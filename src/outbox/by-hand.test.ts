// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { createSlowLists, openUnsteadyTab, sendNextTwice } from '#tests/support/outbox-faults.ts'
import { BASE_URL, createSharedTexts, createSharedText } from '#tests/support/device.ts'
import {
  bo,
  createHoldSwitch,
  enter,
  enterUntil,
  enterWithFullDisk,
  expectCheck,
  expectMaySendAgain,
  expectShown,
  expectSoon,
  expectStorage,
  expectWaiting,
  itemNamed,
  mia,
  openPage,
  passMinute,
  press,
  rex,
  savedKinds,
  setUp,
  setUpDevice,
  setUpSending,
  shown,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { createByHand } from './by-hand.ts'
import type { Entry } from './entry.ts'
import { createIndexedDbLedger } from './ledger/indexed-db.ts'
import { conflictText } from './conflict-text.ts'
import { petsFound } from './lists/verdict.ts'
import { markAdded } from './transitions/decide.ts'

const textOf = (conflict: Entry) =>
  conflictText(conflict, { environmentId: 'staging', baseUrl: BASE_URL }, new Map())

describe('leaving the page', () => {
  test('is asked about while something waits in this visit', async () => {
    const { tab } = setUp('key-refused')
    const { isBusy } = tab.byHand
    expect(isBusy()).toBe(false)
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    expect(isBusy()).toBe(true)
    await tab.byHand.sendWaiting()
    await expectShown(tab, 'Rex added')
    expect(isBusy()).toBe(false)
  })

  test('is not asked about for what waits on the disk since another visit', async () => {
    const { tab } = setUp('key-refused')
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    tab.signOut()
    await tab.byHand.open()
    await expectWaiting(tab, 'Rex')
    expect(tab.byHand.isBusy()).toBe(false)
  })

  test('is asked about for what is not saved, also of another visit, which no button but "Try again" can send', async () => {
    const { device, tab } = setUp('key-refused')
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    enterWithFullDisk(device, tab, bo)
    await expectStorage(tab, 'failed')
    tab.signOut()
    await tab.byHand.open()
    await expectShown(tab, 'Rex waiting', 'Bo waiting (not saved)')
    expect(tab.byHand.isBusy()).toBe(true)
    await expectWaiting(tab, 'Rex')
    device.isFull = false
    await enterUntil(tab, { ...rex, name: 'Kim' }, 'added')
    await tab.byHand.tryAgain()
    await expectWaiting(tab, 'Rex', 'Bo')
    expect([tab.outbox.wouldLoseSomething(), tab.byHand.isBusy()]).toEqual([false, false])
  })
})

describe('what is shown', () => {
  test('a pet whose second request was refused was sent when its first request was', async () => {
    const { service, device, tab } = setUp('request-lost')
    const firstSentAt = device.now
    await enterUntil(tab, rex, 'unknown')
    device.passTime(3 * 60 * 60 * 1000)
    await tab.byHand.refresh()
    await expectMaySendAgain(tab, 'Rex')
    service.answers.push('key-refused')
    await press(tab, 'Add it again', 'Rex')
    await expectShown(tab, 'Rex unknown')
    expect(textOf(itemNamed(tab, 'Rex').entry)).toBe(`sent at ${formatTime(firstSentAt)}, not confirmed`)
  })

  test('a pet is not said to be perhaps added because of one that certainly was not', async () => {
    const { service, device, tab: before } = setUp('request-lost')
    await enterUntil(before, rex, 'unknown')
    const unknownId = itemNamed(before, 'Rex').id
    device.crash(before)
    const tab = await openPage(device)
    await enterUntil(tab, rex, 'held')
    passMinute(device)
    await tab.byHand.refresh()
    const itemOf = (kind: string) => tab.byHand.get().items.find(({ entry }) => entry.state.kind === kind)
    await expectSoon(() => itemOf('unknown')?.check?.kind).toBe('not-added')
    service.answers.push('rejected')
    await tab.byHand.sendAgain(unknownId)
    await expectSoon(() => device.saved.get(unknownId)?.state.kind).toBe('rejected')
    await tab.byHand.refresh()
    await expectSoon(() => itemOf('held')?.conflicts).toEqual([])
  })

  test('the newest pet comes first, and each has the time at which it was entered', async () => {
    const { device, tab } = setUp()
    const start = device.now
    await enterUntil(tab, rex, 'added')
    device.passTime(1000)
    await enterUntil(tab, mia, 'added')
    const items = tab.byHand.get().items.map(({ entry }) => [entry.newPet?.name, entry.enteredAt - start])
    expect(items).toEqual([
      ['Mia', 1000],
      ['Rex', 0],
    ])
  })

  test('what holds a pet is named; other pets are held by nothing', async () => {
    const { tab } = setUp('rejected')
    await enterUntil(tab, rex, 'rejected')
    const { id } = itemNamed(tab, 'Rex')
    enter(tab, bo, id)
    await expectShown(tab, 'Bo added')
    // The page may still show Rex as rejected.
    enter(tab, mia, id)
    await expectShown(tab, 'Bo added', 'Mia held')
    const names = (name: string) => itemNamed(tab, name).conflicts.map(({ newPet }) => newPet?.name)
    await expectSoon(() => names('Mia')).toEqual(['Bo'])
    expect(names('Bo')).toEqual([])
    expect(itemNamed(tab, 'Mia').conflicts.map(textOf)).toEqual([
      expect.stringMatching(/^added at .* \(ID 1000\)$/),
    ])
    await press(tab, 'Add it anyway', 'Mia')
    await expectShown(tab, 'Bo added', 'Mia added')
  })

  test('two unconfirmed look-alikes of one visit are looked for in the same lists, and are no conflict', async () => {
    const { tab } = setUp('request-lost', 'request-lost')
    await enterUntil(tab, rex, 'unknown')
    await enterUntil(tab, rex, 'held')
    await press(tab, 'Add it anyway', 'Rex')
    await expectShown(tab, 'Rex unknown', 'Rex unknown')
    await expectCheck(tab, 'Rex', 'not-found-yet')
    await waitForQuiet()
    expect(tab.byHand.get().items.map(({ conflicts }) => conflicts)).toEqual([[], []])
  })

  test('a pet that another tab has written is read again here', async () => {
    const { device, tab } = setUp('key-refused')
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    device.crash(tab)
    const other = await openPage(device)
    const third = await openPage(device)
    await press(other, 'Discard', 'Rex')
    await expectShown(third)
  })

  test('a pet that another tab is about to send is that tab’s to show', async () => {
    const { gate, device, tab } = await setUpSending({})
    enter(tab, mia)
    await expectSoon(() => savedKinds(device)).toEqual(['sending', 'waiting'])
    const other = await openPage(device)
    expect(shown(other)).toEqual([])
    gate.open()
    await expectShown(tab, 'Rex added', 'Mia added')
  })
})

/** Rex waits for staging at its first address. */
async function setUpWaiting() {
  const { service, device, tab } = setUp('key-refused')
  enter(tab, rex)
  await expectWaiting(tab, 'Rex')
  device.crash(tab)
  return { service, device }
}

describe('an environment that has moved', () => {
  test('to another name shows what waits, which can be sent', async () => {
    const { device } = await setUpWaiting()
    const renamed = await openPage(device, { environment: { id: 'other', name: '', baseUrl: BASE_URL } })
    await expectWaiting(renamed, 'Rex')
  })

  test('to another address shows what waits, which can only be discarded', async () => {
    const { service, device } = await setUpWaiting()
    const moved = await openPage(device, {
      environment: { id: 'staging', name: '', baseUrl: 'https://other.test' },
    })
    expect([...shown(moved), ...moved.byHand.get().waiting]).toEqual(['Rex waiting'])
    await press(moved, 'Discard', 'Rex')
    await expectShown(moved)
    expect(savedKinds(device)).toEqual(['discarded'])
    expect(service.received).toHaveLength(1)
  })

  test('is not meant by another environment', async () => {
    const { device } = await setUpWaiting()
    const other = await openPage(device, {
      environment: { id: 'other', name: '', baseUrl: 'https://other.test' },
    })
    expect(shown(other)).toEqual([])
  })
})

describe('"This is it"', () => {
  test('at the wrong one of two pets does not prove that the other pet is missing', async () => {
    const { device, tab } = setUp('answer-lost', 'answer-lost')
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'found')
    await enterUntil(tab, rex, 'held')
    await press(tab, 'Add it anyway', 'Rex')
    await expectShown(tab, 'Rex unknown', 'Rex unknown')
    passMinute(device)
    // The newest comes first. It can only be the second pet: the first one was there before it was
    // sent.
    await expectSoon(() =>
      tab.byHand.get().items.map(({ check }) => petsFound(check).map(({ id }) => id)),
    ).toEqual([['1001'], ['1000', '1001']])
    const [, older] = tab.byHand.get().items
    await tab.byHand.markAdded(older?.id ?? 'none 0', int64('1001'))
    await expectShown(tab, 'Rex added', 'Rex unknown')
    await expectSoon(() => tab.byHand.get().items[0]?.check?.kind).toBe('may-be-taken')
  })

  test('leaves the other pets that were found, if any, as possible duplicates', async () => {
    const { service, device, tab } = setUp('answer-lost', 'answer-lost')
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'found')
    service.create(rex, 'key 1')
    device.passTime(1)
    await enterUntil(tab, mia, 'unknown')
    await expectCheck(tab, 'Mia', 'found')
    await expectSoon(() => itemNamed(tab, 'Rex').check).toMatchObject({
      pets: [{ id: '1000' }, { id: '1001' }],
    })
    await press(tab, 'This is it, ID 1002', 'Mia')
    await press(tab, 'This is it, ID 1000', 'Rex')
    await expectShown(tab, 'Rex added', 'Mia added')
    expect(itemNamed(tab, 'Mia').entry.state).toMatchObject({
      kind: 'added',
      id: '1002',
      confirmedTo: 'key 1',
      isByPerson: true,
    })
    expect(itemNamed(tab, 'Rex').entry.state).toMatchObject({
      kind: 'added',
      id: '1000',
      confirmedTo: 'key 1',
      isByPerson: true,
    })
    await expectSoon(() => itemNamed(tab, 'Rex').duplicates).toMatchObject([{ id: '1001' }])
  })

  test('a pet that was found twice in the lists is offered once', async () => {
    const { tab } = setUp('answer-lost')
    await enterUntil(tab, rex, 'unknown')
    await expectSoon(() => itemNamed(tab, 'Rex').check).toMatchObject({ pets: [{ id: int64('1000') }] })
    const { check } = itemNamed(tab, 'Rex')
    expect(check?.kind === 'found' && check.pets).toHaveLength(1)
  })
})

describe('"Add it again"', () => {
  test('reads the lists first, and says so; a pet that was on the screen by then does not stop it', async () => {
    const slowLists = createSlowLists()
    const { service, device } = setUpDevice({ order: slowLists.order }, 'request-lost')
    const tab = device.openTab()
    service.create(rex, 'key 1')
    for (let reading = 0; reading < 2; reading += 1) slowLists.letOneReadingThrough()
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'found')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    const pressed = press(tab, 'Add it again', 'Rex')
    await expectCheck(tab, 'Rex', 'checking')
    expect(service.received).toHaveLength(1)
    slowLists.letOneReadingThrough()
    await pressed
    await expectShown(tab, 'Rex added')
    // An earlier request may still have added the one that was found.
    await expectSoon(() => itemNamed(tab, 'Rex').check).toMatchObject({
      kind: 'found',
      pets: [{ id: '1000' }],
    })
  })

  test('that fails can be pressed again', async () => {
    const { device, tab } = setUp('answer-lost')
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    const byHand = createByHand(
      { ...tab.outbox, sendAgain: () => Promise.reject(new Error('broken')) },
      createSharedText(),
      createSharedTexts(),
    )
    await byHand.open()
    const checks = () => byHand.get().items.map(({ check }) => check?.kind)
    await expectSoon(checks).toEqual(['found'])
    await expect(byHand.sendAgain(itemNamed(tab, 'Rex').id)).rejects.toThrow('broken')
    await byHand.open()
    expect(checks()).toEqual(['found'])
  })

  test('that was pressed for one pet sends no other one', async () => {
    const { service, device, tab } = setUp('request-lost', 'request-lost')
    await enterUntil(tab, rex, 'unknown')
    await enterUntil(tab, mia, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    await press(tab, 'Add it again', 'Rex')
    await expectShown(tab, 'Rex added', 'Mia unknown')
    expect(service.received).toHaveLength(3)
  })
})

test('A pet that is entered beside an unconfirmed one does not wait for a press, not even for a moment', async () => {
  const reading = createHoldSwitch('read')
  const { service, device } = setUpDevice({ order: reading.order }, 'request-lost')
  const tab = await openPage(device)
  await enterUntil(tab, rex, 'unknown')
  await waitForQuiet()
  reading.close()
  enter(tab, mia)
  await expectSoon(() => service.received).toHaveLength(2)
  reading.open()
  await expectShown(tab, 'Rex unknown', 'Mia added')
})

describe('what was entered before the page was loaded', () => {
  test('is shown, also where the page was gone before it heard that the pet was added', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ order: gate.order })
    const tabText = createSharedText()
    const gone = await openPage(device, { tabText })
    gate.close()
    enter(gone, rex)
    await expectSoon(() => service.received).toHaveLength(1)
    const { entry } = itemNamed(gone, 'Rex')
    device.crash(gone)
    await createIndexedDbLedger().write(({ put }) =>
      put({ ...entry, state: { kind: 'added', id: int64('1000'), confirmedTo: device.signInId } }),
    )
    const tab = await openPage(device, { tabText })
    await expectShown(tab, 'Rex added')
  })

  test.each<[hoursLater: string, hours: number]>([
    ['', 0],
    [' two hours after the pet was sent', 2],
  ])(
    'is shown, also where the page was gone before it heard that "This is it" was written%s',
    async (_hoursLater, hours) => {
      const writing = createHoldSwitch('write')
      const { device } = setUpDevice({ order: writing.order }, 'answer-lost')
      const closed = await openPage(device)
      await enterUntil(closed, rex, 'unknown')
      device.crash(closed)
      device.now += hours * 3_600_000
      const tabText = createSharedText()
      const gone = await openPage(device, { tabText })
      await expectCheck(gone, 'Rex', 'found')
      const { id } = itemNamed(gone, 'Rex')
      writing.close()
      void press(gone, 'This is it, ID 1000', 'Rex')
      await waitForQuiet()
      device.crash(gone)
      await createIndexedDbLedger().write((ledger) =>
        markAdded(ledger, [{ entryId: id, petId: int64('1000') }], {
          signInId: device.signInId,
          markedAt: device.now,
        }),
      )
      writing.open()
      const tab = await openPage(device, { tabText })
      await expectShown(tab, 'Rex added')
    },
  )

  test('is shown, also where another tab has sent it', async () => {
    const writing = createHoldSwitch('write')
    const { device } = setUpDevice({ order: writing.order })
    const tabText = createSharedText()
    const gone = await openPage(device, { tabText })
    writing.close()
    enter(gone, rex)
    await waitForQuiet()
    device.crash(gone)
    writing.open()
    const reloaded = await openPage(device, { tabText })
    await expectWaiting(reloaded, 'Rex')
    device.crash(reloaded)
    const other = await openPage(device)
    await expectWaiting(other, 'Rex')
    await other.byHand.sendWaiting()
    await expectShown(other, 'Rex added')
    await expectShown(await openPage(device, { tabText }), 'Rex added')
  })

  test('is read as soon as the disk can be read, and what a tab that is gone was sending is then unconfirmed', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ order: gate.order })
    const gone = await openPage(device)
    gate.close()
    enter(gone, rex)
    await expectSoon(() => service.received).toHaveLength(1)
    device.crash(gone)
    gate.open()
    const { world, tab } = openUnsteadyTab(device, service)
    world.isUnreadable = true
    await tab.byHand.open()
    expect(tab.byHand.get()).toMatchObject({ items: [], earlierPets: 'unreadable' })
    device.passTime(2000)
    await waitForQuiet()
    expect(tab.byHand.get().earlierPets).toBe('unreadable')
    world.isUnreadable = false
    device.passTime(2000)
    await expectShown(tab, 'Rex unknown')
    expect(tab.byHand.get().earlierPets).toBe('read')
  })

  test('is read once: coming back to the page while the disk is busy asks no more questions than usual', async () => {
    const { service, device } = setUpDevice({})
    await enterUntil(await openPage(device), rex, 'added')
    const { world, tab } = openUnsteadyTab(device, service)
    await tab.byHand.open()
    const reading = Promise.withResolvers<void>()
    world.waitsFor.reading = reading.promise
    void tab.byHand.open()
    device.passTime(1001)
    await waitForQuiet()
    expect(tab.byHand.get().earlierPets).toBe('read')
    enter(tab, rex)
    reading.resolve()
    await expectShown(tab, 'Rex added')
  })
})

describe('the lists', () => {
  test('that could not be read are said to have failed, and are read again after a minute', async () => {
    const { service, device } = setUpDevice({}, 'answer-lost')
    let isDown = true
    const tab = device.openTab({
      async listPets({ status }) {
        if (isDown) throw new Error('down')
        const list = service.list('key 1', status)
        return { pets: list, unreadable: [], returned: list.length }
      },
    })
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'failed')
    isDown = false
    passMinute(device)
    await expectCheck(tab, 'Rex', 'found')
  })

  test('are not read while nobody is signed in', async () => {
    const { device, tab } = setUp('answer-lost')
    device.sessionState.set({ kind: 'signed-out' })
    enter(tab, rex)
    await expectShown(tab, 'Rex unknown')
    await waitForQuiet()
    expect(itemNamed(tab, 'Rex').check).toEqual({ kind: 'checking' })
    device.sessionState.set({ kind: 'signed-in' })
    tab.outbox.lists.retry()
    await expectCheck(tab, 'Rex', 'found')
  })

  test('offer a second pet of an entry that was added by its second request', async () => {
    const { service, device, tab } = setUp('answer-lost')
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    await press(tab, 'Add it again', 'Rex')
    await expectShown(tab, 'Rex added')
    expect(service.pets).toHaveLength(2)
    await expectSoon(() => itemNamed(tab, 'Rex').duplicates).toMatchObject([{ id: '1000' }])
  })

  test('name a possible duplicate a minute after the tab that was sending a pet like it is gone', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ order: gate.order }, 'request-lost')
    const gone = device.openTab()
    gate.close()
    await startImport(gone, rex)
    await expectSoon(() => service.received).toHaveLength(1)
    device.crash(gone)
    gate.open()
    const tab = await openPage(device)
    sendNextTwice(service, 'added')
    enter(tab, rex)
    await expectShown(tab, 'Rex held')
    await press(tab, 'Add it anyway', 'Rex')
    await expectShown(tab, 'Rex added')
    tab.showAllPets()
    await waitForQuiet()
    passMinute(device)
    tab.showAllPets()
    await expectSoon(() => itemNamed(tab, 'Rex').duplicates).toMatchObject([{ id: '1000' }])
  })

  test('name no possible duplicate while a pet like it is being sent, whose own pet it may be', async () => {
    const gate = createHoldSwitch('answer')
    const { device } = setUpDevice({ order: gate.order })
    const tab = await openPage(device)
    await enterUntil(tab, rex, 'added')
    gate.close()
    enter(tab, rex)
    await waitForQuiet()
    tab.showAllPets()
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex added', 'Rex sending'])
    expect(tab.byHand.get().items.flatMap(({ duplicates }) => duplicates)).toEqual([])
    gate.open()
    await expectShown(tab, 'Rex added', 'Rex added')
  })
})
