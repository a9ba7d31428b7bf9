// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import { openConflictsOf } from '#src/outbox/conflict-rules.ts'
import type { Answer, Tab } from '#tests/support/device.ts'
import { int64 } from '#tests/support/int64.ts'
import {
  bo,
  correctionsOf,
  enter,
  enterUntil,
  expectCheck,
  expectFinished,
  expectMaySendAgain,
  expectPaused,
  expectRows,
  expectShown,
  expectSoon,
  expectWaiting,
  includeRows,
  idsOf,
  itemNamed,
  mia,
  namesReceived,
  openImport,
  openPage,
  passMinute,
  press,
  rex,
  rowIds,
  rowsOf,
  saveWaitingImport,
  setUp,
  setUpSending,
  shown,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import type { ByHandItem } from '#src/outbox/by-hand-items.ts'
import { entryIdOf } from '#src/outbox/entry.ts'

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

/** Corrects Rex, which was rejected, to Mia, who waits in the next row. */
async function correctToWaitingMia(...answers: readonly Answer[]) {
  const { service, device, tab } = setUp('rejected', 'key-refused', ...answers)
  const { record } = await saveWaitingImport(tab, rex, mia)
  expect(await tab.imports.sendCorrected(record.id, correctionsOf(device, record.id, mia))).toBe('started')
  await expectRows(tab, 'held', 'waiting')
  return { service, tab }
}

/** Returns the states of the entries that hold a row and are still a question. */
function statesOfHolders(tab: Tab, index: number): readonly string[] {
  const { entries, conflicts } = openImport(tab).get()
  const row = entries[index]
  if (row === undefined) return []
  return openConflictsOf(row, (id) => conflicts.get(id)).map(({ state }) => state.kind)
}

const isHeld = ({ entry }: ByHandItem) => entry.state.kind === 'held'

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

  test('A corrected row is left out where a row of its import that is like it waits, and stays left out once that is added.', async () => {
    const { service, tab } = await correctToWaitingMia()
    await openImport(tab).resume()
    await expectRows(tab, 'held', 'added')
    await includeRows(tab)
    await openImport(tab).resume()
    await expectRows(tab, 'added', 'added')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Mia', 'Mia'])
  })

  test('The question about a row that is left out names a row of its import that was corrected to the same pet.', async () => {
    const { service, device, tab } = setUp('key-refused', 'rejected')
    enter(tab, mia)
    await expectWaiting(tab, 'Mia')
    const other = device.openTab()
    await startImport(other, rex, mia)
    await expectRows(other, 'rejected', 'held')
    await press(tab, 'Discard', 'Mia')
    const { id } = openImport(other).record
    expect(await other.imports.sendCorrected(id, correctionsOf(device, id, mia))).toBe('started')
    await expectRows(other, 'added', 'held')
    await expectSoon(() => statesOfHolders(other, 1)).toEqual(['added'])
    await includeRows(other)
    await openImport(other).resume()
    await expectRows(other, 'added', 'added')
    expect(service.pets.map(({ name }) => name)).toEqual(['Mia', 'Mia'])
  })

  test('A corrected row that is left out because of a row of its import is sent once the service has rejected that row.', async () => {
    const { service, tab } = await correctToWaitingMia('rejected')
    await openImport(tab).resume()
    await expectRows(tab, 'added', 'rejected')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Mia', 'Mia'])
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

  test('By hand: a pet that was typed while another was held is asked about, once that one is unheld.', async () => {
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
