import { describe, expect, test } from 'vitest'
import type { Answer } from '#tests/support/device.ts'
import { listNothing, openUnsteadyTab } from '#tests/support/outbox-faults.ts'
import {
  bo,
  createHoldSwitch,
  enter,
  enterUntil,
  expectCheck,
  expectMaySendAgain,
  expectRows,
  expectShown,
  expectSoon,
  fillLists,
  importUntilMaySendAgain,
  itemNamed,
  mia,
  namesReceived,
  openImport,
  openPage,
  passMinute,
  press,
  rex,
  setUp,
  setUpDevice,
  shown,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'

/** Rex is unconfirmed, and a minute later the lists do not have him. */
async function setUpAbsent(...answers: readonly Answer[]) {
  const { service, device, tab } = setUp('request-lost', ...answers)
  await enterUntil(tab, rex, 'unknown')
  passMinute(device)
  await expectCheck(tab, 'Rex', 'not-added')
  return { service, device, tab }
}

/** Rex is unconfirmed, and a minute later the lists do not have him. The disk can be held back. */
async function setUpAbsentOnUnsteadyTab(...answers: readonly Answer[]) {
  const { service, device } = setUpDevice({}, 'request-lost', ...answers)
  const { world, tab } = openUnsteadyTab(device, service)
  await tab.byHand.open()
  await enterUntil(tab, rex, 'unknown')
  passMinute(device)
  await expectCheck(tab, 'Rex', 'not-added')
  return { service, device, world, tab }
}

describe('5. Evidence is read when the button is pressed', () => {
  test('"Add it again" sends nothing when the lists, read now, show a pet that was not on the screen', async () => {
    const { service, tab } = await setUpAbsent()
    service.create(rex, 'key 1')
    await press(tab, 'Add it again', 'Rex')
    await expectCheck(tab, 'Rex', 'found')
    expect(service.received).toHaveLength(1)
  })

  test('a pet that was on the screen does not keep "Add it again" from sending', async () => {
    const { service, device, tab } = setUp('answer-lost')
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    await press(tab, 'Add it again', 'Rex')
    await expectShown(tab, 'Rex added')
    expect(service.received).toHaveLength(2)
  })

  test('"Add it again", pressed under "Rex was not added", sends nothing once the lists can no longer tell', async () => {
    const { service, device, tab } = setUp('answer-lost', 'added')
    service.list = () => []
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'not-added')
    // The service confirms Mia, so a list without her lags.
    await enterUntil(tab, mia, 'added')
    await press(tab, 'Add it again', 'Rex')
    await expectCheck(tab, 'Rex', 'cannot-tell')
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Rex', 'Mia'])
  })

  test('"Add it again" sends nothing when the lists are down, or another API key has read them', async () => {
    const { service, device } = setUpDevice({}, 'request-lost')
    let state: 'down' | 'complete' | 'of another key' = 'complete'
    const tab = device.openTab({
      async listPets(...args) {
        if (state === 'down') throw new Error('down')
        if (state === 'of another key') device.signInId = 'key 2'
        return listNothing(...args)
      },
    })
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    const { id, entry, check } = itemNamed(tab, 'Rex')
    for (state of ['down', 'of another key'] as const)
      await tab.outbox.sendAgain(entry.batch, new Map([[id, check]]))
    expect(service.received).toHaveLength(1)
  })

  test('"Add it again" sends nothing while it is too soon, or nothing was said', async () => {
    const { service, tab } = setUp('request-lost')
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'not-found-yet')
    const { id, entry, check } = itemNamed(tab, 'Rex')
    for (const verdict of [check, undefined, { kind: 'checking' } as const])
      await tab.outbox.sendAgain(entry.batch, new Map([[id, verdict]]))
    expect(service.received).toHaveLength(1)
  })

  test('"Add it again" sends nothing when another tab has discarded the pet', async () => {
    const { service, device, tab } = await setUpAbsent()
    const { id, entry, check } = itemNamed(tab, 'Rex')
    const other = await openPage(device)
    await other.byHand.discard(id)
    await tab.outbox.sendAgain(entry.batch, new Map([[id, check]]))
    expect(service.received).toHaveLength(1)
  })

  test('"Add it again" sends nothing once "Discard" was pressed, even if the disk is slow', async () => {
    const { service, world, tab } = await setUpAbsentOnUnsteadyTab()
    const disk = Promise.withResolvers<void>()
    world.waitsFor.writing = disk.promise
    const { id } = itemNamed(tab, 'Rex')
    const pressed = press(tab, 'Add it again', 'Rex')
    await waitForQuiet()
    const discarded = tab.byHand.discard(id)
    expect(shown(tab)).toEqual([])
    disk.resolve()
    await Promise.all([pressed, discarded])
    expect(shown(tab)).toEqual([])
    expect(service.received).toHaveLength(1)
    // It may have been added, so a pet like it is still asked about.
    await enterUntil(tab, rex, 'held')
  })

  test('a pet that was discarded before it was sent again stays off the screen while the disk is slow', async () => {
    const { service, device, world, tab } = await setUpAbsentOnUnsteadyTab()
    const [claim, giveBack] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    world.waitsFor.writing = claim.promise
    const { id } = itemNamed(tab, 'Rex')
    const pressed = press(tab, 'Add it again', 'Rex')
    await waitForQuiet()
    const discarded = tab.byHand.discard(id)
    world.waitsFor.writing = giveBack.promise
    claim.resolve()
    await waitForQuiet()
    device.passTime(2500)
    await waitForQuiet()
    expect(shown(tab)).toEqual([])
    giveBack.resolve()
    await Promise.all([pressed, discarded])
    expect(service.received).toHaveLength(1)
  })

  test('"Discard" does not count if the request had left before it was pressed', async () => {
    const { service, world, tab } = await setUpAbsentOnUnsteadyTab('answer-lost')
    const answer = Promise.withResolvers<void>()
    world.waitsFor.answer = answer.promise
    const { id } = itemNamed(tab, 'Rex')
    const pressed = press(tab, 'Add it again', 'Rex')
    await expectSoon(() => service.received).toHaveLength(2)
    const discarded = tab.byHand.discard(id)
    answer.resolve()
    await Promise.all([pressed, discarded])
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex unknown'])
  })

  test('"Add it again" that waits for a busy service does not send what another tab has sent meanwhile', async () => {
    // Without a status, no list but the cut one of all pets could have him.
    const withoutStatus = { ...rex, status: undefined }
    const { service, device } = setUpDevice({ hasLocks: false }, 'request-lost')
    const tab = device.openTab()
    await enterUntil(tab, withoutStatus, 'unknown')
    fillLists(service)
    const other = await openPage(device)
    passMinute(device)
    for (const each of [tab, other]) await expectMaySendAgain(each, 'Rex')
    service.answers.push('busy', 'answer-lost')
    void press(tab, 'Add it again', 'Rex')
    await expectSoon(() => tab.outbox.senderOf(itemNamed(tab, 'Rex').entry.batch).get()).toHaveProperty(
      'waitingUntil',
    )
    await expectMaySendAgain(other, 'Rex')
    await press(other, 'Add it again', 'Rex')
    await expectSoon(() => service.received).toHaveLength(3)
    passMinute(device)
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Rex', 'Rex', 'Rex'])
  })

  test('"Add it again" that waits for another pet of the visit reads the lists again, and adds nothing that somebody else has added meanwhile', async () => {
    const { service, device } = setUpDevice({}, 'request-lost', 'busy')
    const tab = await openPage(device)
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    enter(tab, mia)
    await expectSoon(() => tab.outbox.senderOf(itemNamed(tab, 'Mia').entry.batch).get()).toHaveProperty(
      'waitingUntil',
    )
    const pressed = press(tab, 'Add it again', 'Rex')
    await waitForQuiet()
    service.create(rex, device.signInId)
    passMinute(device)
    await pressed
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Mia'])
    expect(service.pets.map(({ name }) => name)).toEqual(['Rex', 'Mia'])
  })

  test('"Add it again" whose claim waits for the disk adds nothing that somebody else has added meanwhile', async () => {
    const disk = createHoldSwitch('write')
    const { service, device } = setUpDevice({ order: disk.order }, 'request-lost')
    const tab = await openPage(device)
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'not-added')
    disk.close()
    const pressed = press(tab, 'Add it again', 'Rex')
    await waitForQuiet()
    device.passTime(25_000)
    service.create(rex, device.signInId)
    disk.open()
    await pressed
    await expectCheck(tab, 'Rex', 'found')
    expect(namesReceived(service)).toEqual(['Rex'])
  })

  test('"Add it again", pressed twice, sends a pet once whose answer is not a pet', async () => {
    const { service, device, tab } = await setUpAbsent('not-a-pet')
    await Promise.all([press(tab, 'Add it again', 'Rex'), press(tab, 'Add it again', 'Rex')])
    expect(service.received).toHaveLength(2)
    passMinute(device)
    await expectCheck(tab, 'Rex', 'found')
  })

  test('three presses on "Add it again" share one reading of the lists, and what is typed then is sent after it', async () => {
    const { service, device } = setUpDevice({}, 'request-lost', 'request-lost')
    let readings = 0
    const tab = device.openTab({
      async listPets(filter, signal) {
        if (filter.status === undefined) readings += 1
        return listNothing(filter, signal)
      },
    })
    for (const newPet of [rex, mia]) await enterUntil(tab, newPet, 'unknown')
    await enterUntil(tab, { ...rex, name: 'Kim' }, 'added')
    service.answers.push('request-lost')
    await enterUntil(tab, bo, 'unknown')
    passMinute(device)
    for (const name of ['Rex', 'Mia', 'Bo']) await expectMaySendAgain(tab, name)
    const readingsBefore = readings
    const pressed = ['Rex', 'Mia', 'Bo'].map((name) => press(tab, 'Add it again', name))
    enter(tab, { ...rex, name: 'Tom' })
    await Promise.all(pressed)
    await expectShown(tab, 'Rex added', 'Mia added', 'Kim added', 'Bo added', 'Tom added')
    expect(readings - readingsBefore).toBe(1)
    expect(namesReceived(service).slice(4)).toEqual(['Rex', 'Mia', 'Bo', 'Tom'])
  })

  test.each([
    ['where absence was proved, a later rejection is one', false, 'Rex rejected'],
    ['else the pet is as unconfirmed as before', true, 'Rex unknown'],
  ])('%s', async (_rule, areListsCut, expected) => {
    const { service, device, tab } = setUp('request-lost', 'rejected')
    if (areListsCut) fillLists(service)
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    await press(tab, 'Add it again', 'Rex')
    await waitForQuiet()
    expect(service.received).toHaveLength(2)
    expect(shown(tab)).toEqual([expected])
  })

  test('a "Send again" that is refused for the key goes on with that row, by lists that the new key sees', async () => {
    const { service, device } = setUpDevice({}, 'request-lost', 'key-refused')
    fillLists(service)
    const { list } = service
    const signIns: string[] = []
    service.list = (signInId, status) => {
      signIns.push(signInId)
      return list(signInId, status)
    }
    const tab = device.openTab({
      session: { ...device.session, waitForKey: async () => void (device.signInId = 'key 2') },
    })
    const ids = await importUntilMaySendAgain(device, tab, rex)
    await openImport(tab).sendAgain(ids)
    await expectRows(tab, 'added')
    expect(signIns).toContain('key 2')
    expect(service.received).toHaveLength(3)
  })

  test('a "Send again" under "was not added" sends nothing where the key ends, because the lists of the new one cannot tell', async () => {
    const { service, device } = setUpDevice({}, 'request-lost', 'key-refused')
    const tab = device.openTab({
      session: { ...device.session, waitForKey: async () => void (device.signInId = 'key 2') },
    })
    const ids = await importUntilMaySendAgain(device, tab, rex)
    const verdict = () => openImport(tab).get().verdicts.values().next().value?.kind
    expect(verdict()).toBe('not-added')
    await openImport(tab).sendAgain(ids)
    await expectSoon(verdict).toBe('cannot-tell')
    await expectRows(tab, 'unknown')
    expect(service.received).toHaveLength(2)
  })

  test('"Send again" sends each row once, also when the service is busy for a minute meanwhile', async () => {
    const { service, device, tab } = setUp('request-lost', 'request-lost', 'added', 'request-lost', 'busy')
    fillLists(service)
    const ids = await importUntilMaySendAgain(device, tab, rex, mia, bo)
    const pressed = openImport(tab).sendAgain(ids)
    await expectSoon(() => openImport(tab).get().run).toHaveProperty('waitingUntil')
    await waitForQuiet()
    passMinute(device)
    await pressed
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Bo', 'Rex', 'Mia', 'Mia'])
  })

  test('a row that the person has marked as added is sent by no "Send again"', async () => {
    const { service, device, tab } = setUp('request-lost')
    fillLists(service)
    const ids = await importUntilMaySendAgain(device, tab, rex)
    await openImport(tab).markAdded(ids.map((entryId) => ({ entryId, petId: undefined })))
    await openImport(tab).sendAgain(ids)
    expect(service.received).toHaveLength(1)
    await expectRows(tab, 'added')
  })
})
