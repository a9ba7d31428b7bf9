import { describe, expect, test } from 'vitest'
import { maySendAgain } from '#src/outbox/lists/verdict.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { Order, Tab } from '#tests/support/device.ts'
import { createSlowLists } from '#tests/support/outbox-faults.ts'
import {
  bo,
  correctionsOf,
  createHoldSwitch,
  enter,
  enterUntil,
  expectFinished,
  expectRows,
  expectShown,
  expectSoon,
  expectWaiting,
  importUntilMaySendAgain,
  includeRows,
  itemNamed,
  mia,
  openImport,
  openPage,
  passMinute,
  rex,
  rowIds,
  rowsOf,
  saveWaitingImport,
  savedKinds,
  setUp,
  setUpDevice,
  shown,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'

/** Opens a tab beside another one, which has a saved import of these pets. They wait. */
async function setUpBesideSavedImport(order: Order | undefined, ...newPets: readonly NewPet[]) {
  const { service, device } = setUpDevice(order === undefined ? {} : { order }, 'key-refused')
  const other = device.openTab()
  const saved = await saveWaitingImport(other, ...newPets)
  return { service, device, tab: device.openTab(), discardSaved: () => other.imports.discard(saved) }
}

describe('2. A press sends, nothing else', () => {
  test('opening a tab sends nothing: what waited there has a button of its own', async () => {
    const { service, device, tab } = setUp('key-refused')
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    device.crash(tab)
    const next = await openPage(device)
    await waitForQuiet()
    expect(shown(next)).toEqual(['Rex waiting'])
    expect(service.received).toHaveLength(1)
    await next.byHand.sendWaiting()
    await expectShown(next, 'Rex added')
  })

  test('opening an import sends nothing', async () => {
    const { service, device, tab } = setUp('key-refused')
    const { record } = await saveWaitingImport(tab, rex, mia)
    const other = device.openTab()
    expect(await other.imports.open(record.id)).toBe('opened')
    await waitForQuiet()
    await expectRows(other, 'waiting', 'waiting')
    expect(service.received).toHaveLength(1)
  })

  test.each(['closed', 'offline'] as const)(
    'what was pressed before an import is %s is not begun after it',
    async (event) => {
      const slowLists = createSlowLists()
      const { service, device } = setUpDevice({ order: slowLists.order }, 'request-lost')
      const tab = device.openTab()
      for (let reading = 0; reading < 2; reading += 1) slowLists.letOneReadingThrough()
      const ids = await importUntilMaySendAgain(device, tab, rex)
      const pressed = openImport(tab).sendAgain(ids)
      await expectSoon(slowLists.heldBack).toBe(1)
      const ended = event === 'closed' ? tab.imports.close() : tab.outbox.pauseOffline()
      slowLists.letOneReadingThrough()
      await Promise.all([pressed, ended])
      expect(service.received).toHaveLength(1)
    },
  )

  describe('a page that sleeps in the back/forward cache', () => {
    test('sends nothing when it goes on, until somebody presses "Resume"', async () => {
      const gate = createHoldSwitch('answer')
      const { service, device } = setUpDevice({ order: gate.order }, 'request-lost')
      const tab = device.openTab()
      gate.close()
      await startImport(tab, rex, mia, bo)
      await expectSoon(() => service.received).toHaveLength(1)
      tab.goToSleep()
      gate.open()
      tab.wakeUp()
      await expectRows(tab, 'unknown', 'waiting', 'waiting')
      await waitForQuiet()
      expect(service.received).toHaveLength(1)
      expect(openImport(tab).get().run).toMatchObject({ phase: 'paused', reason: 'user' })
      await openImport(tab).resume()
      await expectRows(tab, 'unknown', 'added', 'added')
    })

    test('shows what another page has made of the rows that were being entered when it fell asleep', async () => {
      const gate = createHoldSwitch('read')
      const { service, device } = setUpDevice({ order: gate.order })
      const tab = await openPage(device)
      const started = tab.imports.start({ fileName: 'file.csv' }, rowsOf(rex, mia))
      await expectSoon(() => savedKinds(device)).toEqual(['waiting', 'waiting'])
      gate.close()
      tab.goToSleep()
      gate.open()
      const other = device.openTab()
      await other.imports.refresh()
      const [saved] = other.imports.get().saved
      await other.imports.resume(saved?.record.id ?? '')
      await expectRows(other, 'added', 'added')
      tab.wakeUp()
      await started
      await expectRows(tab, 'added', 'added')
      expect(service.received).toHaveLength(2)
    })

    test('leaves its pets to other tabs meanwhile, and does not take their requests for lost', async () => {
      const gate = createHoldSwitch('answer')
      const { service, device } = setUpDevice({ order: gate.order }, 'key-refused')
      const tab = device.openTab()
      enter(tab, rex)
      await expectWaiting(tab, 'Rex')
      tab.goToSleep()
      const other = await openPage(device)
      gate.close()
      void other.byHand.sendWaiting()
      await expectShown(other, 'Rex sending')
      tab.wakeUp()
      await waitForQuiet()
      expect(shown(other)).toEqual(['Rex sending'])
      gate.open()
      await expectShown(other, 'Rex added')
      await expectShown(tab, 'Rex added')
      expect(service.pets).toHaveLength(1)
    })
  })

  test('what another tab has corrected already is held, and is not sent because a pet like it was added', async () => {
    const { service, device, tab } = setUp('rejected')
    await enterUntil(tab, { ...rex, name: 'Rexx' }, 'rejected')
    const { id } = itemNamed(tab, 'Rexx')
    const other = await openPage(device)
    enter(other, rex, id)
    await expectShown(other, 'Rex added')
    enter(tab, rex, id)
    await expectShown(tab, 'Rex held')
    await enterUntil(tab, rex, 'added')
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex held', 'Rex added'])
    expect(service.received).toHaveLength(3)
  })

  test('rows that are left out stay so during a run when the import that held them is discarded, and can be included', async () => {
    const gate = createHoldSwitch('answer')
    const { service, tab, discardSaved } = await setUpBesideSavedImport(gate.order, rex, mia)
    gate.close()
    await startImport(tab, bo, rex, mia)
    await expectRows(tab, 'sending', 'held', 'held')
    expect(await discardSaved()).toBe('discarded')
    await waitForQuiet()
    gate.open()
    await expectFinished(tab)
    await expectRows(tab, 'added', 'held', 'held')
    await includeRows(tab)
    await openImport(tab).resume()
    await expectRows(tab, 'added', 'added', 'added')
    expect(service.pets.map(({ name }) => name)).toEqual(['Bo', 'Rex', 'Mia'])
  })

  test('rows that the review has left out are not sent where what held them is discarded while they are written', async () => {
    const writing = createHoldSwitch('write')
    const { service, tab, discardSaved } = await setUpBesideSavedImport(writing.order, rex, mia)
    const known = await tab.outbox.findConflictsOfFile([rex, mia])
    const rows = rowsOf(bo, rex, mia).map((row) => {
      const key = row.newPet === undefined ? '' : lookalikeKeyOf(row.newPet)
      return Object.assign(row, { leftOutFor: known.get(key) ?? [] })
    })
    writing.close()
    const discarded = discardSaved()
    const started = tab.imports.start({ fileName: 'pets.csv' }, rows)
    writing.open()
    expect(await discarded).toBe('discarded')
    expect(await started).toBe('started')
    await expectFinished(tab)
    await expectRows(tab, 'added', 'held', 'held')
    expect(service.pets.map(({ name }) => name)).toEqual(['Bo'])
  })

  test('a row that was left out because of an import which was discarded is not sent once a corrected row like it was rejected', async () => {
    const { service, device, tab, discardSaved } = await setUpBesideSavedImport(undefined, rex)
    service.answers.push('rejected', 'rejected')
    await startImport(tab, { ...rex, name: 'Rexx' }, rex)
    await expectRows(tab, 'rejected', 'held')
    await discardSaved()
    const { id } = openImport(tab).record
    await tab.imports.sendCorrected(id, correctionsOf(device, id, rex))
    await expectSoon(() => service.received).toHaveLength(3)
    await waitForQuiet()
    await expectRows(tab, 'rejected', 'held')
    expect(service.received).toHaveLength(3)
  })

  test('a row that is left out because of another batch is not sent once a corrected row like it was rejected', async () => {
    const { service, device, tab } = setUp('key-refused', 'rejected', 'rejected')
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    const other = device.openTab()
    await startImport(other, { ...rex, name: 'Rexx' }, rex)
    await expectRows(other, 'rejected', 'held')
    await tab.byHand.discard(itemNamed(tab, 'Rex').id)
    const { id } = openImport(other).record
    await other.imports.sendCorrected(id, correctionsOf(device, id, rex))
    await expectRows(other, 'rejected', 'held')
    await waitForQuiet()
    expect(service.received).toHaveLength(3)
    await expectRows(other, 'rejected', 'held')
  })

  test('a corrected row that the review has left out is not sent where what held it is discarded meanwhile', async () => {
    const writing = createHoldSwitch('write')
    const { device } = setUpDevice({ order: writing.order }, 'key-refused', 'rejected')
    const other = await openPage(device)
    enter(other, rex)
    await expectWaiting(other, 'Rex')
    const tab = device.openTab()
    await startImport(tab, { ...rex, name: 'Rexx' })
    await expectRows(tab, 'rejected')
    const { id } = openImport(tab).record
    const leftOutFor = [itemNamed(other, 'Rex').entry]
    const rows = correctionsOf(device, id, rex).map((row) => Object.assign({}, row, { leftOutFor }))
    writing.close()
    const discarded = other.byHand.discard(itemNamed(other, 'Rex').id)
    const corrected = tab.imports.sendCorrected(id, rows)
    writing.open()
    await discarded
    expect(await corrected).toBe('started')
    await waitForQuiet()
    await expectRows(tab, 'held')
  })

  describe('a row that a person has included and left out again', () => {
    test('is not sent by a run that is under way when what had held it is discarded', async () => {
      const gate = createHoldSwitch('answer')
      const { service, device } = setUpDevice({ order: gate.order }, 'key-refused', 'key-refused')
      const tab = device.openTab()
      const saved = await saveWaitingImport(tab, rex)
      const other = device.openTab()
      await startImport(other, mia, rex, bo)
      await expectRows(other, 'waiting', 'held', 'waiting')
      await includeAndLeaveOut(other)
      gate.close()
      const run = openImport(other).resume()
      await expectRows(other, 'sending', 'held', 'waiting')
      expect(await tab.imports.discard(saved)).toBe('discarded')
      gate.open()
      await run
      await expectRows(other, 'added', 'held', 'added')
      expect(service.pets.map(({ name }) => name)).toEqual(['Mia', 'Bo'])
    })

    test('is not sent by "Resume" after the row of its file that had held it was rejected and corrected', async () => {
      const { service, device, tab } = setUp('request-lost', 'key-refused', 'rejected')
      await startImport(tab, rex, rex, mia)
      await expectRows(tab, 'unknown', 'held', 'waiting')
      await includeAndLeaveOut(tab)
      passMinute(device)
      const [unknown] = rowIds(tab, 'unknown')
      await openImport(tab).checkList()
      await expectSoon(() => maySendAgain(unknown && openImport(tab).get().verdicts.get(unknown))).toBe(true)
      await openImport(tab).sendAgain(rowIds(tab, 'unknown'))
      await expectRows(tab, 'rejected', 'held', 'waiting')
      const corrections = correctionsOf(device, openImport(tab).record.id, rex)
      expect(await tab.imports.sendCorrected(openImport(tab).record.id, corrections)).toBe('started')
      await openImport(tab).resume()
      await expectRows(tab, 'added', 'held', 'added')
      expect(service.pets.map(({ name }) => name)).toEqual(['Rex', 'Mia'])
    })
  })
})

/** Includes the rows that are left out, and leaves them out again before they are sent. */
async function includeAndLeaveOut(tab: Tab): Promise<void> {
  await includeRows(tab)
  await expectSoon(() => rowIds(tab, 'held')).toEqual([])
  await openImport(tab).leaveOut(openImport(tab).get().entries)
  await expectSoon(() => rowIds(tab, 'held')).not.toEqual([])
}
