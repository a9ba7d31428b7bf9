import { expect, test } from 'vitest'
import {
  bo,
  enterUntil,
  expectShown,
  expectSoon,
  itemNamed,
  mia,
  namesReceived,
  openPage,
  passMinute,
  press,
  rex,
  setUpDevice,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'

// A duplicated tab, and a tab that the browser restores after a crash, have a copy of the form.

test('A copy of a form is asked about the correction of its pet, which was rejected.', async () => {
  const { service, device } = setUpDevice({}, 'rejected')
  const first = await openPage(device)
  const copy = await openPage(device)
  first.byHand.add(rex, undefined, 'press of the form')
  await expectShown(first, 'Rex rejected')
  first.byHand.add({ ...rex, status: 'sold' }, itemNamed(first, 'Rex').id, 'press of the correction')
  await expectShown(first, 'Rex added')
  copy.byHand.add(rex, undefined, 'press of the form')
  // The tab may show what the other one has entered, too.
  await expectSoon(() => itemNamed(copy, 'Rex').entry.state.kind).toBe('held')
  await waitForQuiet()
  expect(service.pets).toHaveLength(1)
  await press(copy, 'Add it anyway', 'Rex')
  await expectSoon(() => service.pets).toHaveLength(2)
})

test('A second correction stays a question about the first, once another look-alike that holds it is settled.', async () => {
  const { service, device } = setUpDevice({}, 'rejected', 'request-lost')
  const first = await openPage(device)
  const second = await openPage(device)
  await enterUntil(first, bo, 'rejected')
  const rejectedId = itemNamed(first, 'Bo').id
  await enterUntil(second, rex, 'unknown')
  const unknownId = itemNamed(second, 'Rex').id
  const item = (id: string) => second.byHand.get().items.find((candidate) => candidate.id === id)
  first.byHand.add(mia, rejectedId)
  await expectSoon(() => itemNamed(first, 'Mia').entry.state.kind).toBe('added')
  second.byHand.add(rex, rejectedId)
  await expectSoon(() => itemNamed(second, 'Rex').entry.state.kind).toBe('held')
  const heldId = itemNamed(second, 'Rex').id
  passMinute(device)
  await expectSoon(() => item(unknownId)?.check?.kind).toBe('not-added')
  service.answers.push('rejected')
  await second.byHand.sendAgain(unknownId)
  await waitForQuiet()
  expect(namesReceived(service)).toEqual(['Bo', 'Rex', 'Mia', 'Rex'])
  expect(item(heldId)?.entry.state.kind).toBe('held')
})
