// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import {
  bo,
  createHoldSwitch,
  enter,
  enterUntil,
  expectShown,
  expectSoon,
  expectStorage,
  expectWaiting,
  itemNamed,
  mia,
  namesReceived,
  openPage,
  rex,
  savedKinds,
  setUp,
  setUpDevice,
  setUpSending,
  shown,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import { createSharedText } from '#tests/support/device.ts'
import { newEntry } from '#src/outbox/entry.ts'

/**
 * Sets up a tab that shows Rex as being sent, although the disk already says that Rex was added.
 * The tab hears of that once the commits end.
 */
async function setUpUnseen() {
  const answerGate = createHoldSwitch('answer')
  const commits = Promise.withResolvers<void>()
  let areCommitsSlow = false
  const { service, device } = setUpDevice({
    order: async (act, happens) => {
      const result = await answerGate.order(act, happens)
      if (happens === 'write' && areCommitsSlow) await commits.promise
      return result
    },
  })
  const tab = await openPage(device)
  answerGate.close()
  enter(tab, rex)
  await expectSoon(() => service.received).toHaveLength(1)
  areCommitsSlow = true
  answerGate.open()
  await expectSoon(() => savedKinds(device)).toEqual(['added'])
  await expectShown(tab, 'Rex sending')
  const endCommits = () => {
    areCommitsSlow = false
    commits.resolve()
  }
  return { service, device, tab, endCommits }
}

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

  describe('a pet whose answer was written, but not shown yet,', () => {
    test.each([
      ['stays open', false],
      ['is closed', true],
    ])(
      'is unconfirmed for the next sign-in if somebody signs out, and the tab %s',
      async (_what, isClosed) => {
        const { service, device, tab, endCommits } = await setUpUnseen()
        device.signInId = ''
        tab.signOut()
        if (isClosed) device.crash(tab)
        endCommits()
        await waitForQuiet()
        device.signInId = 'the next sign-in'
        const next = await openPage(device)
        await expectShown(next, 'Rex unknown')
        enter(next, rex)
        await expectShown(next, 'Rex unknown', 'Rex held')
        expect(service.received).toHaveLength(1)
      },
    )

    test('is shown as added by the next tab of the same sign-in if its own tab is closed, and again when the next tab is reloaded', async () => {
      const { device, tab, endCommits } = await setUpUnseen()
      device.crash(tab)
      endCommits()
      const tabText = createSharedText()
      const next = await openPage(device, { tabText })
      await expectShown(next, 'Rex added')
      device.crash(next)
      const reloaded = await openPage(device, { tabText })
      await expectShown(reloaded, 'Rex added')
    })

    test('is asked about at the next sign-in, also if the disk was full when "Add a pet" was opened', async () => {
      const { service, device, tab, endCommits } = await setUpUnseen()
      device.crash(tab)
      endCommits()
      device.signInId = 'the next sign-in'
      device.isFull = true
      const next = await openPage(device)
      await waitForQuiet()
      // Nobody is asked for space, because nobody has pressed anything.
      await expectStorage(next, 'untested')
      device.isFull = false
      enter(next, rex)
      await expectShown(next, 'Rex unknown', 'Rex held')
      expect(service.received).toHaveLength(1)
    })

    test('is left to its tab while that is open', async () => {
      const { device, tab, endCommits } = await setUpUnseen()
      const other = await openPage(device)
      endCommits()
      await expectShown(tab, 'Rex added')
      await waitForQuiet()
      expect(shown(other)).toEqual([])
    })

    test('is left to its tab while that shows another page, and is shown in a tab that is open once it is closed', async () => {
      const { device, tab, endCommits } = await setUpUnseen()
      tab.showOtherPage()
      endCommits()
      await expectShown(tab, 'Rex added')
      const other = await openPage(device)
      await waitForQuiet()
      expect(other.byHand.get()).toMatchObject({ items: [], areSomeElsewhere: true })
      device.crash(tab)
      await other.byHand.refresh()
      await expectShown(other, 'Rex added')
    })

    test('is not unconfirmed for the next sign-in if the page has shown it after a reload', async () => {
      const { device, tab, endCommits } = await setUpUnseen()
      device.crash(tab)
      endCommits()
      const reloaded = await openPage(device)
      await expectShown(reloaded, 'Rex added')
      device.signInId = ''
      reloaded.signOut()
      device.signInId = 'the next sign-in'
      const next = await openPage(device)
      await waitForQuiet()
      expect(shown(next)).toEqual([])
      expect(savedKinds(device)).toEqual(['added'])
    })

    test('is not shown in the next tab once its own tab has shown it', async () => {
      const { device, tab, endCommits } = await setUpUnseen()
      endCommits()
      await expectShown(tab, 'Rex added')
      device.crash(tab)
      const next = await openPage(device)
      await waitForQuiet()
      expect(shown(next)).toEqual([])
    })
  })

  test('a pet that the screen has shown as added stays so after signing out, although it could not be saved', async () => {
    const { gate, device, tab } = await setUpSending({})
    device.isFull = true
    gate.open()
    await expectShown(tab, 'Rex added (not saved)')
    tab.signOut()
    device.isFull = false
    await tab.outbox.tryAgain()
    await waitForQuiet()
    expect(savedKinds(device)).toEqual(['added'])
  })

  test('what is entered right before a page is left for an earlier one of the same tab waits on the earlier page', async () => {
    const { service, device } = setUp()
    const tabText = createSharedText()
    const earlierPage = await openPage(device, { tabText })
    earlierPage.goToSleep()
    const laterPage = await openPage(device, { tabText })
    await enterUntil(laterPage, mia, 'added')
    enter(laterPage, rex)
    laterPage.goToSleep()
    earlierPage.wakeUp()
    await expectShown(earlierPage, 'Mia added', 'Rex waiting')
    expect(namesReceived(service)).toEqual(['Mia'])
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
