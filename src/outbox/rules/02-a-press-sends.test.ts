import { describe, expect, test } from 'vitest'
import { createSlowLists } from '#tests/support/outbox-faults.ts'
import {
  enter,
  enterUntil,
  expectRows,
  expectShown,
  expectSoon,
  expectWaiting,
  importUntilMaySendAgain,
  itemNamed,
  mia,
  openImport,
  openPage,
  rex,
  saveWaitingImport,
  setUp,
  setUpDevice,
  shown,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'

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
})
