import { describe, expect, test } from 'vitest'
import {
  correctionsOf,
  bo,
  enter,
  enterUntil,
  expectFinished,
  expectRows,
  expectShown,
  expectWaiting,
  mia,
  namesReceived,
  openImport,
  openPage,
  press,
  rex,
  setUp,
  setUpDevice,
  shown,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import { entryIdOf } from '#src/outbox/entry.ts'

describe("12. Order is the ledger's", () => {
  test('a clock that is set back between a pet by hand and a file sends one of the two', async () => {
    const { service, device, tab } = setUp('key-refused')
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    device.now -= 3_600_000
    const other = device.openTab()
    await startImport(other, rex)
    await expectRows(other, 'held')
    await tab.byHand.sendWaiting()
    await expectShown(tab, 'Rex added')
    await waitForQuiet()
    expect(service.received).toHaveLength(2)
  })

  test('what was entered last is shown as the newest, whatever the clock says', async () => {
    const { device, tab } = setUp()
    await enterUntil(tab, rex, 'added')
    device.now -= 3_600_000
    await enterUntil(tab, mia, 'added')
    expect(shown(tab)).toEqual(['Rex added', 'Mia added'])
    const ids = tab.byHand.get().items.map(({ entry }) => entryIdOf(entry))
    expect(new Set(ids).size).toBe(2)
  })

  test('a row that is corrected comes after what was entered by hand before the correction', async () => {
    const { service, device, tab } = setUp('rejected', 'key-refused')
    await startImport(tab, rex)
    await expectFinished(tab)
    const other = device.openTab()
    enter(other, bo)
    await expectWaiting(other, 'Bo')
    const { id } = openImport(tab).record
    await tab.imports.sendCorrected(id, correctionsOf(device, id, bo))
    await waitForQuiet()
    await other.byHand.sendWaiting()
    await waitForQuiet()
    // The first request of Bo was refused for its key.
    expect(namesReceived(service)).toEqual(['Rex', 'Bo', 'Bo'])
  })

  test('A pet that was added while the clock was years behind is not added once more by a file.', async () => {
    const { service, device, tab } = setUp()
    device.now = Date.parse('2020-01-01T00:00:00Z')
    await enterUntil(tab, rex, 'added')
    device.crash(tab)
    device.now = Date.parse('2026-11-22T10:00:00Z')
    const next = await openPage(device)
    await startImport(next, rex)
    await waitForQuiet()
    expect(service.received).toHaveLength(1)
  })

  test('Without locks, a pet that another tab lost half a minute ago is not added twice, although the clock was set two hours ahead.', async () => {
    const { service, device } = setUpDevice({ hasLocks: false })
    const answer = Promise.withResolvers<void>()
    const tab = device.openTab({
      createPet: async () => {
        await answer.promise
        return { kind: 'unknown', error: new Error('no answer in 30 s') }
      },
    })
    enter(tab, rex)
    await expectShown(tab, 'Rex sending')
    device.now += 2 * 3_600_000
    const other = await openPage(device)
    await waitForQuiet()
    device.passTime(30_000)
    answer.resolve()
    await expectShown(other, 'Rex unknown')
    device.passTime(31_000)
    await waitForQuiet()
    await press(other, 'Add it again', 'Rex')
    // The first request reaches the service 31 seconds after its end.
    service.create(rex, 'key 1')
    await waitForQuiet()
    expect(service.pets).toHaveLength(1)
  })
})
