// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import { createPatientLedger, type Device, type Tab } from '#tests/support/device.ts'
import { int64 } from '#tests/support/int64.ts'
import {
  bo,
  createHoldSwitch,
  enter,
  enterUntil,
  enterWithFullDisk,
  expectPaused,
  expectShown,
  expectSoon,
  expectStorage,
  expectWaiting,
  itemNamed,
  mia,
  namesReceived,
  openImport,
  openPage,
  press,
  rex,
  rowStates,
  setUp,
  setUpDevice,
  shown,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import { createIndexedDbLedger } from './ledger/indexed-db.ts'
import type { LedgerOptions } from './ledger/ledger.ts'
import { isPausedBy } from './run-state.ts'

/** Leaves an unconfirmed Rex of a tab that is gone, which every other Rex is asked about. */
async function leaveUnconfirmedRex(device: Device): Promise<void> {
  const closed = await openPage(device)
  await enterUntil(closed, rex, 'unknown')
  device.crash(closed)
}

const isElsewhere = (tab: Tab) => isPausedBy(tab.byHand.get().run, 'elsewhere')

/** The first tab shows a held Rex. The second one sends it, while Mia is typed in the first. */
async function sendFromSecondTab() {
  const gate = createHoldSwitch('answer')
  const { service, device } = setUpDevice({ order: gate.order }, 'request-lost')
  await leaveUnconfirmedRex(device)
  const first = await openPage(device)
  await enterUntil(first, rex, 'held')
  await waitForQuiet()
  const second = await openPage(device)
  gate.close()
  const pressed = press(second, 'Add it anyway', 'Rex')
  await expectSoon(() => namesReceived(service)).toEqual(['Rex', 'Rex'])
  enter(first, mia)
  await expectWaiting(first, 'Mia')
  await expectSoon(() => isElsewhere(first)).toBe(true)
  gate.open()
  await pressed
  return { service, device, first, second }
}

describe('A visit of one tab, of which another tab sends a pet', () => {
  test('Once the other tab has finished, nothing says that it sends what waits here.', async () => {
    const { service, first } = await sendFromSecondTab()
    await expectSoon(() => isElsewhere(first)).toBe(false)
    await expectWaiting(first, 'Mia')
    await first.byHand.sendWaiting()
    enter(first, bo)
    await expectSoon(() => namesReceived(service)).toEqual(['Rex', 'Rex', 'Mia', 'Bo'])
  })

  test('Once the other tab is closed, nothing says that it sends what waits here.', async () => {
    const { device, first, second } = await sendFromSecondTab()
    device.crash(second)
    await expectSoon(() => isElsewhere(first)).toBe(false)
  })

  test('A tab that recovers what a closed tab was sending leaves the visit to its own tab.', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ order: gate.order }, 'request-lost')
    await leaveUnconfirmedRex(device)
    const first = await openPage(device)
    await enterUntil(first, rex, 'held')
    enter(first, rex)
    await expectShown(first, 'Rex unknown', 'Rex held', 'Rex held')
    await waitForQuiet()
    const second = await openPage(device)
    gate.close()
    void press(second, 'Add it anyway', 'Rex')
    await expectSoon(() => namesReceived(service)).toEqual(['Rex', 'Rex'])
    device.crash(second)
    gate.open()
    await openPage(device)
    enter(first, mia)
    await waitForQuiet()
    await first.byHand.sendWaiting()
    await expectSoon(() => namesReceived(service)).toContain('Mia')
  })

  test('A press at a pet of a tab that is paused sends it, or says that another tab has it.', async () => {
    const { device } = setUpDevice({}, 'request-lost', 'key-refused')
    await leaveUnconfirmedRex(device)
    const first = await openPage(device)
    await enterUntil(first, rex, 'held')
    await waitForQuiet()
    const second = await openPage(device)
    await expectSoon(() => itemNamed(second, 'Rex').conflicts).toHaveLength(1)
    enter(first, mia)
    await expectWaiting(first, 'Mia')
    await waitForQuiet()
    await press(second, 'Add it anyway', 'Rex')
    await expectWaiting(second, 'Rex')
    await expectSoon(() => isElsewhere(second)).toBe(true)
  })
})

test('What a closed tab has left is shown by a tab that was open before, once that looks again.', async () => {
  const { device } = setUpDevice({}, 'request-lost', 'key-refused')
  const first = await openPage(device)
  await enterUntil(first, rex, 'unknown')
  enter(first, mia)
  await expectWaiting(first, 'Mia')
  const second = await openPage(device)
  await expectSoon(() => second.byHand.get()).toMatchObject({ items: [], areSomeElsewhere: true })
  device.crash(first)
  await second.byHand.refresh()
  await expectShown(second, 'Rex unknown', 'Mia waiting')
  expect(second.byHand.get().areSomeElsewhere).toBe(false)
})

describe('An import that is open in two tabs, without Web Locks', () => {
  test('Once one tab has sent all rows, the import is finished in the other tab, too.', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ order: gate.order, hasLocks: false })
    const first = device.openTab()
    gate.close()
    await startImport(first, rex, mia)
    await expectSoon(() => namesReceived(service)).toEqual(['Rex'])
    const second = device.openTab()
    await second.imports.refresh()
    const [saved] = second.imports.get().saved
    if (saved === undefined) throw new Error('nothing is saved')
    await second.imports.resume(saved.record.id)
    await expectSoon(() => isPausedBy(openImport(second).get().run, 'elsewhere')).toBe(true)
    gate.open()
    await expectSoon(() => namesReceived(service)).toEqual(['Rex', 'Mia'])
    await waitForQuiet()
    device.passTime(1000)
    await expectSoon(() => rowStates(second)).toEqual(['added', 'added'])
    await expectSoon(() => openImport(second).get().run).toEqual({ phase: 'idle' })
  })
})

test('An import is not paused where none of its rows waits any more.', async () => {
  const { tab } = setUp('request-lost', 'key-refused')
  await startImport(tab, mia, rex)
  await expectPaused(tab)
  const { id } = openImport(tab).record
  await tab.imports.close()
  await enterUntil(tab, rex, 'held')
  await press(tab, 'Add it anyway', 'Rex')
  await expectSoon(() => itemNamed(tab, 'Rex').entry.state.kind).toBe('added')
  await tab.imports.open(id)
  await expectSoon(() => rowStates(tab)).toEqual(['unknown', 'held'])
  await expectSoon(() => openImport(tab).get().run).toEqual({ phase: 'idle' })
})

describe('A pet that is held while another tab adds one like it', () => {
  test('Of a pet on the disk and one in memory, the one in memory is asked about the other.', async () => {
    const { service, device } = setUpDevice({}, 'request-lost')
    await leaveUnconfirmedRex(device)
    const first = await openPage(device)
    await enterUntil(first, rex, 'held')
    await waitForQuiet()
    const memory = await openPage(device)
    enterWithFullDisk(device, memory, rex)
    await expectStorage(memory, 'asking')
    await memory.byHand.continueWithoutRecord()
    await press(memory, 'Add it anyway', 'Rex')
    await expectSoon(() => itemNamed(memory, 'Rex').conflicts.map(({ state }) => state.kind)).toEqual([
      'held',
    ])
    expect(namesReceived(service)).toHaveLength(1)
  })

  test.each([false, true])(
    'It is asked about that one, also after the database was deleted: %s.',
    async (isDeleted) => {
      const { service, device } = setUpDevice({}, 'request-lost', 'key-refused', 'key-refused')
      await leaveUnconfirmedRex(device)
      const second = await openPage(device)
      const first = await openPage(device)
      enter(first, mia)
      await expectWaiting(first, 'Mia')
      await enterUntil(first, rex, 'held')
      const heldId = itemNamed(first, 'Rex').id
      const held = () => first.byHand.get().items.find(({ id }) => id === heldId)
      await waitForQuiet()
      await enterUntil(second, rex, 'held')
      await press(second, 'Add it anyway', 'Rex')
      await expectSoon(() => itemNamed(second, 'Rex').entry.state.kind).toBe('added')
      await waitForQuiet()
      if (isDeleted) {
        await device.deleteDatabase()
        await enterUntil(second, bo, 'added')
        await waitForQuiet()
      }
      await expectSoon(() => held()?.conflicts.map(({ state }) => state.kind)).toEqual(['unknown'])
      const sentBefore = namesReceived(service).length
      const item = held()
      if (item === undefined) throw new Error('it is held')
      await first.byHand.addAnyway(item)
      await expectSoon(() => held()?.conflicts.map(({ state }) => state.kind)).toContain('added')
      expect(namesReceived(service)).toHaveLength(sentBefore)
    },
  )
})

test('"Another tab is adding these" ends when that tab is closed while it waits for a busy service', async () => {
  const { service, device } = setUpDevice({}, 'key-refused')
  const before = await openPage(device)
  enter(before, rex)
  await expectWaiting(before, 'Rex')
  device.crash(before)
  const [first, second] = [await openPage(device), await openPage(device)]
  for (const tab of [first, second]) await expectWaiting(tab, 'Rex')
  service.answers.push('busy')
  void second.byHand.sendWaiting()
  await expectSoon(() => service.received).toHaveLength(2)
  await waitForQuiet()
  await first.byHand.sendWaiting()
  expect(first.byHand.get().run).toEqual({ phase: 'paused', reason: 'elsewhere' })
  device.crash(second)
  // The page looks again every 2 s.
  await first.byHand.refresh()
  await expectSoon(() => first.byHand.get().run).toEqual({ phase: 'idle' })
  await first.byHand.sendWaiting()
  await expectShown(first, 'Rex added')
})

test('"Discard" comes too late for a pet that another tab is already sending, and leaves nothing unwritten', async () => {
  const gate = createHoldSwitch('answer')
  const { service, device } = setUpDevice({ order: gate.order }, 'key-refused')
  const before = await openPage(device)
  enter(before, rex)
  await expectWaiting(before, 'Rex')
  device.crash(before)
  const [first, second] = [await openPage(device), await openPage(device)]
  await expectWaiting(first, 'Rex')
  await expectWaiting(second, 'Rex')
  const { id, entry } = itemNamed(first, 'Rex')
  gate.close()
  void second.byHand.sendWaiting()
  await expectSoon(() => service.received).toHaveLength(2)
  // The press was aimed at the card of a moment before.
  await first.outbox.senderOf(entry.batch).discard(entry)
  gate.open()
  await expectSoon(() => first.outbox.wouldLoseSomething()).toBe(false)
  await expectShown(second, 'Rex added')
  await first.byHand.refresh()
  expect(first.byHand.get().items.find((item) => item.id === id)?.entry.state.kind).not.toBe('waiting')
})

test('A tab hears of what another one has written, although that was said to have failed.', async () => {
  const { service, device } = setUpDevice({}, 'answer-lost')
  const calls: LedgerOptions = {}
  const tab = await openPage(device, {
    openLedger(options) {
      Object.assign(calls, options)
      return createPatientLedger(options)
    },
    createPet: async (newPet) => service.receive(newPet, device.signInId, () => undefined),
  })
  await enterUntil(tab, rex, 'unknown')
  const other = await openPage(device)
  await expectShown(other, 'Rex unknown')
  const { entry } = itemNamed(tab, 'Rex')
  const added = { ...entry, state: { kind: 'added', id: int64('1000') } } as const
  await createIndexedDbLedger().write(({ put }) => put(added))
  await waitForQuiet()
  expect(shown(other)).toEqual(['Rex unknown'])
  calls.onWrittenAfterAll?.()
  await expectShown(tab, 'Rex added')
  await expectShown(other, 'Rex added')
})
