// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import type { Device, Service, Tab } from '#tests/support/device.ts'
import {
  bo,
  enter,
  enterUntil,
  expectCheck,
  expectFinished,
  expectPaused,
  expectRows,
  expectShown,
  expectSoon,
  expectWaiting,
  itemNamed,
  mia,
  namesReceived,
  openImport,
  openPage,
  passMinute,
  pets,
  press,
  rex,
  rowIds,
  setUp,
  setUpSending,
  shown,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'

const tom = { ...rex, name: 'Tom' }

/** Four visits that have ended, in each of which a pet waits. Nothing was received since. */
async function openPageWithWaitingVisits(device: Device, firstTab: Tab, service: Service): Promise<Tab> {
  let tab = firstTab
  for (const pet of pets(4)) {
    service.answers.push('key-refused')
    await enterUntil(tab, pet, 'waiting')
    await waitForQuiet()
    device.crash(tab)
    tab = await openPage(device)
  }
  await expectWaiting(tab, ...pets(4).map(({ name }) => name))
  service.received.length = 0
  return tab
}

/** Signs out, and in again with the same key. */
function signInAgain(device: Device, tab: Tab): void {
  tab.signOut()
  device.signInId = 'key 1, sign-in 2'
}

/** Opens a tab, and closes an import there of which three rows in a row are unknown. */
async function setUpClosedImportOfThreeUnknown() {
  const { service, device, tab } = setUp('request-lost', 'request-lost', 'request-lost')
  await startImport(tab, ...pets(3))
  await expectFinished(tab)
  await tab.imports.close()
  const [saved] = tab.imports.get().saved
  if (saved === undefined) throw new Error('no import is saved')
  return { service, device, tab, saved }
}

describe('11. Three unknown outcomes in a row pause', () => {
  test('behind a proxy that answers each request with its login page, three pets by hand are sent, and no more', async () => {
    const { service, device, tab } = setUp('not-a-pet', 'not-a-pet', 'not-a-pet', 'not-a-pet', 'not-a-pet')
    for (const newPet of pets(6)) enter(tab, newPet)
    await expectSoon(() => tab.byHand.get().run).toEqual({ phase: 'paused', reason: 'consecutive-unknown' })
    await waitForQuiet()
    const unknown = ['Rex 0 unknown', 'Rex 1 unknown', 'Rex 2 unknown']
    const waiting = ['Rex 3 waiting', 'Rex 4 waiting', 'Rex 5 waiting']
    expect(shown(tab)).toEqual([...unknown, ...waiting])
    expect(service.received).toHaveLength(3)
    device.crash(tab)
    await expectShown(await openPage(device), ...unknown, ...waiting)
  })

  test('what is entered then waits, and each press sends one until an outcome is certain', async () => {
    const { service, tab } = setUp('answer-lost', 'not-a-pet', 'request-lost', 'answer-lost', 'added')
    for (const newPet of pets(3)) await enterUntil(tab, newPet, 'unknown')
    for (const newPet of [mia, bo, rex]) enter(tab, newPet)
    await expectWaiting(tab, 'Mia', 'Bo', 'Rex')
    expect(service.received).toHaveLength(3)
    await tab.byHand.sendWaiting()
    await expectWaiting(tab, 'Bo', 'Rex')
    expect(service.received).toHaveLength(4)
    await tab.byHand.sendWaiting()
    await expectWaiting(tab)
    expect(itemNamed(tab, 'Rex').entry.state.kind).toBe('added')
    await enterUntil(tab, { ...rex, name: 'Kim' }, 'added')
  })

  test('In several visits that wait, three pets are sent, and no more.', async () => {
    const { service, device, tab } = setUp()
    const current = await openPageWithWaitingVisits(device, tab, service)
    service.answers.push(...pets(4).map(() => 'request-lost' as const))
    await current.byHand.sendWaiting()
    await waitForQuiet()
    expect(service.received).toHaveLength(3)
    expect(current.byHand.get().run).toEqual({ phase: 'paused', reason: 'consecutive-unknown' })
    await current.byHand.sendWaiting()
    await waitForQuiet()
    expect(service.received).toHaveLength(4)
  })

  test('A key that no longer works is tried once, and not for each visit that waits.', async () => {
    const { service, device, tab } = setUp()
    const current = await openPageWithWaitingVisits(device, tab, service)
    service.answers.push('key-refused')
    await current.byHand.sendWaiting()
    await waitForQuiet()
    expect(service.received).toHaveLength(1)
  })

  test('Pets that were found in the lists since are no longer in the row: what is entered then is sent.', async () => {
    const { device, tab } = setUp('answer-lost', 'answer-lost', 'answer-lost')
    for (const pet of pets(3)) await enterUntil(tab, pet, 'unknown')
    passMinute(device)
    for (const [index, { name }] of pets(3).entries()) {
      await expectCheck(tab, name, 'found')
      await press(tab, `This is it, ID ${1000 + index}`, name)
    }
    await enterUntil(tab, mia, 'added')
    await expectSoon(() => tab.byHand.get().run).toEqual({ phase: 'idle' })
  })

  test('A decision in another tab takes a pet out of the row, too.', async () => {
    const { device, tab } = setUp('request-lost', 'request-lost', 'request-lost')
    for (const pet of pets(3)) await enterUntil(tab, pet, 'unknown')
    const other = await openPage(device)
    await press(other, 'Discard', 'Rex 1')
    await expectSoon(() => shown(tab)).toEqual(['Rex 0 unknown', 'Rex 2 unknown'])
    await enterUntil(tab, mia, 'added')
  })

  test('Discarding a closed import takes its unconfirmed rows out of the row: a pet by hand is sent.', async () => {
    const { service, tab, saved } = await setUpClosedImportOfThreeUnknown()
    expect(await tab.imports.discard(saved)).toBe('discarded')
    await enterUntil(tab, mia, 'added')
    expect(namesReceived(service)).toHaveLength(4)
  })

  test('Rows of a closed import that are settled in another tab are taken out of the row, too.', async () => {
    const { service, device, tab, saved } = await setUpClosedImportOfThreeUnknown()
    const other = device.openTab()
    await other.imports.open(saved.record.id)
    const marks = rowIds(other, 'unknown').map((entryId) => ({ entryId, petId: undefined }))
    await openImport(other).markAdded(marks)
    await enterUntil(tab, mia, 'added')
    expect(namesReceived(service)).toHaveLength(4)
  })

  test('a rejection is a certain outcome, and ends the row', async () => {
    const { tab } = setUp('request-lost', 'request-lost', 'rejected', 'request-lost', 'request-lost')
    for (const newPet of pets(6)) enter(tab, newPet)
    await expectSoon(() => tab.byHand.get().run).toEqual({ phase: 'idle' })
    await expectSoon(() => itemNamed(tab, 'Rex 5').entry.state.kind).toBe('added')
  })

  test('an import pauses as well, and a 429 neither adds to the row nor ends it', async () => {
    const { service, device, tab } = setUp('request-lost', 'busy', 'not-a-pet', 'answer-lost', 'request-lost')
    await startImport(tab, ...pets(6))
    await expectSoon(() => openImport(tab).get().run).toHaveProperty('waitingUntil')
    await waitForQuiet()
    device.passTime(5000)
    await expectPaused(tab)
    expect(openImport(tab).get().run).toEqual({ phase: 'paused', reason: 'consecutive-unknown' })
    expect(service.received).toHaveLength(4)
    await openImport(tab).resume()
    await expectPaused(tab)
    expect(service.received).toHaveLength(5)
    await openImport(tab).resume()
    await expectFinished(tab)
    await expectRows(tab, 'unknown', 'unknown', 'unknown', 'unknown', 'added', 'added')
  })

  test('Unconfirmed pets by hand count for an import, too, that waits for a busy service meanwhile.', async () => {
    const { device, tab } = setUp('request-lost', 'request-lost', 'busy', 'request-lost', 'request-lost')
    for (const pet of [rex, mia]) await enterUntil(tab, pet, 'unknown')
    await startImport(tab, ...pets(3))
    await expectSoon(() => openImport(tab).get().run).toHaveProperty('waitingUntil')
    device.passTime(5000)
    await expectPaused(tab)
    expect(openImport(tab).get().run).toEqual({ phase: 'paused', reason: 'consecutive-unknown' })
    await expectRows(tab, 'unknown', 'waiting', 'waiting')
  })

  test('two unknown rows, then one that is added, do not pause', async () => {
    const { service, tab } = setUp('request-lost', 'request-lost', 'added', 'request-lost', 'request-lost')
    await startImport(tab, ...pets(6))
    await expectFinished(tab)
    expect(service.received).toHaveLength(6)
  })

  test('Two unconfirmed pets of one sign-in and one of the next are not three in a row.', async () => {
    const { service, device, tab } = setUp('request-lost', 'request-lost', 'request-lost')
    for (const pet of [rex, mia]) await enterUntil(tab, pet, 'unknown')
    signInAgain(device, tab)
    await enterUntil(tab, bo, 'unknown')
    await enterUntil(tab, tom, 'added')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Bo', 'Tom'])
  })

  test('A pet that is on its way while the person signs out counts for the sign-in that sent it.', async () => {
    const { gate, service, device, tab } = await setUpSending(
      {},
      'request-lost',
      'request-lost',
      'request-lost',
    )
    signInAgain(device, tab)
    gate.open()
    await waitForQuiet()
    for (const pet of [mia, bo]) await enterUntil(tab, pet, 'unknown')
    await enterUntil(tab, tom, 'added')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Bo', 'Tom'])
  })
})
