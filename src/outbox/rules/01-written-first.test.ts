// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import { type Answer, BASE_URL, type Order } from '#tests/support/device.ts'
import { putAll } from '#tests/support/ledger-entries.ts'
import {
  createHoldSwitch,
  enter,
  enterUntil,
  entryOf,
  expectCheck,
  expectMaySendAgain,
  expectShown,
  expectSoon,
  itemNamed,
  openPage,
  passMinute,
  press,
  rex,
  savedKinds,
  setUp,
  setUpDevice,
  setUpSending,
  shown,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import type { Entry } from '#src/outbox/entry.ts'
import { createIndexedDbLedger } from '#src/outbox/ledger/indexed-db.ts'
import { isRunning } from '#src/outbox/run-state.ts'

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
