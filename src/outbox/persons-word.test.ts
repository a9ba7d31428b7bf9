// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import type { EntryId } from '#src/outbox/entry.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { openConflictsOf } from '#src/outbox/conflict-rules.ts'
import type { Answer, Tab } from '#tests/support/device.ts'
import { int64 } from '#tests/support/int64.ts'
import {
  bo,
  correctionsOf,
  createHoldSwitch,
  enter,
  enterUntil,
  includeRows,
  expectCheck,
  expectPaused,
  expectRows,
  expectShown,
  expectSoon,
  expectWaiting,
  itemNamed,
  mia,
  namesReceived,
  openImport,
  openPage,
  passMinute,
  press,
  rex,
  rowIds,
  saveWaitingImport,
  setUp,
  setUpDevice,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'

const itemOf = (tab: Tab, id: EntryId) => tab.byHand.get().items.find((item) => item.id === id)

const idsOfPets = (found: readonly { readonly id: Int64 }[]) => found.map(({ id }) => id)

const checkOf = (tab: Tab, id: EntryId) => itemOf(tab, id)?.check?.kind

/** Presses "This is it" at one of several cards with the same name. */
const pressThisIsIt = (tab: Tab, id: EntryId, petId: Int64 | undefined) =>
  tab.byHand.markAdded(id, petId ?? int64('0'))

/**
 * The requests of two Rexes are lost at 0 s and at 30 s. The first one arrives, and both cards
 * offer its pet.
 */
async function setUpTwoLateRexes() {
  const world = setUp('late', 'late')
  const { service, device, tab } = world
  await enterUntil(tab, rex, 'unknown')
  const first = itemNamed(tab, 'Rex').id
  await waitForQuiet()
  device.passTime(30_000)
  await enterUntil(tab, rex, 'held')
  await press(tab, 'Add it anyway', 'Rex')
  await expectShown(tab, 'Rex unknown', 'Rex unknown')
  const second = itemNamed(tab, 'Rex').id
  await waitForQuiet()
  device.passTime(29_500)
  service.deliver(1)
  device.passTime(600)
  await expectSoon(() => [checkOf(tab, first), checkOf(tab, second)]).toEqual(['found', 'found'])
  return { ...world, first, second }
}

describe('The wrong one of two look-alikes, for which a person takes a pet', () => {
  test('While the request of the wrong one is on its way, nothing says that the other was not added.', async () => {
    const { service, device, tab, first, second } = await setUpTwoLateRexes()
    await pressThisIsIt(tab, second, service.pets[0]?.id)
    await waitForQuiet()
    expect(checkOf(tab, first)).not.toBe('not-added')
    passMinute(device)
    await expectSoon(() => checkOf(tab, first)).toBe('found')
    expect(service.pets).toHaveLength(2)
  })

  test('Once its request cannot arrive any more, the lists prove that the other was not added.', async () => {
    const { service, device, tab, first, second } = await setUpTwoLateRexes()
    // This request is lost for good.
    service.deliver(-1)
    await pressThisIsIt(tab, first, service.pets[0]?.id)
    await waitForQuiet()
    device.passTime(29_000)
    await waitForQuiet()
    expect(checkOf(tab, second)).toBe('not-found-yet')
  })

  test('An entry that was sent with another key may have the pet of this one, and nothing says that this one was not added.', async () => {
    const { service, device, tab } = setUp('answer-lost', 'answer-lost')
    await enterUntil(tab, rex, 'unknown')
    const old = itemNamed(tab, 'Rex').id
    await waitForQuiet()
    passMinute(device)
    tab.signOut()
    device.signInId = 'key 2'
    device.sessionState.set({ kind: 'signed-in' })
    tab.outbox.lists.clear()
    await tab.byHand.open()
    await waitForQuiet()
    device.passTime(5000)
    await enterUntil(tab, rex, 'held')
    device.passTime(5000)
    await press(tab, 'Add it anyway', 'Rex')
    await expectShown(tab, 'Rex unknown', 'Rex unknown')
    const fresh = itemNamed(tab, 'Rex').id
    await expectSoon(() => [checkOf(tab, old), checkOf(tab, fresh)]).toEqual(['found', 'found'])
    await pressThisIsIt(tab, old, service.pets[1]?.id)
    await waitForQuiet()
    passMinute(device)
    await expectSoon(() => checkOf(tab, fresh)).toBe('may-be-taken')
  })
})

describe('An answer that gives an entry the pet for which a person took another one', () => {
  test('By hand, the other one is unconfirmed again.', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ order: gate.order }, 'request-lost', 'added')
    const tab = device.openTab()
    await enterUntil(tab, rex, 'unknown')
    const first = itemNamed(tab, 'Rex').id
    await waitForQuiet()
    device.passTime(59_000)
    await enterUntil(tab, rex, 'held')
    gate.close()
    void press(tab, 'Add it anyway', 'Rex')
    await expectSoon(() => service.received).toHaveLength(2)
    device.passTime(2000)
    await expectSoon(() => checkOf(tab, first)).toBe('found')
    await pressThisIsIt(tab, first, service.pets[0]?.id)
    await expectShown(tab, 'Rex added', 'Rex sending')
    gate.open()
    await expectShown(tab, 'Rex unknown', 'Rex added')
  })

  test('The same with a row of an import.', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ order: gate.order }, 'request-lost', 'added')
    const tab = device.openTab()
    await enterUntil(tab, rex, 'unknown')
    const first = itemNamed(tab, 'Rex').id
    await startImport(tab, rex)
    await expectRows(tab, 'held')
    await includeRows(tab)
    device.passTime(59_000)
    gate.close()
    void openImport(tab).resume()
    await expectSoon(() => service.received).toHaveLength(2)
    device.passTime(3000)
    await expectSoon(() => checkOf(tab, first)).toBe('found')
    await pressThisIsIt(tab, first, service.pets[0]?.id)
    await expectShown(tab, 'Rex added')
    gate.open()
    await expectRows(tab, 'added')
    await expectShown(tab, 'Rex unknown')
  })
})

describe('A pet that was typed again because the first one was unconfirmed, and that was asked about', () => {
  test('"This is it" at the first one does not answer the question.', async () => {
    const { service, tab } = setUp('answer-lost')
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'found')
    const first = itemNamed(tab, 'Rex').id
    await enterUntil(tab, rex, 'held')
    await pressThisIsIt(tab, first, service.pets[0]?.id)
    await waitForQuiet()
    await expectShown(tab, 'Rex added', 'Rex held')
    expect(namesReceived(service)).toEqual(['Rex'])
    await press(tab, 'Add it anyway', 'Rex')
    await expectShown(tab, 'Rex added', 'Rex added')
  })

  test('Nor does "Add it again".', async () => {
    const { service, device, tab } = setUp('request-lost')
    await enterUntil(tab, rex, 'unknown')
    const first = itemNamed(tab, 'Rex').id
    await waitForQuiet()
    await enterUntil(tab, rex, 'held')
    passMinute(device)
    await expectSoon(() => checkOf(tab, first)).toBe('not-added')
    await tab.byHand.sendAgain(first)
    await expectShown(tab, 'Rex added', 'Rex held')
    expect(service.pets).toHaveLength(1)
  })

  test('It is still a question after a reload, a day later.', async () => {
    const { service, device, tab } = setUp('answer-lost')
    await enterUntil(tab, rex, 'unknown')
    const first = itemNamed(tab, 'Rex').id
    enter(tab, rex)
    await expectShown(tab, 'Rex unknown', 'Rex held')
    await waitForQuiet()
    device.crash(tab)
    device.passTime(86_400_000)
    const next = await openPage(device)
    await expectSoon(() => checkOf(next, first)).toBe('found')
    await pressThisIsIt(next, first, service.pets[0]?.id)
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Rex'])
    expect(itemNamed(next, 'Rex').entry.state.kind).toBe('held')
  })
})

/** A tab is frozen with the request of Rex, and a colleague adds another one, ID 1000. */
async function takeColleaguesRex() {
  const gate = createHoldSwitch('request')
  const { service, device } = setUpDevice({ hasLocks: false, order: gate.order })
  const frozen = await openPage(device)
  gate.close()
  enter(frozen, rex)
  await expectShown(frozen, 'Rex sending')
  service.create(rex, 'key 1')
  const tab = await openPage(device)
  await waitForQuiet()
  passMinute(device)
  const { id } = itemNamed(tab, 'Rex')
  await expectSoon(() => checkOf(tab, id)).toBe('found')
  await pressThisIsIt(tab, id, service.pets[0]?.id)
  await expectShown(tab, 'Rex added')
  return { gate, tab, id }
}

describe('An answer that comes after a person has marked the entry', () => {
  test('takes the place of the mark, because it is proof.', async () => {
    const { gate, tab, id } = await takeColleaguesRex()
    gate.open()
    await expectSoon(() => itemOf(tab, id)?.entry.state).toMatchObject({ kind: 'added', id: '1001' })
  })
})

describe('A pet that is found for two entries', () => {
  test('is no possible duplicate of the one once it has answered the other.', async () => {
    const { service, device, tab } = setUp('answer-lost', 'answer-lost')
    await enterUntil(tab, rex, 'unknown')
    const first = itemNamed(tab, 'Rex').id
    await waitForQuiet()
    device.passTime(1)
    await enterUntil(tab, rex, 'held')
    await press(tab, 'Add it anyway', 'Rex')
    await expectShown(tab, 'Rex unknown', 'Rex unknown')
    const second = itemNamed(tab, 'Rex').id
    await expectSoon(() => checkOf(tab, second)).toBe('found')
    await pressThisIsIt(tab, first, service.pets[0]?.id)
    await pressThisIsIt(tab, second, service.pets[1]?.id)
    await expectShown(tab, 'Rex added', 'Rex added')
    await waitForQuiet()
    expect(itemOf(tab, first)?.entry.state).not.toHaveProperty('note', expect.anything())
    expect(itemOf(tab, first)?.duplicates).toEqual([])
  })

  test('is not offered to a row of the open import any more once it was taken by hand.', async () => {
    const { service, tab } = setUp('answer-lost', 'answer-lost')
    await startImport(tab, rex)
    await expectRows(tab, 'unknown')
    await enterUntil(tab, rex, 'held')
    await press(tab, 'Add it anyway', 'Rex')
    await expectShown(tab, 'Rex unknown')
    const { id } = itemNamed(tab, 'Rex')
    await openImport(tab).checkList()
    const verdicts = () =>
      Array.from(openImport(tab).get().verdicts.values(), ({ kind, pets }) => ({
        kind,
        ids: idsOfPets(pets),
      }))
    await expectSoon(() => checkOf(tab, id)).toBe('found')
    await pressThisIsIt(tab, id, service.pets[0]?.id)
    await expectSoon(() => verdicts().flatMap(({ ids }) => ids)).toEqual(['1001'])
  })
})

/** Returns the states of the entries that hold the first row of the open import. */
function holdersOfFirstRow(tab: Tab): readonly string[] {
  const { entries, conflicts } = openImport(tab).get()
  const [row] = entries
  const open = row === undefined ? [] : openConflictsOf(row, (id) => conflicts.get(id))
  return open.map(({ state }) => state.kind).toSorted()
}

describe('A question about a row of a file', () => {
  test('stays open where another row of the file was added meanwhile, and the one that was named is gone.', async () => {
    const { service, tab } = setUp('key-refused', 'added', 'key-refused')
    const saved = await saveWaitingImport(tab, rex, mia, rex)
    await waitForQuiet()
    await enterUntil(tab, rex, 'held')
    expect(await tab.imports.resume(saved.record.id)).toBe('opened')
    await expectPaused(tab)
    await tab.imports.close()
    await waitForQuiet()
    const [closed = saved] = tab.imports.get().saved
    expect(await tab.imports.discard(closed)).toBe('discarded')
    await waitForQuiet()
    await enterUntil(tab, bo, 'added')
    await waitForQuiet()
    expect(itemNamed(tab, 'Rex').entry.state.kind).toBe('held')
    expect(service.pets.map(({ name }) => name)).toEqual(['Rex', 'Bo'])
  })

  test('is also about another row that its file has added since, while the row that was named waits.', async () => {
    const { service, device, tab } = setUp('key-refused', 'added', 'key-refused')
    await startImport(tab, rex, rex)
    await expectPaused(tab)
    const other = await openPage(device)
    await enterUntil(other, rex, 'held')
    await openImport(tab).resume()
    await expectRows(tab, 'added', 'waiting')
    await expectSoon(() =>
      itemNamed(other, 'Rex')
        .conflicts.map(({ state }) => state.kind)
        .toSorted(),
    ).toEqual(['added', 'waiting'])
    expect(namesReceived(service)).toHaveLength(3)
  })

  test('is about both rows again once a person has included the row, and left it out again.', async () => {
    const { service, device, tab } = setUp('key-refused', 'added', 'key-refused')
    await startImport(tab, rex, rex)
    await expectPaused(tab)
    const other = device.openTab()
    await startImport(other, rex)
    await expectRows(other, 'held')
    await openImport(tab).resume()
    await expectRows(tab, 'added', 'waiting')
    const holders = () => holdersOfFirstRow(other)
    await expectSoon(holders).toEqual(['added', 'waiting'])
    await includeRows(other)
    await expectRows(other, 'waiting')
    await openImport(other).leaveOut(openImport(other).get().entries)
    await expectSoon(holders).toEqual(['added', 'waiting'])
    // The rest of the first file is discarded, so that only the row that was added is a question.
    await tab.imports.close()
    const first = () => tab.imports.get().saved.find(({ counts }) => counts.added === 1)
    await expectSoon(first).toBeDefined()
    const closed = first()
    expect(closed && (await tab.imports.discard(closed))).toBe('discarded')
    await expectSoon(holders).toEqual(['added'])
    await openImport(other).resume()
    await waitForQuiet()
    expect(service.pets.map(({ name }) => name)).toEqual(['Rex'])
  })

  test('says what became of the pet that held the row while that was included.', async () => {
    const { device, tab } = setUp('key-refused', 'key-refused')
    await startImport(tab, rex)
    await expectPaused(tab)
    const other = device.openTab()
    await startImport(other, rex, mia)
    await expectRows(other, 'held', 'waiting')
    await includeRows(other)
    await expectRows(other, 'waiting', 'waiting')
    await openImport(tab).resume()
    await expectRows(tab, 'added')
    await openImport(other).leaveOut(openImport(other).get().entries)
    await expectRows(other, 'held', 'waiting')
    await expectSoon(() => holdersOfFirstRow(other)).toEqual(['added'])
  })

  test('is shown also where the import was opened again after the row was included.', async () => {
    const { tab } = setUp('answer-lost', 'key-refused', 'key-refused')
    await enterUntil(tab, rex, 'unknown')
    await startImport(tab, rex, mia)
    await expectRows(tab, 'held', 'waiting')
    await includeRows(tab)
    await expectRows(tab, 'waiting', 'waiting')
    await tab.imports.close()
    await expectSoon(() => tab.imports.get().saved).toHaveLength(1)
    await tab.imports.resume(tab.imports.get().saved[0]?.record.id ?? '')
    await expectPaused(tab)
    await openImport(tab).leaveOut(openImport(tab).get().entries)
    await expectRows(tab, 'held', 'waiting')
    await expectSoon(() => holdersOfFirstRow(tab)).toEqual(['unknown'])
  })

  test('is about the other row that was added, once the one that was named is rejected.', async () => {
    const { service, tab } = setUp('key-refused', 'added', 'added', 'rejected')
    const saved = await saveWaitingImport(tab, rex, mia, rex)
    await waitForQuiet()
    await enterUntil(tab, rex, 'held')
    expect(await tab.imports.resume(saved.record.id)).toBe('opened')
    await expectRows(tab, 'added', 'added', 'rejected')
    await waitForQuiet()
    expect(namesReceived(service)).toHaveLength(4)
    await expectSoon(() => itemNamed(tab, 'Rex').conflicts.map(({ state }) => state)).toMatchObject([
      { kind: 'added', id: '1000' },
    ])
    await press(tab, 'Add it anyway', 'Rex')
    await expectSoon(() => itemNamed(tab, 'Rex').entry.state.kind).toBe('added')
  })

  test('is asked once more about what the file has added since, where the row that was named was unconfirmed.', async () => {
    const { service, tab } = setUp('answer-lost')
    await startImport(tab, rex, rex)
    await expectRows(tab, 'unknown', 'held')
    await enterUntil(tab, rex, 'held')
    await waitForQuiet()
    await openImport(tab).markAdded(rowIds(tab, 'unknown').map((entryId) => ({ entryId, petId: undefined })))
    await includeRows(tab)
    await openImport(tab).resume()
    await expectRows(tab, 'added', 'added')
    await waitForQuiet()
    const shownItem = itemNamed(tab, 'Rex')
    expect(shownItem.conflicts).toHaveLength(1)
    await press(tab, 'Add it anyway', 'Rex')
    await waitForQuiet()
    expect(itemNamed(tab, 'Rex').entry.state.kind).toBe('held')
    expect(namesReceived(service)).toHaveLength(2)
    await press(tab, 'Add it anyway', 'Rex')
    await expectShown(tab, 'Rex added')
  })

  test('names no pet that a correction has put in the place of the row.', async () => {
    const { device, tab } = setUp('key-refused', 'rejected', 'added')
    const saved = await saveWaitingImport(tab, rex)
    await waitForQuiet()
    await enterUntil(tab, rex, 'held')
    expect(await tab.imports.resume(saved.record.id)).toBe('opened')
    await expectRows(tab, 'rejected')
    await waitForQuiet()
    expect(await tab.imports.sendCorrected(saved.record.id, correctionsOf(device, saved.record.id, bo))).toBe(
      'started',
    )
    await expectRows(tab, 'added')
    await tab.byHand.refresh()
    await waitForQuiet()
    expect(itemNamed(tab, 'Rex').conflicts).toEqual([])
  })
})

/** Sets up an import whose row Rex is held by a row of another import, which is Bo by now. */
async function setUpCorrectedRow(...answersToCorrection: readonly Answer[]) {
  const { service, device, tab } = setUp('key-refused', 'rejected', ...answersToCorrection)
  const first = await saveWaitingImport(tab, rex)
  await startImport(tab, rex)
  await expectRows(tab, 'held')
  const second = openImport(tab).record.id
  await tab.imports.close()
  expect(await tab.imports.resume(first.record.id)).toBe('opened')
  await expectRows(tab, 'rejected')
  const correctTo = async (newPet: NewPet) => {
    const corrections = correctionsOf(device, first.record.id, newPet)
    expect(await tab.imports.sendCorrected(first.record.id, corrections)).toBe('started')
  }
  const openSecond = async () => {
    await tab.imports.close()
    expect(await tab.imports.open(second)).toBe('opened')
    const ids = openImport(tab)
      .get()
      .entries.flatMap(({ state }) => (state.kind === 'held' ? state.by : []))
    await expectSoon(() => ids.every((id) => openImport(tab).get().conflicts.has(id))).toBe(true)
  }
  await correctTo(bo)
  return { service, tab, first, correctTo, openSecond }
}

describe('A row of a file that is held by a row of another file, which was corrected to another pet', () => {
  test('is no longer held by it in what the screen says.', async () => {
    const { tab, openSecond } = await setUpCorrectedRow('added')
    await expectRows(tab, 'added')
    await openSecond()
    const { entries, conflicts } = openImport(tab).get()
    expect(entries.map((row) => openConflictsOf(row, (id) => conflicts.get(id)))).toEqual([[]])
  })

  test('is asked about once more, where it was included and that row was corrected back.', async () => {
    const { service, tab, first, correctTo, openSecond } = await setUpCorrectedRow('rejected')
    await expectRows(tab, 'rejected')
    await openSecond()
    await includeRows(tab)
    await tab.imports.close()
    expect(await tab.imports.open(first.record.id)).toBe('opened')
    await correctTo(rex)
    await expectRows(tab, 'held')
    await includeRows(tab)
    await openImport(tab).resume()
    await expectRows(tab, 'added')
    await openSecond()
    await expectRows(tab, 'held')
    expect(service.pets.map(({ name }) => name)).toEqual(['Rex'])
  })
})

test('An import that was closed sends nothing, although a press had waited for a key.', async () => {
  const { service, tab } = setUp('key-refused')
  await startImport(tab, rex, mia)
  await expectPaused(tab)
  const open = openImport(tab)
  await tab.imports.close()
  await open.resume()
  await waitForQuiet()
  expect(namesReceived(service)).toEqual(['Rex'])
})

test('An answer about a row is none about the pet that is corrected into its place.', async () => {
  const { service, device, tab } = setUp('key-refused')
  await startImport(tab, rex)
  await expectPaused(tab)
  await tab.byHand.open()
  enter(tab, rex)
  await expectShown(tab, 'Rex held')
  await press(tab, 'Add it anyway', 'Rex')
  await expectShown(tab, 'Rex added')
  service.answers.push('rejected', 'answer-lost')
  await openImport(tab).resume()
  await expectRows(tab, 'held')
  await includeRows(tab)
  await openImport(tab).resume()
  await expectRows(tab, 'rejected')
  const { id } = openImport(tab).record
  expect(await tab.imports.sendCorrected(id, correctionsOf(device, id, rex))).toBe('started')
  await expectRows(tab, 'held')
  await includeRows(tab)
  await openImport(tab).resume()
  await expectRows(tab, 'unknown')
  const requestCount = service.received.length
  enter(tab, rex)
  await expectSoon(() => itemNamed(tab, 'Rex').entry.state.kind).toBe('held')
  await waitForQuiet()
  expect(service.received).toHaveLength(requestCount)
})

test('An answer that was taken back with its pet answers for no other one.', async () => {
  const { service, device } = setUpDevice({}, 'answer-lost', 'key-refused')
  const before = await openPage(device)
  await enterUntil(before, rex, 'unknown')
  device.crash(before)
  const tab = await openPage(device)
  await expectShown(tab, 'Rex unknown')
  enter(tab, rex)
  await expectShown(tab, 'Rex unknown', 'Rex held')
  await press(tab, 'Add it anyway', 'Rex')
  // The key was refused.
  await expectShown(tab, 'Rex unknown', 'Rex waiting')
  await press(tab, 'Discard', 'Rex')
  await expectShown(tab, 'Rex unknown')
  const requestCount = service.received.length
  enter(tab, rex)
  await expectShown(tab, 'Rex unknown', 'Rex held')
  await waitForQuiet()
  expect(service.received).toHaveLength(requestCount)
})

test('So is the answer of a pet that was rejected and discarded.', async () => {
  const { service, device } = setUpDevice({}, 'request-lost', 'rejected')
  const before = await openPage(device)
  await enterUntil(before, rex, 'unknown')
  device.crash(before)
  const tab = await openPage(device)
  await enterUntil(tab, rex, 'held')
  await press(tab, 'Add it anyway', 'Rex')
  await expectSoon(() => itemNamed(tab, 'Rex').entry.state.kind).toBe('rejected')
  await press(tab, 'Discard', 'Rex')
  enter(tab, rex)
  await expectShown(tab, 'Rex unknown', 'Rex held')
  await waitForQuiet()
  expect(service.received).toHaveLength(2)
})

test('A pet and a row that is corrected later do not hold each other.', async () => {
  const { service, device } = setUpDevice({}, 'key-refused')
  const first = device.openTab()
  await startImport(first, rex)
  await expectPaused(first)
  const second = await openPage(device)
  await enterUntil(second, rex, 'held')
  service.answers.push('rejected')
  void openImport(first).resume()
  await expectRows(first, 'rejected')
  await second.byHand.refresh()
  await expectSoon(() => itemNamed(second, 'Rex').conflicts).toEqual([])
  device.sessionState.set({ kind: 'asking-for-key' })
  await second.byHand.addAnyway(itemNamed(second, 'Rex'))
  device.sessionState.set({ kind: 'signed-in' })
  await expectWaiting(second, 'Rex')
  const { id } = openImport(first).record
  await first.imports.sendCorrected(id, correctionsOf(device, id, rex))
  await expectRows(first, 'held')
  await second.byHand.sendWaiting()
  await expectShown(second, 'Rex added')
})

test('A conflict without a record is not said to be rejected.', async () => {
  const { device } = setUpDevice({}, 'key-refused')
  const first = device.openTab()
  await startImport(first, rex)
  await expectPaused(first)
  const second = await openPage(device)
  await enterUntil(second, rex, 'held')
  expect(itemNamed(second, 'Rex').isAnyConflictLost).toBe(false)
  device.crash(first)
  await device.deleteDatabase()
  await enterUntil(second, mia, 'added')
  await second.byHand.refresh()
  await expectSoon(() => itemNamed(second, 'Rex').isAnyConflictLost).toBe(true)
})
