import { expect, test } from 'vitest'
import type { EntryId } from '#src/outbox/entry.ts'
import { type Answer, createSharedText, type Tab } from '#tests/support/device.ts'
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

const FORM = 'the form'

const itemWithId = (tab: Tab, id: EntryId) => tab.byHand.get().items.find((item) => item.id === id)

/** "Add it anyway" at this item, once its question is shown. */
async function addAnyway(tab: Tab, id: EntryId): Promise<void> {
  await expectSoon(() => itemWithId(tab, id)?.conflicts.length ?? 0).toBeGreaterThan(0)
  const item = itemWithId(tab, id)
  if (item !== undefined) await tab.byHand.addAnyway(item)
}

test('A copy of a form is asked about the correction of its pet, which was rejected.', async () => {
  const { service, device } = setUpDevice({}, 'rejected')
  const first = await openPage(device)
  const copy = await openPage(device)
  first.byHand.add(rex, undefined, FORM)
  await expectShown(first, 'Rex rejected')
  first.byHand.add({ ...rex, status: 'sold' }, itemNamed(first, 'Rex').id, FORM)
  await expectShown(first, 'Rex added')
  copy.byHand.add(rex, undefined, FORM)
  // The tab may show what the other one has entered, too.
  await expectSoon(() => itemNamed(copy, 'Rex').entry.state.kind).toBe('held')
  await waitForQuiet()
  expect(service.pets).toHaveLength(1)
  await press(copy, 'Add it anyway', 'Rex')
  await expectSoon(() => service.pets).toHaveLength(2)
})

test('A correction is asked about what a copy of the corrected form has added.', async () => {
  const { service, device } = setUpDevice({}, 'rejected')
  const first = await openPage(device)
  const copy = await openPage(device)
  first.byHand.add(rex, undefined, FORM)
  await expectShown(first, 'Rex rejected')
  const rejectedId = itemNamed(first, 'Rex').id
  copy.byHand.add(rex, undefined, FORM)
  await expectSoon(() => service.pets).toHaveLength(1)
  // The first tab still says "Not added".
  const fixed = first.byHand.add({ ...rex, name: 'Rexy' }, rejectedId, FORM)
  await expectSoon(() => itemWithId(first, fixed.id)?.entry.state.kind).toBe('held')
  await waitForQuiet()
  expect(namesReceived(service)).toEqual(['Rex', 'Rex'])
})

test('A copy of a form is asked about a correction that may have been added, and was discarded since.', async () => {
  const { service, device } = setUpDevice({}, 'rejected', 'answer-lost')
  const first = await openPage(device)
  const copy = await openPage(device)
  first.byHand.add(rex, undefined, FORM)
  await expectShown(first, 'Rex rejected')
  first.byHand.add({ ...rex, name: 'Rexy' }, itemNamed(first, 'Rex').id, FORM)
  await expectSoon(() => itemNamed(first, 'Rexy').entry.state.kind).toBe('unknown')
  await first.byHand.discard(itemNamed(first, 'Rexy').id)
  const sent = copy.byHand.add(rex, undefined, FORM)
  await expectSoon(() => itemWithId(copy, sent.id)?.entry.state.kind).toBe('held')
  await waitForQuiet()
  expect(namesReceived(service)).toEqual(['Rex', 'Rexy'])
})

test.each<[what: string, answersToMia: readonly Answer[]]>([
  ['was added', []],
  ['is still held, because it may be added', ['request-lost']],
])(
  'A second correction stays a question about the first, which %s, once another look-alike that holds it is settled.',
  async (_what, answersToMia) => {
    const { service, device } = setUpDevice({}, 'rejected', 'request-lost', ...answersToMia)
    const first = await openPage(device)
    const second = await openPage(device)
    await enterUntil(first, bo, 'rejected')
    const rejectedId = itemNamed(first, 'Bo').id
    await enterUntil(second, rex, 'unknown')
    const unknownId = itemNamed(second, 'Rex').id
    if (answersToMia.length > 0) await enterUntil(await openPage(device), mia, 'unknown')
    const firstCorrection = first.byHand.add(mia, rejectedId, FORM)
    const expectedOfFirst = answersToMia.length > 0 ? 'held' : 'added'
    await expectSoon(() => itemWithId(first, firstCorrection.id)?.entry.state.kind).toBe(expectedOfFirst)
    const secondCorrection = second.byHand.add(rex, rejectedId, FORM)
    await expectSoon(() => itemWithId(second, secondCorrection.id)?.entry.state.kind).toBe('held')
    passMinute(device)
    await expectSoon(() => itemWithId(second, unknownId)?.check?.kind).toBe('not-added')
    service.answers.push('rejected')
    await second.byHand.sendAgain(unknownId)
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Bo', 'Rex', 'Mia', 'Rex'])
    expect(itemWithId(second, secondCorrection.id)?.entry.state.kind).toBe('held')
  },
)

test('A second correction is asked about what has taken the place of the first one meanwhile.', async () => {
  const { service, device } = setUpDevice({}, 'rejected', 'rejected')
  const first = await openPage(device)
  const second = await openPage(device)
  await enterUntil(first, bo, 'rejected')
  const rejectedId = itemNamed(first, 'Bo').id
  const firstCorrection = first.byHand.add(mia, rejectedId, FORM)
  await expectShown(first, 'Mia rejected')
  first.byHand.add({ ...mia, name: 'Max' }, firstCorrection.id, FORM)
  await expectShown(first, 'Max added')
  const secondCorrection = second.byHand.add(rex, rejectedId, FORM)
  const shown = () => itemWithId(second, secondCorrection.id)
  await expectSoon(() => shown()?.conflicts.map(({ newPet }) => newPet?.name)).toEqual(['Max'])
  await waitForQuiet()
  expect(namesReceived(service)).toEqual(['Bo', 'Mia', 'Max'])
})

test('The answer that two corrections are two pets is for both of them.', async () => {
  const { service, device } = setUpDevice({}, 'rejected', 'rejected')
  const first = await openPage(device)
  const second = await openPage(device)
  await enterUntil(first, bo, 'rejected')
  const rejectedId = itemNamed(first, 'Bo').id
  await enterUntil(second, rex, 'rejected')
  service.answers.push('request-lost')
  const unconfirmed = await openPage(device)
  await enterUntil(unconfirmed, rex, 'unknown')
  const earlier = second.byHand.add(rex, rejectedId, FORM)
  await expectSoon(() => itemWithId(second, earlier.id)?.entry.state.kind).toBe('held')
  const later = first.byHand.add(mia, rejectedId, FORM)
  await expectSoon(() => itemWithId(first, later.id)?.entry.state.kind).toBe('held')
  await addAnyway(first, later.id)
  await expectSoon(() => itemWithId(first, later.id)?.entry.state.kind).toBe('added')
  await addAnyway(second, earlier.id)
  await expectSoon(() => itemWithId(second, earlier.id)?.entry.state.kind).toBe('added')
  expect(service.pets.map(({ name }) => name)).toEqual(['Mia', 'Rex'])
})

test('"Add it anyway" at another form of the visit is no answer about what is from the same form.', async () => {
  const { service, device } = setUpDevice({}, 'rejected', 'answer-lost')
  const first = await openPage(device)
  const copy = await openPage(device)
  copy.byHand.add(rex, undefined, FORM)
  await expectShown(copy, 'Rex rejected')
  const rejectedId = itemNamed(copy, 'Rex').id
  first.byHand.add(rex, undefined, FORM)
  await expectSoon(() => service.received).toHaveLength(2)
  await waitForQuiet()
  const other = copy.byHand.add(rex, undefined, 'another form')
  await addAnyway(copy, other.id)
  await expectSoon(() => itemWithId(copy, other.id)?.entry.state.kind).toBe('added')
  const correction = copy.byHand.add(rex, rejectedId, FORM)
  await expectSoon(() => itemWithId(copy, correction.id)?.entry.state.kind).toBe('held')
  await waitForQuiet()
  expect(service.received).toHaveLength(3)
})

test('A pet that was discarded before the disk had it is not sent by the next press, although a copy of the tab has entered it.', async () => {
  const { service, device } = setUpDevice({})
  const tabText = createSharedText()
  const tab = await openPage(device, { tabText })
  await enterUntil(tab, bo, 'added')
  device.isFull = true
  const pressed = tab.byHand.add(rex, undefined, FORM)
  const copiedText = createSharedText()
  copiedText.write(tabText.read() ?? '')
  expect(await pressed.isWritten).toBe(false)
  await tab.byHand.discard(pressed.id)
  device.isFull = false
  await openPage(device, { tabText: copiedText })
  await waitForQuiet()
  tab.byHand.add(mia, undefined, 'another form')
  await expectSoon(() => namesReceived(service)).toEqual(['Bo', 'Mia'])
  await waitForQuiet()
  expect(namesReceived(service)).toEqual(['Bo', 'Mia'])
})
