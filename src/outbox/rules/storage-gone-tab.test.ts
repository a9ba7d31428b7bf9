// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import { FIRST_LOOK_MS } from '#src/outbox/recovery-watch.ts'
import {
  enterUntil,
  expectShown,
  mia,
  openPage,
  passMinute,
  setUpSending,
  shown,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'

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

  test('with Web Locks, a tab that has seen its pet since finds out by itself within some seconds', async () => {
    const { gate, device, tab } = await setUpSending({})
    const other = await openPage(device)
    device.crash(tab)
    gate.open()
    await enterUntil(other, mia, 'added')
    await expectShown(other, 'Rex sending', 'Mia added')
    device.passTime(FIRST_LOOK_MS)
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
