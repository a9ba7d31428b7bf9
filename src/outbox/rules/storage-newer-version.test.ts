// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test, vi } from 'vitest'
import { openNewerDatabase } from '#tests/support/outbox-faults.ts'
import {
  enter,
  enterUntil,
  expectShown,
  expectStorage,
  mia,
  namesReceived,
  openPage,
  rex,
  setUp,
  setUpSending,
  shown,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'

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
    expect(tab.outbox.storageState.get()).toBe('asking-newer')
    enter(tab, rex)
    await expectShown(tab, 'Rex waiting (not saved)')
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
    device.passTime(60_000)
    await waitForQuiet()
    expect(open.mock.calls.length).toBe(0)
    device.crash(tab)
    close()
  })
})
