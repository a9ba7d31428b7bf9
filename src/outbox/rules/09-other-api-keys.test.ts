// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import type { Tab } from '#tests/support/device.ts'
import { createSlowLists, openPageOnFragileDisk } from '#tests/support/outbox-faults.ts'
import {
  bo,
  createHoldSwitch,
  enter,
  enterUntil,
  expectCheck,
  expectRows,
  expectSoon,
  expectWaiting,
  itemNamed,
  mia,
  namesReceived,
  openImport,
  openPage,
  press,
  rex,
  savedKinds,
  saveWaitingImport,
  setUp,
  setUpDevice,
  setUpSending,
  shown,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'

const tom = { ...rex, name: 'Tom' }

describe('9. Another API key sees other pets', () => {
  test('"This is it" notes the sign-in whose lists have shown the pet, although another one comes before it is written.', async () => {
    const gate = createHoldSwitch('write')
    const { device } = setUpDevice({ order: gate.order }, 'answer-lost')
    const tab = await openPage(device)
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'found')
    gate.close()
    const pressed = press(tab, 'This is it, ID 1000', 'Rex')
    await waitForQuiet()
    device.signInId = 'key 2'
    tab.outbox.lists.clear()
    gate.open()
    await pressed
    await expectSoon(() => [...device.saved.values()].map(({ state }) => state)).toMatchObject([
      { kind: 'added', confirmedTo: 'key 1' },
    ])
  })

  test('signing out pauses, and nothing that was pressed before is sent with the next key', async () => {
    const { gate, service, device, tab } = await setUpSending({})
    enter(tab, mia)
    await expectSoon(() => savedKinds(device)).toEqual(['sending', 'waiting'])
    tab.signOut()
    device.signInId = 'key 2'
    gate.open()
    await waitForQuiet()
    expect(service.received).toHaveLength(1)
    // Nobody has read the answer, which came after signing out.
    await expectSoon(() => savedKinds(device)).toEqual(['unknown', 'waiting'])
  })

  test.each<[what: string, press: (tab: Tab) => unknown]>([
    ['a pet by hand', (tab) => enter(tab, rex)],
    ['a file', (tab) => startImport(tab, rex)],
  ])('%s that is being written when somebody signs out is not sent with the next key', async (_what, act) => {
    const gate = createHoldSwitch('write')
    const { service, device } = setUpDevice({ order: gate.order })
    const tab = device.openTab()
    gate.close()
    const pressed = act(tab)
    await waitForQuiet()
    tab.signOut()
    device.signInId = 'key 2'
    gate.open()
    await pressed
    await waitForQuiet()
    expect(savedKinds(device)).toEqual(['waiting'])
    expect(service.received).toEqual([])
  })

  test('an import that is being resumed when somebody signs out is not sent with the next key', async () => {
    const gate = createHoldSwitch('write')
    const { service, device } = setUpDevice({ order: gate.order }, 'key-refused')
    const tab = device.openTab()
    const { record } = await saveWaitingImport(tab, rex)
    gate.close()
    const pressed = tab.imports.resume(record.id)
    await waitForQuiet()
    tab.signOut()
    device.signInId = 'key 2'
    gate.open()
    expect(await pressed).toBe('opened')
    await waitForQuiet()
    expect(service.received).toHaveLength(1)
  })

  test.each([
    ['that is typed into the dialog', 'asking-for-key'],
    ['that is typed after "Sign in again", because somebody has closed the dialog', 'locked'],
  ] as const)(
    'an import that waits for a busy service while its key ends goes on with a key %s',
    async (_what, kind) => {
      const { service, device } = setUpDevice({ hasSession: true }, 'busy')
      const tab = device.openTab()
      await startImport(tab, rex, mia)
      await expectSoon(() => openImport(tab).get().run).toHaveProperty('waitingUntil')
      device.sessionState.set({ kind })
      device.passTime(6000)
      await expectSoon(() => openImport(tab).get().run).toMatchObject({ phase: 'paused', reason: 'key' })
      await waitForQuiet()
      expect(service.received).toHaveLength(1)
      device.sessionState.set({ kind: 'asking-for-key' })
      const signedIn = openImport(tab).resumeOnceSignedIn()
      device.sessionState.set({ kind: 'signed-in' })
      await signedIn
      await expectRows(tab, 'added', 'added')
      expect(namesReceived(service)).toEqual(['Rex', 'Rex', 'Mia'])
    },
  )

  test('what the lists said is not shown any more when they are forgotten', async () => {
    const slowLists = createSlowLists()
    const { device } = setUpDevice({ order: slowLists.order }, 'answer-lost')
    const tab = device.openTab()
    slowLists.letOneReadingThrough()
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'found')
    tab.outbox.lists.clear()
    await expectCheck(tab, 'Rex', 'checking')
    slowLists.letOneReadingThrough()
    await expectCheck(tab, 'Rex', 'found')
  })

  test('What the lists showed with one API key is not shown once that key has ended, although the disk cannot be read.', async () => {
    const { service, device } = setUpDevice({}, 'answer-lost')
    const { disk, tab } = await openPageOnFragileDisk(device, service)
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'found')
    disk.isBroken = true
    device.sessionState.set({ kind: 'locked' })
    tab.outbox.lists.clear()
    await waitForQuiet()
    expect(itemNamed(tab, 'Rex').check?.kind).toBe('checking')
  })

  test('A pet that waited when the person signed out is shown again as waiting after signing in.', async () => {
    const { service, tab } = setUp('request-lost', 'request-lost', 'request-lost')
    for (const pet of [rex, mia, bo]) await enterUntil(tab, pet, 'unknown')
    enter(tab, tom)
    await expectWaiting(tab, 'Tom')
    tab.signOut()
    expect(shown(tab)).toEqual([])
    await tab.byHand.open()
    await expectWaiting(tab, 'Tom')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Bo'])
  })
})
