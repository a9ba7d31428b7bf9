// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import { BASE_URL, createSharedText, type Device, type Tab } from '#tests/support/device.ts'
import {
  createHoldSwitch,
  enter,
  enterUntil,
  expectMaySendAgain,
  expectShown,
  expectSoon,
  expectWaiting,
  mia,
  namesReceived,
  openPage,
  passMinute,
  press,
  rex,
  setUpDevice,
  shown,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import { createTabMemory, type PendingPet } from './tab-memory.ts'

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

  test('however often a phone has discarded the tab since then.', async () => {
    const { device } = setUpDevice({})
    const tabText = createSharedText()
    const names = Array.from({ length: 12 }, (_, index) => `Pet ${index + 1}`)
    for (const name of names) {
      const tab = await openPage(device, { tabText })
      await enterUntil(tab, { ...rex, name }, 'added')
      device.crash(tab)
    }
    const loaded = await openPage(device, { tabText })
    await expectSoon(() => new Set(shown(loaded))).toEqual(new Set(names.map((name) => `${name} added`)))
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

describe('What was added otherwise in a tab is shown, too, after it was loaded again', () => {
  test('by "Add 1 waiting", after somebody has signed in again.', async () => {
    const { device } = setUpDevice({}, 'key-refused')
    const { tab, loadAgain } = await openTab(device)
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    device.signInId = 'key 1, sign-in 2'
    device.sessionState.set({ kind: 'signed-in' })
    await tab.byHand.sendWaiting()
    await expectShown(tab, 'Rex added')
    await expectShown(await loadAgain(), 'Rex added')
  })

  test('by "Add it again", of a pet of an earlier tab.', async () => {
    const { device } = setUpDevice({}, 'request-lost')
    const before = await openPage(device)
    await enterUntil(before, rex, 'unknown')
    device.crash(before)
    const { tab, loadAgain } = await openTab(device)
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    await press(tab, 'Add it again', 'Rex')
    await expectShown(tab, 'Rex added')
    await expectShown(await loadAgain(), 'Rex added')
  })
})

/** A pet that was pressed before a crash. */
const PRESSED = {
  batch: 'gone',
  position: 0,
  environmentId: 'staging',
  baseUrl: BASE_URL,
  newPet: rex,
  enteredAt: 0,
  formId: 'the form',
} as const

/** Opens a tab that has crashed before it could write this pet. */
async function openAfterCrash(device: Device, pet: PendingPet = PRESSED) {
  const tabText = createSharedText()
  createTabMemory(tabText).notePending(pet)
  return openTab(device, tabText)
}

describe('A pet that was pressed before a crash', () => {
  test('does not leave by the press for another one, which may be that of another person.', async () => {
    const { service, device } = setUpDevice({})
    const { tab } = await openAfterCrash(device)
    await expectShown(tab, 'Rex waiting')
    await enterUntil(tab, mia, 'added')
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Mia'])
  })

  test('is not sent to another address than that for which it was pressed.', async () => {
    const { service, device } = setUpDevice({})
    const { tab } = await openAfterCrash(device, { ...PRESSED, baseUrl: 'https://old.petstore.test/v1' })
    await expectShown(tab, 'Rex waiting')
    await tab.byHand.sendWaiting()
    await enterUntil(tab, mia, 'added')
    expect(namesReceived(service)).toEqual(['Mia'])
  })

  test('is there once, however often the page is opened.', async () => {
    const { device } = setUpDevice({})
    const { tab } = await openAfterCrash(device)
    await Promise.all([tab.byHand.open(), tab.byHand.open()])
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex waiting'])
  })

  test('is asked about where it is typed again while the disk is still busy.', async () => {
    const gate = createHoldSwitch('write')
    const { service, device } = setUpDevice({ order: gate.order })
    const tabText = createSharedText()
    createTabMemory(tabText).notePending(PRESSED)
    gate.close()
    const tab = device.openTab({ tabText })
    void tab.byHand.open()
    await waitForQuiet()
    enter(tab, rex)
    await waitForQuiet()
    gate.open()
    await waitForQuiet()
    expect(namesReceived(service).length).toBeLessThanOrEqual(1)
    await expectSoon(() => tab.byHand.get().items.map(({ entry }) => entry.state.kind)).toContain('held')
  })

  test('is "Not saved" while the disk cannot be written, and saved by "Try again".', async () => {
    const { device } = setUpDevice({})
    device.isFull = true
    const { tab } = await openAfterCrash(device)
    await expectShown(tab, 'Rex waiting (not saved)')
    expect(tab.outbox.wouldLoseSomething()).toBe(true)
    device.isFull = false
    await tab.byHand.tryAgain()
    await expectShown(tab, 'Rex waiting')
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
    if (entry !== undefined) createTabMemory(tabText).notePending(entry)
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

test.each<[what: string, element: unknown]>([
  ['is nothing', null],
  ['is a text', 'Rex'],
  ['has no batch', { ...PRESSED, batch: undefined }],
  ['has no number as its position', { ...PRESSED, position: '0' }],
  ['has no pet', { ...PRESSED, newPet: undefined }],
  ['has a pet without a name', { ...PRESSED, newPet: { ...rex, name: undefined } }],
  ['has a category that is no ID', { ...PRESSED, newPet: { ...rex, categoryId: 'Dogs' } }],
  ['has a status that is none', { ...PRESSED, newPet: { ...rex, status: 'lost' } }],
  ['has a form that is no text', { ...PRESSED, formId: 7 }],
])(
  'An element of the memory of a tab that is no pet is left out, and the pets beside it stay: it %s.',
  (_what, element) => {
    const tabText = createSharedText()
    tabText.write(JSON.stringify({ signInId: 'key 1', visits: [], pressed: [element, PRESSED] }))
    expect(createTabMemory(tabText).pressed()).toEqual([PRESSED])
  },
)
