// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import { MAX_IDS_OF_DEVICE, type SharedText } from '#src/outbox/seen-ids.ts'
import type { Pet } from '#src/pets/pet.ts'
import { type Answer, createSharedText, type Service, type Tab } from '#tests/support/device.ts'
import { int64 } from '#tests/support/int64.ts'
import {
  bo,
  enterUntil,
  expectCheck,
  expectFinished,
  expectMaySendAgain,
  expectSoon,
  itemNamed,
  mia,
  openImport,
  openPage,
  passMinute,
  press,
  rex,
  setUpDevice,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'

describe('6. A service that was restored gives IDs again', () => {
  test('A pet that gets the ID of a look-alike which lists had shown, and lacked since, is not said to be missing.', async () => {
    const { service, device } = setUpDevice({}, 'answer-lost')
    const tab = await openPage(device)
    service.create(mia, 'key 1')
    service.create(rex, 'key 1')
    tab.showAllPets()
    service.pets.pop()
    tab.showAllPets()
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    await expectCheck(tab, 'Rex', 'may-be-taken')
  })

  test('A pet that gets the ID of one which this device had added is not said to be missing.', async () => {
    const { service, device } = setUpDevice({}, 'added', 'added', 'answer-lost')
    const tab = await openPage(device)
    await enterUntil(tab, mia, 'added')
    await enterUntil(tab, rex, 'added')
    service.pets.pop()
    tab.showAllPets()
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    const unconfirmed = () => tab.byHand.get().items.find(({ entry }) => entry.state.kind === 'unknown')
    await expectSoon(() => unconfirmed()?.check?.kind).toBe('may-be-taken')
  })

  test('The ID stays doubtful after the tab was loaded again.', async () => {
    const { service, device } = setUpDevice({}, 'added', 'added', 'answer-lost')
    const tab = await openPage(device)
    await enterUntil(tab, mia, 'added')
    await enterUntil(tab, rex, 'added')
    service.pets.pop()
    tab.showAllPets()
    device.crash(tab)
    const loaded = await openPage(device)
    await enterUntil(loaded, rex, 'unknown')
    passMinute(device)
    await expectSoon(() => itemNamed(loaded, 'Rex').check?.kind).toBe('may-be-taken')
  })

  test.each([
    ['was looked at', true],
    ['was not looked at', false],
  ])(
    'So is an ID of the visit before, of the same sign-in, where the service was emptied in between and the list %s.',
    async (_what, isListShown) => {
      const { service, device } = setUpDevice({}, 'added', 'answer-lost')
      const tab = await openPage(device)
      await enterUntil(tab, rex, 'added')
      device.crash(tab)
      service.pets.length = 0
      const loaded = await openPage(device)
      if (isListShown) loaded.showAllPets()
      await enterUntil(loaded, rex, 'unknown')
      expect(service.pets).toMatchObject([{ id: '1000' }])
      passMinute(device)
      await expectSoon(() => itemNamed(loaded, 'Rex').check?.kind).toBe('may-be-taken')
    },
  )

  test.each([
    ['this visit had added', true],
    ['this tab had listed', false],
  ])(
    'So is each known ID once a list has another pet under one of them: pets that %s.',
    async (_what, isOwn) => {
      const answers = isOwn ? (['added', 'added', 'answer-lost'] as const) : (['answer-lost'] as const)
      const { service, device } = setUpDevice({}, ...answers)
      const tab = await openPage(device)
      if (isOwn) for (const pet of [mia, rex]) await enterUntil(tab, pet, 'added')
      else for (const pet of [mia, rex]) service.create(pet, device.signInId)
      tab.showAllPets()
      // Over night the service is emptied. A colleague is the first in the morning.
      service.pets.length = 0
      service.create(bo, device.signInId)
      await enterUntil(tab, rex, 'unknown')
      passMinute(device)
      const unconfirmed = () => tab.byHand.get().items.find(({ entry }) => entry.state.kind === 'unknown')
      await expectSoon(() => unconfirmed()?.check?.kind).toBe('may-be-taken')
    },
  )

  test('So is an ID of another sign-in, because a service may be emptied over night.', async () => {
    const { service, device } = setUpDevice({}, 'added', 'answer-lost')
    const tab = await openPage(device)
    await enterUntil(tab, rex, 'added')
    device.crash(tab)
    service.pets.length = 0
    device.signInId = 'key 1, sign-in 2'
    const loaded = await openPage(device)
    loaded.showAllPets()
    await enterUntil(loaded, rex, 'unknown')
    passMinute(device)
    await expectSoon(() => itemNamed(loaded, 'Rex').check?.kind).toBe('may-be-taken')
  })

  test('"Add it again" sends nothing where the lists have a look-alike by then that may be another one, and it is named.', async () => {
    const { service, device } = setUpDevice({}, 'added', 'answer-lost')
    const tab = await openPage(device)
    await enterUntil(tab, rex, 'added')
    device.crash(tab)
    service.pets.length = 0
    const loaded = await openPage(device)
    service.lag.shownCount = 0
    await enterUntil(loaded, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(loaded, 'Rex')
    await expectCheck(loaded, 'Rex', 'cannot-tell')
    service.lag.shownCount = Infinity
    await press(loaded, 'Add it again', 'Rex')
    await expectSoon(() => itemNamed(loaded, 'Rex').check).toMatchObject({
      kind: 'may-be-taken',
      doubtfulPets: [{ id: '1000' }],
    })
    expect(service.pets).toHaveLength(1)
    await press(loaded, 'Add it again', 'Rex')
    await expectSoon(() => service.pets).toHaveLength(2)
  })

  test('A list that has lagged once is no proof about a look-alike that it has lacked.', async () => {
    const { service, device } = setUpDevice({}, 'added', 'request-lost')
    const tab = await openPage(device)
    await enterUntil(tab, rex, 'added')
    service.lag.shownCount = 0
    await tab.outbox.lists.read()
    service.lag.shownCount = Infinity
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    const unconfirmed = () => tab.byHand.get().items.find(({ entry }) => entry.state.kind === 'unknown')
    await expectSoon(() => unconfirmed()?.check?.kind).toBe('may-be-taken')
  })
})

/** Opens a tab that has shown a Rex, and then no pet, because the service was emptied. */
async function setUpEmptied(answer: Answer) {
  const { service, device } = setUpDevice({}, answer)
  const tab = await openPage(device)
  service.create(rex, 'key 1')
  tab.showAllPets()
  service.pets.length = 0
  tab.showAllPets()
  return { service, device, tab }
}

describe('6. A look-alike that lists have lacked since before a pet was sent', () => {
  test('is not said to be the pet.', async () => {
    const { device, tab } = await setUpEmptied('request-lost')
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    await expectCheck(tab, 'Rex', 'cannot-tell')
  })

  test('nor is it where another pet has its ID by now.', async () => {
    const { service, device, tab } = await setUpEmptied('request-lost')
    expect(service.create(mia, 'key 1').id).toBe('1000')
    tab.showAllPets()
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    await expectCheck(tab, 'Rex', 'not-added')
  })

  test('nor is it where another tab alone was shown that list before.', async () => {
    const { service, device } = setUpDevice({}, 'request-lost')
    const tab = await openPage(device)
    service.create(rex, 'key 1')
    tab.showAllPets()
    const other = await openPage(device)
    service.pets.length = 0
    other.showAllPets()
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    await expectCheck(tab, 'Rex', 'cannot-tell')
  })

  test('is in doubt, and not offered, where a list has shown it again before the pet was sent.', async () => {
    const { service, device } = setUpDevice({}, 'request-lost')
    const tab = await openPage(device)
    service.create(rex, 'key 1')
    tab.showAllPets()
    service.lag.shownCount = 0
    tab.showAllPets()
    service.lag.shownCount = Infinity
    tab.showAllPets()
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    await expectCheck(tab, 'Rex', 'may-be-taken')
  })

  test('is no possible duplicate.', async () => {
    const { service, tab } = await setUpEmptied('added')
    service.create(mia, 'key 1')
    await enterUntil(tab, rex, 'added')
    tab.showAllPets()
    await waitForQuiet()
    expect(itemNamed(tab, 'Rex').duplicates).toEqual([])
  })

  test('is no possible duplicate of a row.', async () => {
    const { service, tab } = await setUpEmptied('added')
    service.create(mia, 'key 1')
    await startImport(tab, rex)
    await expectFinished(tab)
    await expectSoon(() => openImport(tab).get().check).toMatchObject({ kind: 'checked', duplicates: [] })
  })

  test('is not said to be there where it answers another entry of the visit.', async () => {
    const { service, device } = setUpDevice({}, 'added', 'request-lost')
    const tab = await openPage(device)
    await enterUntil(tab, rex, 'added')
    tab.showAllPets()
    service.pets.length = 0
    tab.showAllPets()
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    await expectCheck(tab, 'Rex', 'cannot-tell')
  })
})

/** Returns the text as it is while `localStorage` is full: it can be read, and never changes. */
const asFull = (text: SharedText): SharedText => ({ read: text.read, write: () => undefined })

/** Opens a tab that shows all pets, sends Rex without hearing an answer, and crashes. */
async function sendRexAfterList(
  { service, device }: ReturnType<typeof setUpDevice>,
  sharedText: SharedText,
): Promise<void> {
  const tab = await openPage(device, { sharedText })
  for (let index = 0; index < 5; index += 1)
    service.create({ ...mia, name: `Other ${index}`, status: 'sold' }, 'key 1')
  tab.showAllPets()
  await enterUntil(tab, rex, 'unknown')
  device.crash(tab)
}

/** Makes the service list its newest pets first. */
function listNewestFirst(service: Service): void {
  const { list } = service
  service.list = (...query) => list(...query).toReversed()
}

describe.each<[what: string, isNewestFirst: boolean, status: Pet['status']]>([
  ['all pets, the newest first', true, undefined],
  ['available pets, the oldest first', false, 'available'],
])(
  '6. A pet that nobody had seen before it was sent is found after a reload where the page "Pets" first shows %s',
  (_what, isNewestFirst, status) => {
    test('and localStorage was emptied.', async () => {
      const world = setUpDevice({}, 'answer-lost')
      if (isNewestFirst) listNewestFirst(world.service)
      await sendRexAfterList(world, createSharedText())
      const loaded = world.device.openTab({ sharedText: createSharedText() })
      loaded.showList(world.service.list('key 1', status))
      await loaded.byHand.open()
      await expectCheck(loaded, 'Rex', 'found')
    })

    test('and localStorage is full, so that it has an older text.', async () => {
      const world = setUpDevice({}, 'answer-lost')
      if (isNewestFirst) listNewestFirst(world.service)
      const text = createSharedText()
      const earlier = await openPage(world.device, { sharedText: text })
      world.service.create(bo, 'key 1')
      earlier.showAllPets()
      world.device.crash(earlier)
      await sendRexAfterList(world, asFull(text))
      const loaded = world.device.openTab({ sharedText: asFull(text) })
      loaded.showList(world.service.list('key 1', status))
      await loaded.byHand.open()
      await expectCheck(loaded, 'Rex', 'found')
    })
  },
)

const bartholomew = { ...rex, name: 'Bartholomew the Great' }
const cutName = 'Bartholomew '

const withCutName = (pet: Pet): Pet => ({ ...pet, name: pet.name.slice(0, cutName.length) })

/** Opens a tab at a service whose lists show twelve characters of each name. */
async function setUpCutting(answer: Answer) {
  const { service, device } = setUpDevice({}, answer)
  const { list } = service
  service.list = (...query) => list(...query).map(withCutName)
  return { service, device, tab: await openPage(device) }
}

/** Shows pets with these IDs, whose names are like none of those that are sent. */
function showIds(tab: Tab, ids: readonly string[]): void {
  tab.showList(Array.from(ids, (id) => ({ ...mia, id: int64(id) })))
}

describe('6. A pet that a service which cuts names has under the beginning of its name', () => {
  test.each([
    ['whose ID this device had not seen before', []],
    ['whose ID an earlier visit had seen, because the service was emptied since', ['999', '1000', '1001']],
  ])('is not said to be missing: one %s.', async (_what, seenIds) => {
    const { service, device, tab: earlier } = await setUpCutting('answer-lost')
    showIds(earlier, seenIds)
    device.crash(earlier)
    device.signInId = 'key 1, sign-in 2'
    const tab = await openPage(device)
    await enterUntil(tab, bartholomew, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, bartholomew.name)
    expect(service.pets).toHaveLength(1)
    expect(itemNamed(tab, bartholomew.name).check).toMatchObject({
      kind: 'may-be-taken',
      doubtfulPets: [{ id: '1000', name: cutName }],
    })
  })

  test('is not said to be missing where a device with very many IDs seems to have forgotten its ID.', async () => {
    const { device, tab } = await setUpCutting('answer-lost')
    device.signInId = 'key 0'
    showIds(
      tab,
      Array.from({ length: MAX_IDS_OF_DEVICE }, (_, index) => String(5000 + index)),
    )
    device.signInId = 'key 1'
    await enterUntil(tab, bartholomew, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, bartholomew.name)
    await expectCheck(tab, bartholomew.name, 'may-be-taken')
  })

  test('is another one if this tab had seen it under that name before, also after a reload.', async () => {
    const { service, device, tab } = await setUpCutting('request-lost')
    service.create({ ...rex, name: cutName }, 'key 1')
    tab.showAllPets()
    await enterUntil(tab, bartholomew, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, bartholomew.name)
    await expectCheck(tab, bartholomew.name, 'not-added')
    device.crash(tab)
    const loaded = await openPage(device)
    passMinute(device)
    await expectMaySendAgain(loaded, bartholomew.name)
    await expectCheck(loaded, bartholomew.name, 'not-added')
  })

  test('is not said to be missing where the service gives the ID again that such a pet had.', async () => {
    const { service, device, tab } = await setUpCutting('answer-lost')
    service.create(mia, 'key 1')
    service.create({ ...rex, name: cutName }, 'key 1')
    tab.showAllPets()
    service.pets.pop()
    tab.showAllPets()
    await enterUntil(tab, bartholomew, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, bartholomew.name)
    await expectCheck(tab, bartholomew.name, 'may-be-taken')
  })
})
