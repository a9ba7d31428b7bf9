// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import type { Answer, Tab } from '#tests/support/device.ts'
import {
  enter,
  enterUntil,
  expectFinished,
  expectShown,
  itemNamed,
  namesReceived,
  openPage,
  press,
  rex,
  setUpDevice,
  startImport,
} from '#tests/support/outbox-scenario.ts'

const rexx = { ...rex, name: 'Rexx' }

/** Opens a tab in which Rexx was rejected, or gets these answers in place of that. */
async function setUpRejected(...answers: readonly Answer[]) {
  const { service, device } = setUpDevice({}, ...answers, 'rejected')
  return { service, device, tab: await openPage(device) }
}

/** Corrects a rejected pet to Rex, as "Fix" and "Add pet" do. */
const correct = (tab: Tab, name = 'Rexx') => enter(tab, rex, itemNamed(tab, name).id)

describe('A pet by hand that was rejected, and is corrected, is asked about a pet like it that was added', () => {
  test('in the same visit since then', async () => {
    const { service, tab } = await setUpRejected()
    await enterUntil(tab, rexx, 'rejected')
    await enterUntil(tab, rex, 'added')
    correct(tab)
    await expectShown(tab, 'Rex added', 'Rex held')
    expect(namesReceived(service)).toEqual(['Rexx', 'Rex'])
    await press(tab, 'Add it anyway', 'Rex')
    await expectShown(tab, 'Rex added', 'Rex added')
  })

  test('in another tab since then', async () => {
    const { service, device, tab } = await setUpRejected()
    await enterUntil(tab, rexx, 'rejected')
    await enterUntil(await openPage(device), rex, 'added')
    correct(tab)
    await expectShown(tab, 'Rex held')
    expect(namesReceived(service)).toEqual(['Rexx', 'Rex'])
  })

  test('since then, where the tab of both was closed', async () => {
    const { service, device, tab: closed } = await setUpRejected()
    await enterUntil(closed, rexx, 'rejected')
    await enterUntil(closed, rex, 'added')
    device.crash(closed)
    const tab = await openPage(device)
    await expectShown(tab, 'Rexx rejected')
    correct(tab)
    await expectShown(tab, 'Rex held')
    expect(namesReceived(service)).toEqual(['Rexx', 'Rex'])
  })

  test('by an import since then', async () => {
    const { service, tab } = await setUpRejected()
    await enterUntil(tab, rexx, 'rejected')
    await startImport(tab, rex)
    await expectFinished(tab)
    correct(tab)
    await expectShown(tab, 'Rex held')
    expect(namesReceived(service)).toEqual(['Rexx', 'Rex'])
  })

  test('before it was entered, because nobody was asked about another name or category then', async () => {
    const { service, device, tab } = await setUpRejected('added')
    await enterUntil(await openPage(device), rex, 'added')
    await enterUntil(tab, rexx, 'rejected')
    correct(tab)
    await expectShown(tab, 'Rex held')
    expect(namesReceived(service)).toEqual(['Rex', 'Rexx'])
  })
})

test('Rejected pets of one visit may be corrected to the same pet, because each was entered by itself.', async () => {
  const { tab } = await setUpRejected('rejected')
  const names = ['Rexx', 'Rrex']
  for (const name of names) await enterUntil(tab, { ...rex, name }, 'rejected')
  for (const name of names) correct(tab, name)
  await expectShown(tab, 'Rex added', 'Rex added')
})
