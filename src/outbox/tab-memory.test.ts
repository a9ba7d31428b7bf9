import { describe, expect, test } from 'vitest'
import { createSharedText, type Device, type Tab } from '#tests/support/device.ts'
import {
  createHoldSwitch,
  enter,
  enterUntil,
  expectShown,
  expectSoon,
  mia,
  namesReceived,
  openPage,
  rex,
  setUpDevice,
  shown,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import { createTabMemory } from './tab-memory.ts'

const HOUR_MS = 3_600_000

/** Opens a tab that is loaded again by what is returned, as after a crash. */
async function openTab(device: Device, tabText = createSharedText()) {
  const tab = await openPage(device, { tabText })
  const loadAgain = (): Promise<Tab> => {
    device.crash(tab)
    return openPage(device, { tabText })
  }
  return { tab, tabText, loadAgain }
}

describe('What a tab has added is shown after it was loaded again', () => {
  test('in the same sign-in, below what is added then.', async () => {
    const { device } = setUpDevice({})
    const { tab, loadAgain } = await openTab(device)
    await enterUntil(tab, rex, 'added')
    const loaded = await loadAgain()
    await expectShown(loaded, 'Rex added')
    expect(loaded.byHand.get().items.map(({ wasAddedBefore }) => wasAddedBefore)).toEqual([true])
    enter(loaded, mia)
    await expectShown(loaded, 'Rex added', 'Mia added')
  })

  test('and not to another sign-in, in another tab, or after an hour.', async () => {
    const { device } = setUpDevice({})
    const { tab, tabText, loadAgain } = await openTab(device)
    await enterUntil(tab, rex, 'added')
    expect(shown(await openPage(device))).toEqual([])
    device.signInId = 'key 2'
    expect(shown(await loadAgain())).toEqual([])
    device.signInId = 'key 1'
    device.now += HOUR_MS + 1
    expect(shown(await openPage(device, { tabText }))).toEqual([])
  })
})

describe('A pet that was pressed, and that a crash has kept from being written,', () => {
  test('waits after the tab was loaded again, and is sent by a press.', async () => {
    const gate = createHoldSwitch('write')
    const { service, device } = setUpDevice({ order: gate.order })
    const { tab, loadAgain } = await openTab(device)
    await waitForQuiet()
    gate.close()
    enter(tab, rex)
    await waitForQuiet()
    device.crash(tab)
    gate.open()
    const loaded = await loadAgain()
    await expectShown(loaded, 'Rex waiting')
    await waitForQuiet()
    expect(namesReceived(service)).toEqual([])
    await loaded.byHand.sendWaiting()
    await expectShown(loaded, 'Rex added')
  })

  test('is not entered once more where the disk has it after all.', async () => {
    const gate = createHoldSwitch('claimed')
    const { service, device } = setUpDevice({ order: gate.order })
    const { tab, tabText, loadAgain } = await openTab(device)
    gate.close()
    enter(tab, rex)
    await expectSoon(() => createTabMemory(tabText).pressed()).toEqual([])
    const { entry } = tab.byHand.get().items[0] ?? {}
    if (entry !== undefined) createTabMemory(tabText).notePressed(entry)
    const loaded = await loadAgain()
    await waitForQuiet()
    expect(loaded.byHand.get().items).toHaveLength(1)
    expect(createTabMemory(tabText).pressed()).toEqual([])
    expect(service.received).toEqual([])
  })

  test('is forgotten once it is discarded.', async () => {
    const { device } = setUpDevice({})
    const { tab, tabText, loadAgain } = await openTab(device)
    device.isFull = true
    enter(tab, rex)
    await expectShown(tab, 'Rex waiting (not saved)')
    expect(createTabMemory(tabText).pressed()).toHaveLength(1)
    for (const { id } of tab.byHand.get().items) await tab.byHand.discard(id)
    device.isFull = false
    expect(shown(await loadAgain())).toEqual([])
  })
})

test.each(['Rex', 'null', '[]', '{"signInId":7,"visits":[],"pressed":[]}'])(
  'A text that is no memory is an empty one: %s',
  (text) => {
    const tabText = createSharedText()
    tabText.write(text)
    expect(createTabMemory(tabText).pressed()).toEqual([])
    expect(createTabMemory(tabText).visits('key 1')).toEqual([])
  },
)
