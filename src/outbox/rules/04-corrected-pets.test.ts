// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import type { Answer, Tab } from '#tests/support/device.ts'
import {
  createHoldSwitch,
  enter,
  enterUntil,
  expectFinished,
  expectShown,
  expectSoon,
  itemNamed,
  namesReceived,
  openPage,
  press,
  rex,
  setUpDevice,
  startImport,
} from '#tests/support/outbox-scenario.ts'

const rexx = { ...rex, name: 'Rexx' }

/** Opens a tab at a service that gives these answers, rejects the next pet, and adds all others. */
async function setUpRejection(...answersBefore: readonly Answer[]) {
  const { service, device } = setUpDevice({}, ...answersBefore, 'rejected')
  return { service, device, tab: await openPage(device) }
}

/** Corrects the rejected pet of this name to Rex, as "Fix" and "Add pet" do. */
const correctToRex = (tab: Tab, name = 'Rexx') => enter(tab, rex, itemNamed(tab, name).id)

describe('A rejected pet that is corrected by hand is asked about a pet like it that was added', () => {
  test('after the rejection, in the same visit', async () => {
    const { service, tab } = await setUpRejection()
    await enterUntil(tab, rexx, 'rejected')
    await enterUntil(tab, rex, 'added')
    correctToRex(tab)
    await expectShown(tab, 'Rex added', 'Rex held')
    expect(namesReceived(service)).toEqual(['Rexx', 'Rex'])
    await press(tab, 'Add it anyway', 'Rex')
    await expectShown(tab, 'Rex added', 'Rex added')
  })

  test('after the rejection, in another tab', async () => {
    const { service, device, tab } = await setUpRejection()
    await enterUntil(tab, rexx, 'rejected')
    await enterUntil(await openPage(device), rex, 'added')
    correctToRex(tab)
    await expectShown(tab, 'Rex held')
    expect(namesReceived(service)).toEqual(['Rexx', 'Rex'])
  })

  test('after the rejection, where both pets are from a tab that is closed by now', async () => {
    const { service, device, tab: closed } = await setUpRejection()
    await enterUntil(closed, rexx, 'rejected')
    await enterUntil(closed, rex, 'added')
    device.crash(closed)
    const tab = await openPage(device)
    await expectShown(tab, 'Rexx rejected')
    correctToRex(tab)
    await expectShown(tab, 'Rex held')
    expect(namesReceived(service)).toEqual(['Rexx', 'Rex'])
  })

  test('after the rejection, by an import', async () => {
    const { service, tab } = await setUpRejection()
    await enterUntil(tab, rexx, 'rejected')
    await startImport(tab, rex)
    await expectFinished(tab)
    correctToRex(tab)
    await expectShown(tab, 'Rex held')
    expect(namesReceived(service)).toEqual(['Rexx', 'Rex'])
  })

  test('before it was entered, because nobody was asked about its new name then', async () => {
    const { service, device, tab } = await setUpRejection('added')
    await enterUntil(await openPage(device), rex, 'added')
    await enterUntil(tab, rexx, 'rejected')
    correctToRex(tab)
    await expectShown(tab, 'Rex held')
    expect(namesReceived(service)).toEqual(['Rex', 'Rexx'])
  })
})

test('A rejected pet that is corrected while the same pet, typed anew in its visit, is being sent is held.', async () => {
  const gate = createHoldSwitch('answer')
  const { service, device } = setUpDevice({ order: gate.order }, 'rejected')
  const tab = await openPage(device)
  await enterUntil(tab, rexx, 'rejected')
  gate.close()
  enter(tab, rex)
  await expectSoon(() => service.received).toHaveLength(2)
  correctToRex(tab)
  await expectShown(tab, 'Rex sending', 'Rex held')
  gate.open()
  await expectShown(tab, 'Rex added', 'Rex held')
  expect(namesReceived(service)).toEqual(['Rexx', 'Rex'])
})

test('Two rejected pets of one visit may be corrected to look alike, because each was entered by itself.', async () => {
  const { tab } = await setUpRejection('rejected')
  const names = ['Rexx', 'Rrex']
  for (const name of names) await enterUntil(tab, { ...rex, name }, 'rejected')
  for (const name of names) correctToRex(tab, name)
  await expectShown(tab, 'Rex added', 'Rex added')
})
