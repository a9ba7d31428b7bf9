// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import {
  answerWith,
  createSlowLists,
  openTabAnsweredBy,
  openTabWithLists,
  sendNextTwice,
} from '#tests/support/outbox-faults.ts'
import {
  bo,
  createHoldSwitch,
  enterUntil,
  expectCheck,
  expectFinished,
  expectMaySendAgain,
  expectShown,
  expectSoon,
  fillLists,
  itemNamed,
  mia,
  openImport,
  openPage,
  passMinute,
  pets,
  press,
  rex,
  setUp,
  setUpDevice,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import { maySendAgain } from '#src/outbox/lists/verdict.ts'

/** Makes all lists fail, and lets a minute pass, after which they are read again. */
async function failLists({ service, device, tab }: ReturnType<typeof setUp>): Promise<void> {
  service.list = () => {
    throw new Error('down')
  }
  passMinute(device)
  await expectSoon(() => tab.outbox.lists.get().failure).toBeDefined()
}

describe('6. Absence is hard to say', () => {
  test('it is said once lists do not have the pet that were requested a minute after its request', async () => {
    const { device, tab } = setUp('request-lost')
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'not-found-yet')
    device.passTime(59_000)
    await waitForQuiet()
    expect(itemNamed(tab, 'Rex').check?.kind).toBe('not-found-yet')
    device.passTime(1000)
    await expectCheck(tab, 'Rex', 'not-added')
  })

  test('a request that was slow is found, and never said to be absent', async () => {
    const { device, tab } = setUp('late')
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'not-found-yet')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'found')
  })

  test('the minute counts from the request of the lists, not from now', async () => {
    const slowLists = createSlowLists()
    const { device } = setUpDevice({ order: slowLists.order }, 'request-lost')
    const tab = device.openTab()
    await enterUntil(tab, rex, 'unknown')
    await expectSoon(slowLists.heldBack).toBe(1)
    passMinute(device)
    slowLists.letOneReadingThrough()
    // The second reading, which is due by now, is held back as well.
    await expectSoon(slowLists.heldBack).toBe(1)
    await waitForQuiet()
    expect(itemNamed(tab, 'Rex').check?.kind).toBe('not-found-yet')
    slowLists.letOneReadingThrough()
    await expectCheck(tab, 'Rex', 'not-added')
  })

  test('a clock that is set forward does not make the minute shorter, nor does a reload then', async () => {
    const { device, tab } = setUp('late')
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'not-found-yet')
    device.now += 5 * 3_600_000
    await tab.outbox.lists.read()
    await waitForQuiet()
    expect(itemNamed(tab, 'Rex').check?.kind).toBe('not-found-yet')
    device.crash(tab)
    await expectCheck(await openPage(device), 'Rex', 'not-found-yet')
  })

  test('a list that lags, so that it lacks a pet that the service had confirmed, proves nothing', async () => {
    const { service, device } = setUpDevice({}, 'added', 'answer-lost')
    const tab = openTabWithLists(device, service, () => [])
    await enterUntil(tab, mia, 'added')
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'cannot-tell')
  })

  test('a pet that another tab has seen confirmed is missed in a list, too', async () => {
    const { service, device, tab } = setUp('added', 'answer-lost')
    await enterUntil(tab, mia, 'added')
    const other = openTabWithLists(device, service, () => [])
    await enterUntil(other, rex, 'unknown')
    passMinute(device)
    await expectCheck(other, 'Rex', 'cannot-tell')
  })

  test('a list that lacks a pet which it has shown a minute before lags, and proves nothing', async () => {
    const { service, device, tab } = setUp('request-lost')
    service.create(mia, 'key 1')
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'not-found-yet')
    service.list = () => []
    passMinute(device)
    await expectCheck(tab, 'Rex', 'cannot-tell')
  })

  test('a list that lacks a pet which the page "Pets" has shown since it was sent proves nothing', async () => {
    const { service, device, tab } = setUp('request-lost')
    service.list = () => []
    await enterUntil(tab, rex, 'unknown')
    tab.showList([service.create(mia, 'key 1')])
    passMinute(device)
    await expectCheck(tab, 'Rex', 'cannot-tell')
  })

  test('after a reload, a list that lacks the pet that was found before it proves nothing, and nothing is added twice', async () => {
    const { service, device, tab } = setUp('answer-lost')
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'found')
    device.crash(tab)
    service.lag.shownCount = 0
    const next = await openPage(device)
    passMinute(device)
    await expectMaySendAgain(next, 'Rex')
    expect(itemNamed(next, 'Rex').check?.kind).toBe('cannot-tell')
  })

  test('a list that lacks a pet which the page "Pets" has shown in another tab proves nothing', async () => {
    const { service, device, tab } = setUp('request-lost')
    const pagePets = device.openTab()
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'not-found-yet')
    pagePets.showList([service.create(mia, 'key 1')])
    service.lag.shownCount = 0
    passMinute(device)
    await expectCheck(tab, 'Rex', 'cannot-tell')
  })

  test('"was not added" is taken back as soon as the page "Pets" shows such a pet', async () => {
    const { service, device, tab } = setUp('answer-lost')
    const { list } = service
    service.list = () => []
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'not-added')
    tab.showList(list('key 1', undefined))
    await expectCheck(tab, 'Rex', 'found')
  })

  test('a pet that was found stays found by lists that lag, and does not keep "Add it again" from sending', async () => {
    const { service, device, tab } = setUp('answer-lost')
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'found')
    service.lag.shownCount = 0
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    expect(itemNamed(tab, 'Rex').check).toMatchObject({ kind: 'found', pets: [{ id: '1000' }] })
    await press(tab, 'Add it again', 'Rex')
    await expectShown(tab, 'Rex added')
  })

  test('"Add it again" sends nothing where the page "Pets" has shown the pet since, although the lists lag', async () => {
    const gate = createHoldSwitch('list')
    const { service, device } = setUpDevice({ order: gate.order }, 'answer-lost')
    const tab = device.openTab()
    const { list } = service
    service.list = () => []
    await enterUntil(tab, rex, 'unknown')
    tab.showList([service.create(bo, 'key 1')])
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    expect(itemNamed(tab, 'Rex').check?.kind).toBe('cannot-tell')
    gate.close()
    const pressed = press(tab, 'Add it again', 'Rex')
    tab.showList(list('key 1', undefined))
    gate.open()
    await pressed
    expect(service.received).toHaveLength(1)
  })

  test('a pet is found by lists that were requested before it was sent and answered later, because they may have it', async () => {
    const gate = createHoldSwitch('list')
    const { device } = setUpDevice({ order: gate.order }, 'request-lost', 'answer-lost')
    const tab = await openPage(device)
    gate.close()
    await enterUntil(tab, mia, 'unknown')
    await enterUntil(tab, rex, 'unknown')
    gate.open()
    await expectCheck(tab, 'Rex', 'found')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    expect(itemNamed(tab, 'Rex').check?.kind).toBe('found')
  })

  test('"Not added" of a row is taken back as soon as the page "Pets" shows such a pet', async () => {
    const { service, device, tab } = setUp('answer-lost')
    const { list } = service
    service.list = () => []
    await startImport(tab, rex)
    await expectFinished(tab)
    passMinute(device)
    const verdicts = () => [...openImport(tab).get().verdicts.values()].map(({ kind }) => kind)
    await expectSoon(verdicts).toEqual(['not-added'])
    tab.showList(list('key 1', undefined))
    await expectSoon(verdicts).toEqual(['found'])
  })

  test('a row that was found stays found by lists that lag', async () => {
    const { service, device, tab } = setUp('answer-lost')
    await startImport(tab, rex)
    await expectFinished(tab)
    service.lag.shownCount = 0
    passMinute(device)
    const verdicts = () => [...openImport(tab).get().verdicts.values()]
    await expectSoon(() => verdicts().every(maySendAgain)).toBe(true)
    expect(verdicts()).toMatchObject([{ kind: 'found', pets: [{ id: '1000' }] }])
  })

  test('a pet that was found stays found where the lists cannot be read again', async () => {
    const scenario = setUp('answer-lost')
    const { tab } = scenario
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'found')
    await failLists(scenario)
    await expectCheck(tab, 'Rex', 'found')
    await press(tab, 'This is it, ID 1000', 'Rex')
    await expectShown(tab, 'Rex added')
  })

  test('a row that was found stays found where the lists cannot be read again', async () => {
    const scenario = setUp('answer-lost')
    const { tab } = scenario
    await startImport(tab, rex)
    await expectFinished(tab)
    const verdicts = () => [...openImport(tab).get().verdicts.values()]
    await expectSoon(verdicts).toMatchObject([{ kind: 'found' }])
    await failLists(scenario)
    await expectSoon(() => openImport(tab).get().check.kind).toBe('failed')
    expect(verdicts()).toMatchObject([{ kind: 'found', pets: [{ id: '1000' }] }])
    expect(verdicts().some(maySendAgain)).toBe(false)
  })

  test('a possible duplicate stays named where the lists cannot be read again', async () => {
    const scenario = setUp()
    const { service, tab } = scenario
    sendNextTwice(service, 'added')
    await startImport(tab, rex)
    await expectFinished(tab)
    const duplicates = [{ pet: { id: '1000' } }]
    await expectSoon(() => openImport(tab).get().check).toMatchObject({ kind: 'checked', duplicates })
    await failLists(scenario)
    await expectSoon(() => openImport(tab).get().check).toMatchObject({ kind: 'failed', duplicates })
  })

  test('a list that lacks a pet which was confirmed to this key proves nothing, also where another key had sent it before', async () => {
    const { service, device, tab } = setUp('request-lost', 'added', 'answer-lost')
    await enterUntil(tab, rex, 'unknown')
    tab.signOut()
    device.signInId = 'key 2'
    await tab.byHand.open()
    passMinute(device)
    await expectCheck(tab, 'Rex', 'cannot-tell')
    await expectMaySendAgain(tab, 'Rex')
    await press(tab, 'Add it again', 'Rex')
    await expectShown(tab, 'Rex added')
    device.crash(tab)
    const next = await openPage(device)
    service.list = () => []
    await enterUntil(next, mia, 'unknown')
    passMinute(device)
    await expectCheck(next, 'Mia', 'cannot-tell')
  })

  test('a list that a service caps at 50 proves nothing', async () => {
    const { service, device } = setUpDevice({}, 'added', 'answer-lost')
    for (const newPet of pets(60)) service.create({ ...newPet, name: `Other ${newPet.name}` }, 'key 1')
    const tab = openTabWithLists(device, service, (list) => list.slice(0, 50))
    await enterUntil(tab, mia, 'added')
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'cannot-tell')
  })

  test('a list of all pets that lacks one which the list of a status shows proves nothing', async () => {
    const { service, device } = setUpDevice({}, 'request-lost')
    service.create(mia, 'key 1')
    const tab = openTabWithLists(device, service, (list, status) => (status === undefined ? [] : list))
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'cannot-tell')
  })

  test('a list that is as long as was asked for proves nothing', async () => {
    const { service, device, tab } = setUp('request-lost')
    fillLists(service)
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'cannot-tell')
  })

  test('a list with a pet that cannot be read proves nothing', async () => {
    const { device } = setUpDevice({}, 'request-lost')
    const tab = device.openTab({
      listPets: async () => ({ pets: [], unreadable: [{ item: {}, problem: '' }] as never, returned: 1 }),
    })
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'cannot-tell')
  })

  test('lists that another API key has read prove nothing', async () => {
    const { device, tab } = setUp('request-lost')
    await enterUntil(tab, rex, 'unknown')
    tab.signOut()
    device.signInId = 'key 2'
    await tab.byHand.open()
    passMinute(device)
    await expectCheck(tab, 'Rex', 'cannot-tell')
  })

  test('a look-alike that was known before the pet was sent is not taken for it', async () => {
    const { service, device, tab } = setUp('request-lost')
    tab.showList([service.create(rex, 'key 1')])
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectCheck(tab, 'Rex', 'not-added')
  })

  test('a look-alike that answers nothing keeps absence from being said', async () => {
    const { service, device, tab } = setUp('request-lost')
    service.create({ ...rex, status: 'sold' }, 'key 1')
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    await expectCheck(tab, 'Rex', 'found')
  })

  test('An unconfirmed pet is not proved absent where the clock is set back to the millisecond at which its request ended.', async () => {
    const { device, tab } = setUp('request-lost', 'late')
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    device.now -= 61_000
    await press(tab, 'Add it again', 'Rex')
    await waitForQuiet()
    expect(itemNamed(tab, 'Rex').check?.kind).toBe('not-found-yet')
  })
})

test('6. A pet is not said to be missing if a list shows one that may be the same under another name', async () => {
  const { service, device } = setUpDevice({}, 'answer-lost')
  const tab = openTabWithLists(device, service, (list) =>
    list.map((pet) => ({ ...pet, name: pet.name.slice(0, 20) })),
  )
  const bartholomew = { ...rex, name: 'Bartholomew the Magnificent' }
  await enterUntil(tab, bartholomew, 'unknown')
  passMinute(device)
  await expectCheck(tab, bartholomew.name, 'may-be-taken')
  expect(itemNamed(tab, bartholomew.name).check).toMatchObject({ doubtfulPets: [{ id: '1000' }] })
})

test('6. Nobody is said to be missing once the service has kept a pet under another name', async () => {
  const { service, device } = setUpDevice({})
  const lost = { kind: 'unknown', error: new Error('answer lost') } as const
  const { tab } = openTabAnsweredBy(device, service, answerWith('Tom &amp; Jerry', 1000), lost)
  service.create({ ...rex, name: 'Tom &amp; Jerry' }, 'key 1')
  await enterUntil(tab, { ...rex, name: 'Tom & Jerry' }, 'added')
  await enterUntil(tab, mia, 'unknown')
  passMinute(device)
  await expectSoon(() => itemNamed(tab, 'Mia').check?.kind).toBe('cannot-tell')
  // The next sign-in, in another tab, is told the same.
  device.crash(tab)
  device.signInId = 'key 1, sign-in 2'
  const { tab: next } = openTabAnsweredBy(device, service, lost)
  await next.byHand.open()
  await enterUntil(next, bo, 'unknown')
  passMinute(device)
  await expectSoon(() => itemNamed(next, 'Bo').check?.kind).toBe('cannot-tell')
})

test('6. A service that only composes letters has the pet under a name that is found.', async () => {
  const { service, device } = setUpDevice({})
  const lost = { kind: 'unknown', error: new Error('request lost') } as const
  const { tab } = openTabAnsweredBy(device, service, answerWith('Zo\u00EB', 1000), lost)
  service.create({ ...rex, name: 'Zo\u00EB' }, 'key 1')
  await enterUntil(tab, { ...rex, name: 'Zoe\u0308' }, 'added')
  await enterUntil(tab, mia, 'unknown')
  passMinute(device)
  await expectSoon(() => itemNamed(tab, 'Mia').check?.kind).toBe('not-added')
})
