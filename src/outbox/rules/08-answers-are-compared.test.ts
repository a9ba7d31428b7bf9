// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import type { Device, Service, Tab } from '#tests/support/device.ts'
import { int64 } from '#tests/support/int64.ts'
import { answerWith, openTabAnsweredBy, sendNextTwice } from '#tests/support/outbox-faults.ts'
import {
  enter,
  enterUntil,
  expectCheck,
  expectFinished,
  expectShown,
  expectSoon,
  itemNamed,
  mia,
  openImport,
  openPage,
  passMinute,
  rex,
  setUp,
  setUpDevice,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'

/** Returns whether the lists were read late enough to say that an import has no duplicates. */
function isCheckFinal(tab: Tab): boolean {
  const { check } = openImport(tab).get()
  return check.kind === 'checked' && check.checkAgainAt === undefined
}

const noteOf = (tab: Tab, name: string) => {
  const { state } = itemNamed(tab, name).entry
  return state.kind === 'added' ? state.note : undefined
}

describe('8. The answer is compared', () => {
  test('with the IDs that a list had shown before', async () => {
    const { service, device } = setUpDevice({})
    const { tab } = openTabAnsweredBy(device, service, answerWith('Rex', 5))
    tab.showList([{ ...mia, id: int64('5') }])
    await enterUntil(tab, rex, 'added')
    expect(noteOf(tab, 'Rex')).toBe('ID 5 had been seen before this pet was sent.')
  })

  test.each(['in this tab before a reload', 'in another tab', 'to another sign-in'])(
    'with the IDs that a list had shown %s',
    async (where) => {
      const { service, device, tab } = setUp()
      tab.showList([service.create(mia, 'key 1')])
      if (where === 'in this tab before a reload') device.crash(tab)
      if (where === 'to another sign-in') device.signInId = 'key 2'
      const { tab: next } = openTabAnsweredBy(device, service, answerWith('Rex', 1000))
      await enterUntil(next, rex, 'added')
      expect(itemNamed(next, 'Rex').entry.state).toHaveProperty('note', expect.stringContaining('ID 1000'))
    },
  )

  test('with the IDs of answers before', async () => {
    const { service, device } = setUpDevice({})
    const { tab } = openTabAnsweredBy(device, service, answerWith('Rex', 5), answerWith('Mia', 5))
    await enterUntil(tab, rex, 'added')
    await enterUntil(tab, mia, 'added')
    expect(noteOf(tab, 'Mia')).toBe('ID 5 was already given to Rex.')
  })

  test('by hand, an added pet is held against the lists that the app has read anyway', async () => {
    const { service, tab } = setUp()
    await enterUntil(tab, rex, 'added')
    // The browser has sent the request twice, without a word.
    const second = service.create(rex, 'key 1')
    tab.showList(service.pets)
    await expectSoon(() => itemNamed(tab, 'Rex').duplicates).toEqual([second])
  })

  test('of an import, a possible duplicate is shown as soon as the page "Pets" shows it, although the lists lag', async () => {
    const { service, device, tab } = setUp()
    await startImport(tab, rex)
    await expectFinished(tab)
    const copy = service.create(rex, 'key 1')
    service.lag.shownCount = 1
    passMinute(device)
    tab.showList([copy])
    await expectSoon(() => openImport(tab).get().check).toMatchObject({
      duplicates: [{ pet: { id: '1001' } }],
    })
  })

  test('of an import, lists say that there are no duplicates only a minute after its last request, also after a reload', async () => {
    const { device, tab } = setUp()
    await startImport(tab, rex)
    await expectFinished(tab)
    expect(isCheckFinal(tab)).toBe(false)
    passMinute(device)
    await expectSoon(() => isCheckFinal(tab)).toBe(true)
    const { id } = openImport(tab).record
    device.crash(tab)
    const next = device.openTab()
    await next.imports.open(id)
    await expectFinished(next)
    expect(isCheckFinal(next)).toBe(false)
    passMinute(device)
    await expectSoon(() => isCheckFinal(next)).toBe(true)
  })

  test('pets that were in a list before, and those that answer other entries, are no duplicates', async () => {
    const { service, tab } = setUp()
    tab.showList([service.create(rex, 'key 1')])
    await enterUntil(tab, rex, 'added')
    await enterUntil(tab, rex, 'added')
    tab.showList(service.pets)
    await waitForQuiet()
    expect(tab.byHand.get().items.map(({ duplicates }) => duplicates)).toEqual([[], []])
  })
})

/** Waits until the service is too busy, shows its list, and waits as long as the service says. */
async function showListWhileServiceIsBusy(service: Service, device: Device, tab: Tab): Promise<void> {
  await expectSoon(() => service.received).toHaveLength(1)
  await waitForQuiet()
  tab.showAllPets()
  device.passTime(6000)
}

/**
 * Waits until the service has refused the key, signs in with the same key, and shows the list. Then
 * sends what waits.
 */
async function showListWithRefusedKey(service: Service, device: Device, tab: Tab): Promise<void> {
  await expectSoon(() => service.received).toHaveLength(1)
  await expectShown(tab, 'Rex waiting')
  device.sessionState.set({ kind: 'signed-in' })
  tab.showAllPets()
  await waitForQuiet()
  await tab.byHand.sendWaiting()
}

describe('8. A pet that the browser has sent twice, if the tab was answered that the key is refused', () => {
  test('is a possible duplicate of the one that is sent later, even if a list has shown it meanwhile', async () => {
    const { service, device } = setUpDevice({ hasSession: true })
    const tab = await openPage(device)
    sendNextTwice(service, 'key-refused')
    enter(tab, rex)
    await showListWithRefusedKey(service, device, tab)
    await expectShown(tab, 'Rex added')
    tab.showAllPets()
    await expectSoon(() => itemNamed(tab, 'Rex').duplicates.map(({ id }) => id)).toEqual(['1000'])
  })

  test('is found if the request that is sent later is lost', async () => {
    const { service, device } = setUpDevice({ hasSession: true })
    const tab = await openPage(device)
    sendNextTwice(service, 'key-refused')
    service.answers.push('request-lost')
    enter(tab, rex)
    await showListWithRefusedKey(service, device, tab)
    await expectShown(tab, 'Rex unknown')
    await expectCheck(tab, 'Rex', 'found')
  })
})

describe('8. A pet that the browser has sent twice, if the tab was answered that the service is too busy', () => {
  test('is a possible duplicate of the one that is sent later, even if a list has shown it meanwhile', async () => {
    const { service, device, tab } = setUp()
    sendNextTwice(service, 'busy')
    enter(tab, rex)
    await showListWhileServiceIsBusy(service, device, tab)
    await expectShown(tab, 'Rex added')
    tab.showAllPets()
    await expectSoon(() => itemNamed(tab, 'Rex').duplicates.map(({ id }) => id)).toEqual(['1000'])
  })

  test('of an import, is one of its possible duplicates', async () => {
    const { service, device, tab } = setUp()
    sendNextTwice(service, 'busy')
    await startImport(tab, rex)
    await showListWhileServiceIsBusy(service, device, tab)
    await expectFinished(tab)
    const { check } = openImport(tab).get()
    expect(check).toMatchObject({ kind: 'checked', duplicates: [{ pet: { id: '1000' } }] })
  })

  test('is found if the request that is sent later is lost', async () => {
    const { service, device, tab } = setUp()
    sendNextTwice(service, 'busy')
    service.answers.push('request-lost')
    enter(tab, rex)
    await showListWhileServiceIsBusy(service, device, tab)
    await expectShown(tab, 'Rex unknown')
    await expectCheck(tab, 'Rex', 'found')
  })
})
