// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import { HttpError } from '#src/http/errors.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import type { Order } from '#tests/support/device.ts'
import {
  createHoldSwitch,
  enterUntil,
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

/** A service that answers 503, and asks to be left alone for five minutes. */
const createPet = (): Promise<CreatePetOutcome> =>
  Promise.resolve({ kind: 'unknown', error: new HttpError('POST /pets', 503, undefined, 300) })

test('a run that has nothing left to send does not wait for a busy service', async () => {
  const { device } = setUpDevice({})
  const tab = await openPage(device, { createPet })
  await enterUntil(tab, rex, 'unknown')
  await expectSoon(() => tab.outbox.isBusy()).toBe(false)
})

test('a run ends soon after all that waited was discarded', async () => {
  const { device } = setUpDevice({})
  const tab = await openPage(device, { createPet })
  await enterUntil(tab, rex, 'unknown')
  await enterUntil(tab, mia, 'waiting')
  await expectSoon(() => tab.outbox.isBusy()).toBe(true)
  await tab.byHand.discard(itemNamed(tab, 'Mia').id)
  device.passTime(10_000)
  await expectSoon(() => tab.outbox.isBusy()).toBe(false)
})

test('a run ends soon after the pet that it was to add again was discarded', async () => {
  const { device } = setUpDevice({})
  const answers = [
    { kind: 'unknown', error: new HttpError('POST /pets', 500, undefined) },
    { kind: 'unknown', error: new HttpError('POST /pets', 429, undefined, 300) },
  ] as const
  const sent: string[] = []
  const tab = await openPage(device, {
    createPet: ({ name }) => Promise.resolve(answers[sent.push(name) - 1] ?? answers[0]),
  })
  await enterUntil(tab, rex, 'unknown')
  passMinute(device)
  await expectMaySendAgain(tab, 'Rex')
  void press(tab, 'Add it again', 'Rex')
  const { id, entry } = itemNamed(tab, 'Rex')
  await expectSoon(() => tab.outbox.senderOf(entry.batch).get()).toHaveProperty('waitingUntil')
  await tab.byHand.discard(id)
  device.passTime(10_000)
  await expectSoon(() => tab.outbox.isBusy()).toBe(false)
  expect(sent).toHaveLength(2)
})

test('an import whose last row a busy service has answered is checked, and can be decided', async () => {
  const { device } = setUpDevice({})
  const tab = await openPage(device, { createPet })
  await startImport(tab, rex)
  await expectSoon(() => openImport(tab).get().run.phase).toBe('idle')
  passMinute(device)
  await expectSoon(() => openImport(tab).get().check.kind).toBe('checked')
})

test('an import with rows left waits as long as the service asks', async () => {
  const { device } = setUpDevice({})
  const tab = await openPage(device, { createPet })
  await startImport(tab, rex, mia)
  await expectSoon(() => openImport(tab).get().run).toHaveProperty('waitingUntil')
  expect(
    openImport(tab)
      .get()
      .entries.map(({ state }) => state.kind),
  ).toEqual(['unknown', 'waiting'])
})

test('how long an import waits is right again soon after the computer has slept', async () => {
  const { device } = setUpDevice({})
  const tab = await openPage(device, { createPet })
  await startImport(tab, rex, mia)
  await expectSoon(() => openImport(tab).get().run).toHaveProperty('waitingUntil', device.now + 300_000)
  // The clock by which it waits stands still meanwhile.
  device.now += 1_800_000
  device.passTime(10_000)
  await expectSoon(() => openImport(tab).get().run).toHaveProperty('waitingUntil', device.now + 290_000)
})

describe('Nothing is sent to a busy service', () => {
  test('that is entered in the moment in which a run ends.', async () => {
    const sent: string[] = []
    let enterMia: (() => void) | undefined
    let writes = 0
    const order: Order = async (act, what) => {
      const result = await act()
      // The first transaction after the answer writes it, the second looks whether anything waits.
      if (what === 'write' && sent.length > 0) writes += 1
      if (writes === 2) enterMia?.()
      return result
    }
    const { device } = setUpDevice({ order })
    const tab = await openPage(device, {
      createPet({ name }) {
        sent.push(name)
        return createPet()
      },
    })
    enterMia = () => {
      enterMia = undefined
      tab.byHand.add(mia, undefined, 'another form')
    }
    await enterUntil(tab, rex, 'unknown')
    await waitForQuiet()
    expect(sent).toEqual(['Rex'])
  })

  test('that is being claimed while the service answers another batch.', async () => {
    const sent: string[] = []
    const answer = Promise.withResolvers<void>()
    let isMiaClaimed = false
    const order: Order = async (act, what) => {
      const result = await act()
      // The disk says that the claim is written a moment after the answer to the row has come.
      if (what === 'claimed' && isMiaClaimed) {
        answer.resolve()
        await waitForQuiet()
      }
      return result
    }
    const { device } = setUpDevice({ order })
    const tab = await openPage(device, {
      async createPet({ name }) {
        sent.push(name)
        if (name === 'Rex') await answer.promise
        return { kind: 'rejected', error: new HttpError('POST /pets', 429, undefined, 300) }
      },
    })
    await startImport(tab, rex)
    await expectSoon(() => sent).toEqual(['Rex'])
    isMiaClaimed = true
    tab.byHand.add(mia, undefined, 'a form')
    await waitForQuiet()
    await waitForQuiet()
    expect(sent).toEqual(['Rex'])
  })
})

test('an import that is paused while it waits stays paused, also where the disk is slow', async () => {
  const gate = createHoldSwitch('write')
  const { device } = setUpDevice({ order: gate.order })
  const requests: string[] = []
  const tab = await openPage(device, {
    createPet: (newPet) => {
      requests.push(newPet.name)
      return createPet()
    },
  })
  await startImport(tab, rex, mia)
  await expectSoon(() => openImport(tab).get().run).toHaveProperty('waitingUntil')
  gate.close()
  device.passTime(10_000)
  await waitForQuiet()
  openImport(tab).pause()
  gate.open()
  await waitForQuiet()
  expect(openImport(tab).get().run.phase).toBe('paused')
  device.passTime(300_000)
  await waitForQuiet()
  expect(requests).toEqual(['Rex'])
})
