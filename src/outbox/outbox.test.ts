// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  BASE_URL,
  type Device,
  type Order,
  type Service,
  type Tab,
} from '#tests/support/device.ts'
import { int64 } from '#tests/support/int64.ts'
import { putAll } from '#tests/support/ledger-entries.ts'
import {
  answerWith,
  createSlowLists,
  listNothing,
  openCountingTab,
  openPageOnFragileDisk,
  openTabAnsweredBy,
  openTabWithLists,
  sendNextTwice,
} from '#tests/support/outbox-faults.ts'
import {
  correctionsOf,
  bo,
  createHoldSwitch,
  enter,
  enterUntil,
  entryOf,
  expectCheck,
  expectFinished,
  expectMaySendAgain,
  expectPaused,
  expectRows,
  expectShown,
  expectSoon,
  expectWaiting,
  includeRows,
  fillLists,
  idsOf,
  importUntilMaySendAgain,
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
  rowsOf,
  savedKinds,
  saveWaitingImport,
  setUp,
  setUpDevice,
  setUpSending,
  shown,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import type { ByHandItem } from '#src/outbox/by-hand-items.ts'
import { maySendAgain } from '#src/outbox/lists/verdict.ts'
import { type Entry, entryIdOf, newEntry } from './entry.ts'
import { createIndexedDbLedger } from './ledger/indexed-db.ts'
import { isRunning } from './run-state.ts'

// These scenarios show the rules of the outbox (README.md), one after the other.

const tom = { ...rex, name: 'Tom' }

/**
 * Leaves out a row of an import in one tab because of an unconfirmed row of an import in another,
 * which is then settled.
 */
async function setUpRowHeldByOtherImport() {
  const { service, device, tab } = setUp('answer-lost', 'key-refused')
  await startImport(tab, rex, rex)
  await expectRows(tab, 'unknown', 'held')
  const [first] = openImport(tab).get().entries.map(entryIdOf)
  if (first === undefined) throw new Error('the import has no rows')
  const other = device.openTab()
  await other.imports.start({ fileName: 'b.csv' }, rowsOf(rex))
  await expectRows(other, 'held')
  const rowsShown = openImport(other).get().entries
  service.answers.length = 0
  await openImport(tab).markAdded([{ entryId: first, petId: undefined }])
  await includeRows(tab)
  await expectRows(tab, 'added', 'waiting')
  return { first, other, rowsShown }
}

/** Returns whether the lists were read late enough to say that an import has no duplicates. */
function isCheckFinal(tab: Tab): boolean {
  const { check } = openImport(tab).get()
  return check.kind === 'checked' && check.checkAgainAt === undefined
}

const isHeld = ({ entry }: ByHandItem) => entry.state.kind === 'held'

describe('1. Written first', () => {
  test('a pet is sent once its claim is on the disk, and not before', async () => {
    const gate = createHoldSwitch('write')
    const { service, device } = setUpDevice({ order: gate.order })
    const tab = device.openTab()
    gate.close()
    enter(tab, rex)
    await waitForQuiet()
    expect(service.received).toEqual([])
    gate.open()
    // The device itself throws when a pet is sent whose claim is not on the disk.
    await expectShown(tab, 'Rex added')
  })

  test('the same button, pressed in two tabs, sends the pet once', async () => {
    const { service, device, tab } = setUp('request-lost')
    await enterUntil(tab, rex, 'unknown')
    const other = await openPage(device)
    passMinute(device)
    await expectCheck(tab, 'Rex', 'not-added')
    await expectCheck(other, 'Rex', 'not-added')
    await Promise.all([press(tab, 'Add it again', 'Rex'), press(other, 'Add it again', 'Rex')])
    expect(service.received).toHaveLength(2)
  })

  test('a sender without Web Locks does not take itself to be alone', async () => {
    const { gate, device } = await setUpSending({ hasLocks: false })
    const other = await openPage(device)
    device.passTime(59_000)
    await other.byHand.open()
    await waitForQuiet()
    expect(shown(other)).toEqual(['Rex sending'])
    gate.open()
    await expectShown(other, 'Rex added')
  })

  test('without Web Locks, a tab that slept after its claim does not send what others took for lost', async () => {
    const claimed = createHoldSwitch('claimed')
    const { service, device } = setUpDevice({ hasLocks: false, order: claimed.order })
    const asleep = device.openTab()
    claimed.close()
    enter(asleep, rex)
    await expectSoon(() => savedKinds(device)).toEqual(['sending'])
    const other = await openPage(device)
    await expectShown(other, 'Rex sending')
    passMinute(device)
    await expectShown(other, 'Rex unknown')
    passMinute(device)
    await expectCheck(other, 'Rex', 'not-added')
    expect(service.received).toEqual([])
    claimed.open()
    await waitForQuiet()
    expect(service.received).toEqual([])
    await press(other, 'Add it again', 'Rex')
    await expectShown(other, 'Rex added')
    await expectShown(asleep, 'Rex added')
    expect(service.received).toHaveLength(1)
  })

  test.each([
    ['an answer with the pet counts', 'added', 'Rex added'],
    ['a rejection does not, as others may have sent the pet since', 'rejected', 'Rex unknown'],
  ] as const)('of a tab that slept, %s', async (_rule, answer, expected) => {
    const { gate, device, tab: asleep } = await setUpSending({ hasLocks: false }, answer)
    const other = await openPage(device)
    await expectShown(other, 'Rex sending')
    passMinute(device)
    await expectShown(other, 'Rex unknown')
    gate.open()
    await waitForQuiet()
    expect([shown(asleep), shown(other)]).toEqual([[expected], [expected]])
  })

  test('Only the tab that sends a pet shows it as something that runs there and can be cancelled.', async () => {
    const { gate, device, tab } = await setUpSending({ hasLocks: false })
    const other = await openPage(device)
    await expectShown(other, 'Rex sending')
    expect(isRunning(itemNamed(tab, 'Rex').run)).toBe(true)
    expect(isRunning(itemNamed(other, 'Rex').run)).toBe(false)
    gate.open()
    await expectShown(other, 'Rex added')
  })
})

/** Holds back the first answer alone: that of a tab that sleeps. */
function createSleepingTab() {
  const gate = Promise.withResolvers<void>()
  let isFirst = true
  const order: Order = async (act, what) => {
    if (what === 'answer' && isFirst) {
      isFirst = false
      await gate.promise
    }
    return act()
  }
  return { order, wake: gate.resolve }
}

/**
 * Without Web Locks, a tab sleeps while it sends Rex. Another tab takes that request for lost, sees
 * in the lists that it added nothing, and sends Rex once more, without an answer.
 */
async function setUpSentAgainWhileAsleep(ofSleeper: Answer, ofOther: Answer) {
  const sleeper = createSleepingTab()
  const { service, device } = setUpDevice({ hasLocks: false, order: sleeper.order }, ofSleeper, ofOther)
  // The lists of a replica lag.
  service.lag.shownCount = 0
  enter(device.openTab(), rex)
  await expectSoon(() => service.received).toHaveLength(1)
  const other = await openPage(device)
  await expectShown(other, 'Rex sending')
  passMinute(device)
  await expectShown(other, 'Rex unknown')
  passMinute(device)
  await expectCheck(other, 'Rex', 'not-added')
  await press(other, 'Add it again', 'Rex')
  await expectShown(other, 'Rex unknown')
  service.lag.shownCount = Infinity
  return { sleeper, service, device, other }
}

describe('1. An outcome belongs to its claim', () => {
  test('A late failure of an earlier request does not make the minute of the last one shorter.', async () => {
    const { sleeper, service, device, other } = await setUpSentAgainWhileAsleep('request-lost', 'late')
    sleeper.wake()
    await waitForQuiet()
    device.passTime(5000)
    await other.outbox.lists.read()
    await waitForQuiet()
    await expectCheck(other, 'Rex', 'not-found-yet')
    await press(other, 'Add it again', 'Rex')
    passMinute(device)
    await waitForQuiet()
    expect(service.pets).toHaveLength(1)
  })

  test('A late 2xx of an earlier request leaves open whether the last one has added a second pet.', async () => {
    const { sleeper, service, device, other } = await setUpSentAgainWhileAsleep('added', 'answer-lost')
    sleeper.wake()
    await expectShown(other, 'Rex added')
    passMinute(device)
    passMinute(device)
    await waitForQuiet()
    expect(service.pets).toHaveLength(2)
    const { check, duplicates } = itemNamed(other, 'Rex')
    expect([check?.kind, duplicates.map(({ id }) => id)]).toEqual(['found', ['1001']])
  })

  test.each<[version: string, part: Partial<Entry>, claim: { claim?: string }]>([
    ['this version', { claims: ['a claim'] }, { claim: 'a claim' }],
    ['an older version', {}, {}],
  ])(
    'the second pet of an entry that %s has left unconfirmed is shown after "Add it again"',
    async (_version, part, claim) => {
      const { service, device } = setUpDevice({})
      service.create(rex, 'key 1')
      service.lag.shownCount = 0
      const state = { kind: 'unknown', message: '', endedAt: 0, ...claim } as const
      await putAll(createIndexedDbLedger(), [
        entryOf({ baseUrl: BASE_URL, batch: 'visit', newPet: rex, signInId: 'key 0', state, ...part }),
      ])
      const tab = await openPage(device, {
        createPet: async (newPet) => service.receive(newPet, device.signInId, () => undefined),
      })
      passMinute(device)
      await expectCheck(tab, 'Rex', 'cannot-tell')
      await expectMaySendAgain(tab, 'Rex')
      await press(tab, 'Add it again', 'Rex')
      await expectShown(tab, 'Rex added')
      service.lag.shownCount = Infinity
      passMinute(device)
      await expectSoon(() => itemNamed(tab, 'Rex').duplicates).toMatchObject([{ id: '1000' }])
    },
  )
})

describe('2. A press sends, nothing else', () => {
  test('opening a tab sends nothing: what waited there has a button of its own', async () => {
    const { service, device, tab } = setUp('key-refused')
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    device.crash(tab)
    const next = await openPage(device)
    await waitForQuiet()
    expect(shown(next)).toEqual(['Rex waiting'])
    expect(service.received).toHaveLength(1)
    await next.byHand.sendWaiting()
    await expectShown(next, 'Rex added')
  })

  test('opening an import sends nothing', async () => {
    const { service, device, tab } = setUp('key-refused')
    const { record } = await saveWaitingImport(tab, rex, mia)
    const other = device.openTab()
    expect(await other.imports.open(record.id)).toBe('opened')
    await waitForQuiet()
    await expectRows(other, 'waiting', 'waiting')
    expect(service.received).toHaveLength(1)
  })

  test.each(['closed', 'offline'] as const)(
    'what was pressed before an import is %s is not begun after it',
    async (event) => {
      const slowLists = createSlowLists()
      const { service, device } = setUpDevice({ order: slowLists.order }, 'request-lost')
      const tab = device.openTab()
      for (let reading = 0; reading < 2; reading += 1) slowLists.letOneReadingThrough()
      const ids = await importUntilMaySendAgain(device, tab, rex)
      const pressed = openImport(tab).sendAgain(ids)
      await expectSoon(slowLists.heldBack).toBe(1)
      const ended = event === 'closed' ? tab.imports.close() : tab.outbox.pauseOffline()
      slowLists.letOneReadingThrough()
      await Promise.all([pressed, ended])
      expect(service.received).toHaveLength(1)
    },
  )

  test('what another tab has corrected already is held, and is not sent because a pet like it was added', async () => {
    const { service, device, tab } = setUp('rejected')
    await enterUntil(tab, { ...rex, name: 'Rexx' }, 'rejected')
    const { id } = itemNamed(tab, 'Rexx')
    const other = await openPage(device)
    enter(other, rex, id)
    await expectShown(other, 'Rex added')
    enter(tab, rex, id)
    await expectShown(tab, 'Rex held')
    await enterUntil(tab, rex, 'added')
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex held', 'Rex added'])
    expect(service.received).toHaveLength(3)
  })
})

describe('3. Nothing is lost', () => {
  test('what is typed while another pet is being added is on the disk at once', async () => {
    const { gate, device, tab } = await setUpSending({})
    enter(tab, mia)
    await expectSoon(() => savedKinds(device)).toEqual(['sending', 'waiting'])
    await expectWaiting(tab)
    gate.open()
    await expectShown(tab, 'Rex added', 'Mia added')
  })

  test('after a crash, what was being added is unconfirmed, and what was typed waits', async () => {
    const { service, device, tab } = await setUpSending({})
    enter(tab, mia)
    await expectSoon(() => savedKinds(device)).toEqual(['sending', 'waiting'])
    device.crash(tab)
    const next = await openPage(device)
    await expectShown(next, 'Rex unknown', 'Mia waiting')
    expect(service.received).toHaveLength(1)
  })

  test('what is entered while the sender looks whether anything is left is sent, too', async () => {
    const gate = createHoldSwitch('read')
    const { device } = setUpDevice({ order: gate.order })
    const { outbox } = device.openTab()
    const { id: environmentId, baseUrl } = outbox.environment
    const sender = outbox.senderOf('batch')
    const entry = { batch: 'batch', environmentId, baseUrl, enteredAt: device.now }
    gate.close()
    void sender.enterPet(newEntry({ ...entry, newPet: rex, position: 0 }))
    // The outcome is written, and the sender reads what is left.
    await expectSoon(() => savedKinds(device)).toEqual(['added'])
    void sender.enterPet(newEntry({ ...entry, newPet: mia, position: 1 }))
    gate.open()
    await expectSoon(() => savedKinds(device)).toEqual(['added', 'added'])
  })

  test('signing out takes added pets off the screen, and leaves what is open', async () => {
    const { service, device, tab } = setUp('added', 'key-refused')
    enter(tab, rex)
    enter(tab, mia)
    await expectWaiting(tab, 'Mia')
    tab.signOut()
    device.signInId = 'key 2'
    await tab.byHand.open()
    await expectShown(tab, 'Mia waiting')
    expect(service.received).toHaveLength(2)
  })

  test('signing out leaves what is not settled to the tab in which somebody signs in again', async () => {
    const { service, device, tab } = setUp('request-lost', 'request-lost', 'request-lost')
    const other = await openPage(device)
    for (const pet of [rex, mia, bo]) await enterUntil(tab, pet, 'unknown')
    enter(tab, { ...rex, name: 'Tom' })
    await expectWaiting(tab, 'Tom')
    for (const each of [tab, other]) each.signOut()
    await waitForQuiet()
    // The first tab stays at "Sign in".
    device.signInId = 'key 2'
    await other.byHand.open()
    await expectShown(other, 'Rex unknown', 'Mia unknown', 'Bo unknown', 'Tom waiting')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Bo'])
  })

  test('signing out does not leave a pet to other tabs whose outcome could not be saved', async () => {
    const { gate, device, tab } = await setUpSending({}, 'rejected')
    const other = await openPage(device)
    device.isFull = true
    gate.open()
    await expectShown(tab, 'Rex rejected (not saved)')
    for (const each of [tab, other]) each.signOut()
    await waitForQuiet()
    await other.byHand.open()
    await waitForQuiet()
    expect(shown(other)).toEqual([])
    device.isFull = false
    await tab.outbox.tryAgain()
    await expectShown(other, 'Rex rejected')
  })

  test('what the service answers is written where the record of the pet was deleted meanwhile', async () => {
    const { gate, device, tab } = await setUpSending({})
    const { id } = itemNamed(tab, 'Rex')
    await device.openTab().outbox.decide('any', async (ledger) => void (await ledger.delete(id)))
    gate.open()
    await expectShown(tab, 'Rex added')
    expect(savedKinds(device)).toEqual(['added'])
  })

  test('what was added a month ago is forgotten, and what was added today in a tab of that age is kept', async () => {
    const { device, tab } = setUp()
    await enterUntil(tab, rex, 'added')
    // This makes it as old as if a thousand others had been entered since.
    await tab.outbox.decide('any', async (ledger) => void (await ledger.takeSequence(1000)))
    device.passTime(31 * 24 * 60 * 60 * 1000)
    await enterUntil(tab, mia, 'added')
    await openPage(device)
    expect(Array.from(device.saved.values(), ({ newPet }) => newPet?.name)).toEqual(['Mia'])
    expect(shown(tab)).toEqual(['Rex added', 'Mia added'])
  })
})

describe('4. One question, at one gate', () => {
  test('who enters the same pet ten times in one visit means ten pets', async () => {
    const { service, tab } = setUp()
    for (let count = 0; count < 10; count += 1) enter(tab, rex)
    await expectSoon(() => shown(tab)).toEqual(Array.from({ length: 10 }, () => 'Rex added'))
    expect(service.received).toHaveLength(10)
  })

  test.each([
    ['in another case, and with blanks', ' rEX '],
    ['with a character that cannot be seen', 'R\u200Bex'],
  ])('a name is the same %s, and the status never counts', async (_difference, name) => {
    const { service, device, tab } = setUp('request-lost')
    await enterUntil(tab, rex, 'unknown')
    await enterUntil(device.openTab(), { ...rex, name, status: 'sold' }, 'held')
    expect(service.received).toHaveLength(1)
  })

  test('a pet of another category is another pet', async () => {
    const { device, tab } = setUp('request-lost')
    await enterUntil(tab, rex, 'unknown')
    await enterUntil(device.openTab(), { ...rex, categoryId: int64('2') }, 'added')
  })

  test('a pet that another visit still has to send holds the same pet of this one', async () => {
    const { service, device, tab } = setUp('key-refused')
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    await enterUntil(device.openTab(), rex, 'held')
    await tab.byHand.sendWaiting()
    await expectShown(tab, 'Rex added', 'Rex held')
    expect(service.received).toHaveLength(2)
  })

  test('a pet that another visit is sending holds the same pet of this one', async () => {
    const { gate, service, device, tab } = await setUpSending({})
    await enterUntil(device.openTab(), rex, 'held')
    gate.open()
    await expectShown(tab, 'Rex added', 'Rex held')
    expect(service.received).toHaveLength(1)
  })

  test.each<[button: Parameters<typeof press>[1], lost: Answer]>([
    ['This is it, ID 1000', 'answer-lost'],
    ['Add it again', 'request-lost'],
  ])(
    'a pet that waits behind one that becomes unknown is held, and "%s" at that one is no answer for it',
    async (button, lost) => {
      const { service, device, tab } = setUp(lost)
      enter(tab, rex)
      enter(tab, { ...rex, name: ' rex' })
      await expectShown(tab, 'Rex unknown', ' rex held')
      passMinute(device)
      if (lost === 'request-lost') await expectMaySendAgain(tab, 'Rex')
      else await expectCheck(tab, 'Rex', 'found')
      await press(tab, button, 'Rex')
      await expectShown(tab, 'Rex added', ' rex held')
      await waitForQuiet()
      expect(service.pets).toHaveLength(1)
      await press(tab, 'Add it anyway', ' rex')
      await expectShown(tab, 'Rex added', ' rex added')
    },
  )

  test('a pet that waits behind one that becomes unknown goes on once that one is rejected', async () => {
    const { device, tab } = setUp('request-lost', 'rejected')
    enter(tab, rex)
    enter(tab, { ...rex, name: ' rex' })
    await expectShown(tab, 'Rex unknown', ' rex held')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    await press(tab, 'Add it again', 'Rex')
    await expectShown(tab, 'Rex rejected', ' rex added')
  })

  test('an unconfirmed pet that was discarded still holds the same pet', async () => {
    const { service, tab } = setUp('request-lost')
    await enterUntil(tab, rex, 'unknown')
    await press(tab, 'Discard', 'Rex')
    await expectShown(tab)
    await enterUntil(tab, rex, 'held')
    expect(service.received).toHaveLength(1)
  })

  test('"Add it anyway" answers for the conflicts that were shown, and for the visit', async () => {
    const { device, tab } = setUp('request-lost')
    await enterUntil(tab, rex, 'unknown')
    const other = await openPage(device)
    await enterUntil(other, rex, 'held')
    // A press that was shown no conflict changes nothing.
    await other.byHand.addAnyway({ ...itemNamed(other, 'Rex'), conflicts: [] })
    await waitForQuiet()
    expect(shown(other)).toEqual(['Rex unknown', 'Rex held'])
    await press(other, 'Add it anyway', 'Rex')
    await enterUntil(other, rex, 'added')
    expect(shown(other)).toEqual(['Rex unknown', 'Rex added', 'Rex added'])
  })

  test('"Add it anyway" does not answer for a look-alike of another pet', async () => {
    const { device, tab } = setUp('request-lost', 'request-lost')
    enter(tab, rex)
    enter(tab, mia)
    await expectShown(tab, 'Rex unknown', 'Mia unknown')
    const other = await openPage(device)
    await enterUntil(other, rex, 'held')
    await press(other, 'Add it anyway', 'Rex')
    await enterUntil(other, mia, 'held')
  })

  test('"Add it anyway" asks anew about a conflict that has come since, and then adds the pet', async () => {
    const { service, device, tab } = setUp('request-lost', 'request-lost')
    await enterUntil(tab, rex, 'unknown')
    const ofFirst = itemNamed(tab, 'Rex').id
    const other = await openPage(device)
    const third = await openPage(device)
    await enterUntil(other, rex, 'held')
    // The third tab shows the pet of the other one, too, which must not be taken for its own.
    await expectShown(third, 'Rex unknown', 'Rex held')
    await enterUntil(third, rex, 'held')
    await press(third, 'Add it anyway', 'Rex')
    await expectSoon(() => itemNamed(third, 'Rex').entry.state.kind).toBe('unknown')
    const ofThird = itemNamed(third, 'Rex').id
    const held = () => other.byHand.get().items.find(({ entry }) => entry.state.kind === 'held')
    await expectSoon(() => idsOf(held()?.conflicts ?? [])).toEqual([ofFirst])
    const heldByFirst = held()
    if (heldByFirst === undefined) throw new Error('nothing is held')
    await other.byHand.addAnyway(heldByFirst)
    await expectSoon(() => idsOf(held()?.conflicts ?? [])).toEqual([ofThird])
    expect(service.received).toHaveLength(2)
    const heldByThird = held()
    if (heldByThird === undefined) throw new Error('nothing is held')
    await other.byHand.addAnyway(heldByThird)
    await expectSoon(() => service.received).toHaveLength(3)
  })

  test('rows that this device has added, or may have added, are left out, whatever the file is called', async () => {
    const { service, tab } = setUp('added', 'answer-lost')
    await startImport(tab, rex, mia)
    await expectFinished(tab)
    await tab.imports.close()
    await tab.imports.start({ fileName: 'b.csv' }, rowsOf(rex, { ...mia, name: 'MIA' }, bo))
    await expectFinished(tab)
    await expectRows(tab, 'held', 'held', 'added')
    await includeRows(tab)
    await openImport(tab).resume()
    await expectFinished(tab)
    await expectRows(tab, 'added', 'added', 'added')
    expect(service.received).toHaveLength(5)
  })

  test('rows of one file that look alike are all added', async () => {
    const { tab } = setUp()
    await startImport(tab, rex, rex, rex)
    await expectFinished(tab)
    await expectRows(tab, 'added', 'added', 'added')
  })

  test('a row that waits, and was added by hand meanwhile, is left out when the import goes on', async () => {
    const { service, device, tab } = setUp('key-refused')
    await startImport(tab, rex)
    await expectPaused(tab)
    const other = device.openTab()
    await enterUntil(other, rex, 'held')
    await press(other, 'Add it anyway', 'Rex')
    await expectShown(other, 'Rex added')
    await openImport(tab).resume()
    await expectRows(tab, 'held')
    expect(service.received).toHaveLength(2)
  })

  test('what was added by hand since is left out of a saved import as soon as that is opened', async () => {
    const { device, tab } = setUp('key-refused')
    const { record } = await saveWaitingImport(tab, rex, mia)
    await enterUntil(tab, rex, 'held')
    await press(tab, 'Add it anyway', 'Rex')
    await expectShown(tab, 'Rex added')
    const other = device.openTab()
    await other.imports.open(record.id)
    await expectRows(other, 'held', 'waiting')
  })

  test('"Include them" is the answer for the rows on the screen, and for what held them then', async () => {
    const { device, tab } = setUp('answer-lost')
    await startImport(tab, rex, rex)
    await expectFinished(tab)
    const open = openImport(tab)
    const entriesShown = open.get().entries
    const other = device.openTab()
    await enterUntil(other, rex, 'held')
    await press(other, 'Add it anyway', 'Rex')
    await expectShown(other, 'Rex added')
    // The pet by hand holds the second row in place of the first one.
    await open.markAdded(rowIds(tab, 'unknown').map((entryId) => ({ entryId, petId: undefined })))
    await includeRows(tab, entriesShown)
    await open.resume()
    await expectRows(tab, 'added', 'held')
    await includeRows(tab)
    await open.resume()
    await expectRows(tab, 'added', 'added')
  })

  test('a pet by hand that an import has still to add names one row, which stands for the whole import', async () => {
    const { device, tab } = setUp('key-refused')
    await startImport(tab, ...Array.from({ length: 30 }, () => rex))
    await expectPaused(tab)
    const other = device.openTab()
    await enterUntil(other, rex, 'held')
    await expectSoon(() => itemNamed(other, 'Rex').conflicts.length).toBe(1)
    await press(other, 'Add it anyway', 'Rex')
    await expectShown(other, 'Rex added')
    // The answer holds whichever rows the import has added by then.
    await enterUntil(other, rex, 'added')
  })

  test('a pet that is typed while the same pet waits in an import is held, also once the import has added it', async () => {
    const { service, device, tab } = setUp('key-refused')
    await startImport(tab, rex)
    await expectPaused(tab)
    const other = device.openTab()
    // A pet that is entered beside the dialog waits for "Add N waiting".
    device.sessionState.set({ kind: 'asking-for-key' })
    enter(other, rex)
    enter(other, mia)
    await expectShown(other, 'Rex held', 'Mia waiting')
    device.sessionState.set({ kind: 'signed-in' })
    await openImport(tab).resume()
    await expectRows(tab, 'added')
    await expectWaiting(other, 'Mia')
    await other.byHand.sendWaiting()
    await expectShown(other, 'Rex held', 'Mia added')
    expect(namesReceived(service)).toEqual(['Rex', 'Rex', 'Mia'])
  })

  test('an unconfirmed row of an import whose other rows were accepted is a question of its own', async () => {
    const { service, device, tab } = setUp('key-refused')
    await startImport(tab, rex, rex)
    await expectPaused(tab)
    const other = device.openTab()
    await enterUntil(other, rex, 'held')
    await press(other, 'Add it anyway', 'Rex')
    await expectShown(other, 'Rex added')
    // Rex by hand was added meanwhile, so the rows are left out until the person includes them.
    await openImport(tab).resume()
    await expectRows(tab, 'held', 'held')
    await includeRows(tab, openImport(tab).get().entries.slice(0, 1))
    service.answers.push('request-lost')
    await openImport(tab).resume()
    await expectRows(tab, 'unknown', 'held')
    await enterUntil(other, rex, 'held')
    expect(service.received).toHaveLength(3)
  })

  test('A review gets the conflicts of its pets', async () => {
    const { tab } = setUp('request-lost')
    await enterUntil(tab, rex, 'unknown')
    const conflicts = await tab.outbox.findConflictsOfFile([{ ...rex, name: 'REX ' }, mia])
    expect(Array.from(conflicts.values(), idsOf)).toEqual([[itemNamed(tab, 'Rex').id]])
  })

  test('"Include them" answers for the row that was shown, and not for what the other import adds since then.', async () => {
    const { first, other, rowsShown } = await setUpRowHeldByOtherImport()
    expect(rowsShown.map(({ state }) => state)).toEqual([{ kind: 'held', by: [first] }])
    await includeRows(other, rowsShown)
    await openImport(other).resume()
    await waitForQuiet()
    await expectRows(other, 'held')
  })

  test('A pet by hand is held by an unconfirmed row of the import that is open in the same tab.', async () => {
    const { service, tab } = setUp('answer-lost')
    await startImport(tab, rex, mia)
    await expectRows(tab, 'unknown', 'added')
    await enterUntil(tab, rex, 'held')
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Rex', 'Mia'])
  })

  test('By hand: a pet that was typed while another was held is asked about, once that one is let go.', async () => {
    const { service, device, tab: first } = setUp('answer-lost', 'key-refused')
    await enterUntil(first, rex, 'unknown')
    await expectCheck(first, 'Rex', 'found')
    const unconfirmed = itemNamed(first, 'Rex').id
    const second = await openPage(device)
    await enterUntil(second, rex, 'held')
    await first.byHand.markAdded(unconfirmed, int64('1000'))
    const third = device.openTab()
    enter(third, rex)
    await expectWaiting(third, 'Rex')
    // The answer is about the pet of the first tab, and not about that of the third.
    await press(second, 'Add it anyway', 'Rex')
    await expectSoon(() => itemNamed(second, 'Rex').conflicts).toHaveLength(1)
    expect(shown(second)).toContain('Rex held')
    await third.byHand.sendWaiting()
    await waitForQuiet()
    expect(namesReceived(service)).toHaveLength(3)
  })

  test('By hand: of two pets that were held at once, the second one is asked about the first, once that was added.', async () => {
    const { service, device, tab: closed } = setUp('request-lost')
    await enterUntil(closed, rex, 'unknown')
    device.crash(closed)
    const first = await openPage(device)
    await enterUntil(first, rex, 'held')
    const second = await openPage(device)
    await enterUntil(second, rex, 'held')
    const firstHeld = () => first.byHand.get().items.findLast(isHeld)
    const secondHeld = () => second.byHand.get().items.find(isHeld)
    await expectSoon(() => firstHeld()?.conflicts).toHaveLength(1)
    await expectSoon(() => secondHeld()?.conflicts).toHaveLength(1)
    const [ofFirst, ofSecond] = [firstHeld(), secondHeld()]
    if (ofFirst === undefined || ofSecond === undefined) throw new Error('both are held')
    await first.byHand.addAnyway(ofFirst)
    await waitForQuiet()
    await second.byHand.addAnyway(ofSecond)
    await expectSoon(() => itemNamed(second, 'Rex').conflicts.map(({ state }) => state.kind)).toEqual([
      'added',
    ])
    expect(namesReceived(service)).toHaveLength(2)
    await press(second, 'Add it anyway', 'Rex')
    await expectSoon(() => namesReceived(service)).toHaveLength(3)
  })

  test('A row that is included is asked about a pet that was typed while it was left out.', async () => {
    const { service, tab } = setUp('added', 'key-refused')
    await enterUntil(tab, rex, 'added')
    await startImport(tab, rex)
    await expectFinished(tab)
    const { id } = openImport(tab).record
    tab.signOut()
    await waitForQuiet()
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    expect(await tab.imports.open(id)).toBe('opened')
    const open = openImport(tab)
    await expectSoon(() => open.get().conflicts.size).toBeGreaterThan(0)
    await includeRows(tab)
    await open.resume()
    await waitForQuiet()
    await tab.byHand.sendWaiting()
    await waitForQuiet()
    // One was there before, and the person has said that the row is another pet than that.
    expect(service.pets).toHaveLength(2)
    await expectRows(tab, 'held')
  })
})

/** Rex is unconfirmed, and a minute later the lists do not have him. */
async function setUpAbsent(...answers: readonly Answer[]) {
  const { service, device, tab } = setUp('request-lost', ...answers)
  await enterUntil(tab, rex, 'unknown')
  passMinute(device)
  await expectCheck(tab, 'Rex', 'not-added')
  return { service, device, tab }
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

describe('7. Each pet answers one entry', () => {
  test('an answer with the body of another pet leaves that pet for the entry that it looks like', async () => {
    const { service, device } = setUpDevice({})
    const { id } = service.create(rex, 'key 1')
    const unknown = { kind: 'unknown', error: new Error('answer lost') } as const
    const { tab } = openTabAnsweredBy(device, service, answerWith('Rex', Number(id)), unknown)
    await enterUntil(tab, mia, 'added')
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    expect(itemNamed(tab, 'Rex').check).toMatchObject({ kind: 'found', pets: [{ id }] })
    await press(tab, `This is it, ID ${Number(id)}`, 'Rex')
    await expectShown(tab, 'Mia added', 'Rex added')
  })

  test('two pets of a list that have one ID are both seen', async () => {
    const { service, device } = setUpDevice({}, 'answer-lost', 'answer-lost')
    const tab = openTabWithLists(device, service, (list) =>
      list.map((pet) => ({ ...pet, id: int64('1000') })),
    )
    await enterUntil(tab, rex, 'unknown')
    await enterUntil(tab, mia, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    expect(itemNamed(tab, 'Rex').check).toMatchObject({ kind: 'found', pets: [{ id: '1000', name: 'Rex' }] })
    // Lists had shown this ID before Mia was sent.
    await expectMaySendAgain(tab, 'Mia')
    expect(itemNamed(tab, 'Mia').check).toMatchObject({
      kind: 'may-be-taken',
      doubtfulPets: [{ id: '1000', name: 'Mia' }],
    })
  })

  test('a pet that was taken in one tab cannot be taken for a look-alike in another', async () => {
    const { service, device, tab } = setUp('answer-lost', 'request-lost')
    const { list } = service
    // The list does not show the first Rex before the second one is sent.
    service.list = () => []
    await enterUntil(tab, rex, 'unknown')
    const other = await openPage(device)
    await enterUntil(other, rex, 'held')
    await press(other, 'Add it anyway', 'Rex')
    await expectShown(other, 'Rex unknown', 'Rex unknown')
    service.list = list
    passMinute(device)
    await expectCheck(tab, 'Rex', 'found')
    await expectCheck(other, 'Rex', 'found')
    const [ofOther, ofTab] = other.byHand.get().items
    if (ofOther === undefined || ofTab === undefined) throw new Error('there are not two')
    await Promise.all([
      tab.byHand.markAdded(ofTab.id, int64('1000')),
      other.byHand.markAdded(ofOther.id, int64('1000')),
    ])
    await waitForQuiet()
    expect(shown(other).toSorted()).toEqual(['Rex added', 'Rex unknown'])
  })
})

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
    expect(savedKinds(device)).toEqual(['added', 'waiting'])
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

/** Returns the number of transactions that open an import with so many waiting rows. */
async function writesToOpen(count: number): Promise<number> {
  const seen = { writes: 0 }
  const order: Order = (act, what) => {
    if (what === 'write') seen.writes += 1
    return act()
  }
  const { device } = setUpDevice({ order }, 'key-refused')
  const tab = device.openTab()
  const { record } = await saveWaitingImport(tab, ...pets(count))
  seen.writes = 0
  await tab.imports.open(record.id)
  return seen.writes
}

describe('10. The same at ten thousand', () => {
  test.each([
    ['alike', (count: number) => Array.from({ length: count }, () => rex)],
    ['of other names', pets],
  ])('adding a pet costs the same however many rows wait that are %s', async (_likeness, rows) => {
    async function costWith(count: number): Promise<number> {
      const { service, device } = setUpDevice({}, 'key-refused')
      const { tab, costOf } = openCountingTab(device, service)
      await startImport(tab, ...rows(count))
      await expectPaused(tab)
      await tab.imports.close()
      await waitForQuiet()
      return costOf(async () => {
        enter(tab, rex)
        await waitForQuiet()
        expect(shown(tab)).toHaveLength(1)
      })
    }
    const costOfFew = await costWith(10)
    expect(await costWith(300)).toBe(costOfFew)
  })

  test('a pet is written while another tab looks up the conflicts of many rows', async () => {
    const { device, tab } = setUp()
    const reviewing = device.openTab()
    const over = reviewing.outbox.findConflictsOfFile(pets(500)).then(() => 'looked up')
    const written = tab.byHand.add(rex).isWritten.then(() => 'written')
    expect(await Promise.race([over, written])).toBe('written')
    await over
  })

  test('an import is opened in many transactions, between which other tabs can write', async () => {
    const writesForFew = await writesToOpen(50)
    expect(await writesToOpen(200)).toBe(writesForFew + 3)
  })

  test('when the first of many rows that look alike is not confirmed, the rest is held in few steps', async () => {
    const { service, device } = setUpDevice({}, 'request-lost')
    const { tab, costOf } = openCountingTab(device, service)
    const count = 300
    const cost = await costOf(async () => {
      await startImport(tab, ...Array.from({ length: count }, () => rex))
      await expectFinished(tab)
    })
    expect(openImport(tab).get().counts).toMatchObject({ unknown: 1, held: count - 1 })
    expect(cost).toBeLessThan(10 * count)
  })

  test.each([
    ['shows nothing', undefined],
    ['shows a pet that was added', 'added'],
    ['shows a pet that is not confirmed', 'answer-lost'],
  ] as const)(
    'another tab that %s does the same while an import runs, however many rows that has',
    async (_what, answer) => {
      async function costBeside(count: number): Promise<number> {
        const { service, device, tab } = setUp()
        const { tab: idle, costOf } = openCountingTab(device, service)
        await idle.byHand.open()
        if (answer !== undefined) {
          service.answers.push(answer)
          await enterUntil(idle, rex, answer === 'added' ? 'added' : 'unknown')
        }
        await waitForQuiet()
        return costOf(async () => {
          await startImport(tab, ...pets(count))
          await expectFinished(tab)
          await waitForQuiet()
        })
      }
      const costOfFew = await costBeside(5)
      expect(await costBeside(50)).toBe(costOfFew)
    },
  )
})

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

describe("12. Order is the ledger's", () => {
  test('a clock that is set back between a pet by hand and a file sends one of the two', async () => {
    const { service, device, tab } = setUp('key-refused')
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    device.now -= 3_600_000
    const other = device.openTab()
    await startImport(other, rex)
    await expectRows(other, 'held')
    await tab.byHand.sendWaiting()
    await expectShown(tab, 'Rex added')
    await waitForQuiet()
    expect(service.received).toHaveLength(2)
  })

  test('what was entered last is shown as the newest, whatever the clock says', async () => {
    const { device, tab } = setUp()
    await enterUntil(tab, rex, 'added')
    device.now -= 3_600_000
    await enterUntil(tab, mia, 'added')
    expect(shown(tab)).toEqual(['Rex added', 'Mia added'])
    const ids = tab.byHand.get().items.map(({ entry }) => entryIdOf(entry))
    expect(new Set(ids).size).toBe(2)
  })

  test('a row that is corrected comes after what was entered by hand before the correction', async () => {
    const { service, device, tab } = setUp('rejected', 'key-refused')
    await startImport(tab, rex)
    await expectFinished(tab)
    const other = device.openTab()
    enter(other, bo)
    await expectWaiting(other, 'Bo')
    const { id } = openImport(tab).record
    await tab.imports.sendCorrected(id, correctionsOf(device, id, bo))
    await waitForQuiet()
    await other.byHand.sendWaiting()
    await waitForQuiet()
    // The first request of Bo was refused for its key.
    expect(namesReceived(service)).toEqual(['Rex', 'Bo', 'Bo'])
  })

  test('A pet that was added while the clock was years behind is not added once more by a file.', async () => {
    const { service, device, tab } = setUp()
    device.now = Date.parse('2020-01-01T00:00:00Z')
    await enterUntil(tab, rex, 'added')
    device.crash(tab)
    device.now = Date.parse('2026-11-22T10:00:00Z')
    const next = await openPage(device)
    await startImport(next, rex)
    await waitForQuiet()
    expect(service.received).toHaveLength(1)
  })

  test('Without locks, a pet that another tab lost half a minute ago is not added twice, although the clock was set two hours ahead.', async () => {
    const { service, device } = setUpDevice({ hasLocks: false })
    const answer = Promise.withResolvers<void>()
    const tab = device.openTab({
      createPet: async () => {
        await answer.promise
        return { kind: 'unknown', error: new Error('no answer in 30 s') }
      },
    })
    enter(tab, rex)
    await expectShown(tab, 'Rex sending')
    device.now += 2 * 3_600_000
    const other = await openPage(device)
    await waitForQuiet()
    device.passTime(30_000)
    answer.resolve()
    await expectShown(other, 'Rex unknown')
    device.passTime(31_000)
    await waitForQuiet()
    await press(other, 'Add it again', 'Rex')
    // The first request reaches the service 31 seconds after its end.
    service.create(rex, 'key 1')
    await waitForQuiet()
    expect(service.pets).toHaveLength(1)
  })
})
