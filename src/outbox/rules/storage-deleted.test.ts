// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import type { Device, Tab } from '#tests/support/device.ts'
import { openUnsteadyTab } from '#tests/support/outbox-faults.ts'
import {
  correctionsOf,
  bo,
  createHoldSwitch,
  enter,
  enterUntil,
  expectCheck,
  expectFinished,
  expectPaused,
  expectRows,
  expectShown,
  expectSoon,
  expectWaiting,
  goOnWithoutRecord,
  itemNamed,
  mia,
  namesReceived,
  openImport,
  openPage,
  passMinute,
  pets,
  rex,
  saveWaitingImport,
  rowsOf,
  savedKinds,
  setUp,
  setUpDevice,
  setUpSending,
  shown,
  startImport,
  waitForQuiet,
  setUpUnsavedRow,
  rowWithProblem,
} from '#tests/support/outbox-scenario.ts'

const rexy = { ...rex, name: 'Rexy' }

const tom = { ...rex, name: 'Tom' }

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

  test('has the rows of an import that is being started, which were written and not yet compared with others', async () => {
    const comparing = Promise.withResolvers<void>()
    let writes = 0
    const { device } = setUpDevice({
      async order(act, what) {
        if (what !== 'write') return act()
        writes += 1
        // The first writes the rows, the second finds those that wait, the third compares some.
        if (writes === 3) await comparing.promise
        return act()
      },
    })
    const tab = device.openTab()
    const started = tab.imports.start({ fileName: 'pets.csv' }, rowsOf(...pets(60)))
    await expectSoon(() => writes).toBe(3)
    await device.deleteDatabase()
    comparing.resolve()
    await started
    await expectFinished(tab)
    await tab.imports.close()
    expect(tab.imports.get().saved).toMatchObject([{ counts: { added: 60 } }])
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

  test('has the import that a tab without a record has open, with its rows', async () => {
    const { device } = setUpDevice({}, 'key-refused')
    const earlier = device.openTab()
    const { record } = await saveWaitingImport(earlier, rex, mia)
    device.crash(earlier)
    device.isFull = true
    const tab = await openPage(device)
    enter(tab, bo)
    await goOnWithoutRecord(tab)
    await tab.imports.open(record.id)
    await expectRows(tab, 'waiting', 'waiting')
    device.isFull = false
    await device.deleteDatabase()
    await waitForQuiet()
    const later = await openPage(device)
    await later.imports.refresh()
    expect(later.imports.get().saved.map(({ counts }) => counts.waiting)).toEqual([2])
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
