// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import {
  answerWith,
  openTabAnsweredBy,
  openTabWithLists,
  sendNextTwice,
} from '#tests/support/outbox-faults.ts'
import type { NewPet } from '#src/pets/pet.ts'
import {
  bo,
  createHoldSwitch,
  enterUntil,
  expectCheck,
  expectFinished,
  expectMaySendAgain,
  expectPaused,
  expectShown,
  expectSoon,
  includeRows,
  itemNamed,
  mia,
  openImport,
  openPage,
  passMinute,
  press,
  rex,
  rowIds,
  setUp,
  setUpDevice,
  shown,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'

/**
 * Imports rows while no list can be read. The answer to the first row is lost, and a person marks
 * that row as added.
 */
async function importAndMark(
  { service, device }: ReturnType<typeof setUpDevice>,
  ...rows: readonly NewPet[]
) {
  const { list } = service
  service.list = () => {
    throw new Error('down')
  }
  const tab = device.openTab()
  await startImport(tab, ...rows)
  await expectSoon(() => rowIds(tab, 'unknown')).toHaveLength(1)
  await waitForQuiet()
  const open = openImport(tab)
  await open.markAdded(rowIds(tab, 'unknown').map((entryId) => ({ entryId, petId: undefined })))
  service.list = list
  return { device, tab, open }
}

/** The service adds the first of two pets, but its answer is lost. It never adds the second. */
const ONE_OF_TWO = ['answer-lost', 'request-lost'] as const

/**
 * Imports two equal rows of which the service adds one (`ONE_OF_TWO`). That pet is found for the
 * first row, so the second one has none. `kinds` returns the kinds of the verdicts.
 */
async function importTwoOfWhichOneIsFound({ service, device }: ReturnType<typeof setUpDevice>) {
  const tab = device.openTab()
  const { list } = service
  // The list does not show the first Rex before the second one is sent.
  service.list = () => []
  await startImport(tab, rex, rex)
  await expectSoon(() => rowIds(tab, 'unknown')).toHaveLength(1)
  const open = openImport(tab)
  await includeRows(tab)
  await open.resume()
  await expectSoon(() => rowIds(tab, 'unknown')).toHaveLength(2)
  service.list = list
  passMinute(device)
  const kinds = () => Array.from(open.get().verdicts.values(), ({ kind }) => kind)
  await expectSoon(kinds).toEqual(['found', 'taken-by-another-row'])
  const [firstId, secondId] = rowIds(tab, 'unknown')
  if (firstId === undefined || secondId === undefined) throw new Error('there are not two')
  return { open, firstId, secondId, kinds }
}

/**
 * Includes the row that is left out, sends it, and lets a minute pass. Returns a function that
 * reads the verdicts.
 */
async function sendLeftOutRow({ device, tab, open }: Awaited<ReturnType<typeof importAndMark>>) {
  await includeRows(tab)
  await open.resume()
  await expectSoon(() => rowIds(tab, 'unknown')).toHaveLength(1)
  passMinute(device)
  return () => [...open.get().verdicts.values()]
}

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
    await expectCheck(tab, 'Rex', 'found')
    await enterUntil(tab, mia, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    expect(itemNamed(tab, 'Rex').check).toMatchObject({ kind: 'found', pets: [{ id: '1000', name: 'Rex' }] })
    // Lists had shown this ID before Mia was sent.
    await expectMaySendAgain(tab, 'Mia')
    expect(itemNamed(tab, 'Mia').check).toMatchObject({
      kind: 'may-be-taken',
      olderPets: [{ id: '1000', name: 'Mia' }],
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

  describe('a pet like an unconfirmed one, which "Pets" shows while the lists are read, is no possible duplicate', () => {
    test('of a pet by hand', async () => {
      const gate = createHoldSwitch('list')
      const { device } = setUpDevice({ order: gate.order }, 'added', 'answer-lost')
      const tab = await openPage(device)
      await enterUntil(tab, rex, 'added')
      gate.close()
      await enterUntil(tab, rex, 'unknown')
      await waitForQuiet()
      tab.showAllPets()
      await waitForQuiet()
      expect(tab.byHand.get().items.map(({ duplicates }) => duplicates)).toEqual([[], []])
      gate.open()
      await expectCheck(tab, 'Rex', 'found')
    })

    test('of a pet by hand, unless nobody reads the lists for the unconfirmed one', async () => {
      const lost = ['request-lost', 'request-lost', 'request-lost'] as const
      const { service, device } = setUpDevice({}, ...lost)
      const tab = await openPage(device)
      await startImport(tab, rex, mia, bo, { ...rex, name: 'Tom' })
      await expectPaused(tab)
      await tab.imports.close()
      sendNextTwice(service, 'added')
      await enterUntil(tab, rex, 'held')
      await press(tab, 'Add it anyway', 'Rex')
      await tab.byHand.sendWaiting()
      passMinute(device)
      tab.showAllPets()
      await expectSoon(() => itemNamed(tab, 'Rex').duplicates).toMatchObject([{ id: '1000' }])
    })

    test('of a row', async () => {
      const gate = createHoldSwitch('list')
      const { device } = setUpDevice({ order: gate.order }, 'answer-lost', 'added', 'answer-lost')
      const tab = device.openTab()
      await startImport(tab, rex, mia, rex)
      await expectFinished(tab)
      const open = openImport(tab)
      const verdicts = () => [...open.get().verdicts.values()]
      await expectSoon(verdicts).toMatchObject([{ kind: 'found' }])
      await open.markAdded(rowIds(tab, 'unknown').map((entryId) => ({ entryId, petId: int64('1000') })))
      // Time passes, so that the next lists are younger than those that were read.
      device.passTime(5000)
      await waitForQuiet()
      await includeRows(tab)
      gate.close()
      void open.resume()
      await expectSoon(() => rowIds(tab, 'unknown')).toHaveLength(1)
      tab.showAllPets()
      await waitForQuiet()
      expect(open.get().check).toMatchObject({ kind: 'checking', duplicates: [] })
      gate.open()
      await expectSoon(verdicts).toMatchObject([{ kind: 'found', pets: [{ id: '1002' }] }])
    })
  })

  describe('the pet of a row that a person has marked as added without saying which pet it is', () => {
    test('is not found for a row like it whose request is lost', async () => {
      const scenario = setUpDevice({}, 'answer-lost', 'added', 'request-lost')
      const verdicts = await sendLeftOutRow(await importAndMark(scenario, rex, mia, rex))
      const petOfMarkedRow = { id: '1000', name: 'Rex' }
      await expectSoon(verdicts).toMatchObject([
        { kind: 'may-be-taken', pets: [], doubtfulPets: [petOfMarkedRow] },
      ])
    })

    test('is not found for a row like it, although another tab had shown an older pet like it', async () => {
      const scenario = setUpDevice({}, 'answer-lost', 'added', 'request-lost')
      scenario.service.create(rex, 'key 1')
      await scenario.device.openTab().outbox.lists.read()
      const verdicts = await sendLeftOutRow(await importAndMark(scenario, rex, mia, rex))
      await expectSoon(verdicts).toMatchObject([
        { kind: 'may-be-taken', olderPets: [{ id: '1000' }], doubtfulPets: [{ id: '1001' }] },
      ])
    })

    test('is not found for a row like it that was added, whose own pet is found', async () => {
      const scenario = setUpDevice({}, 'answer-lost', 'added', 'answer-lost')
      const verdicts = await sendLeftOutRow(await importAndMark(scenario, rex, mia, rex))
      await expectSoon(verdicts).toMatchObject([{ kind: 'found', pets: [{ id: '1002' }] }])
    })

    test('is not one that was shown beside the row, so what was found for another row stays found', async () => {
      const { open, secondId, kinds } = await importTwoOfWhichOneIsFound(setUpDevice({}, ...ONE_OF_TWO))
      await open.markAdded([{ entryId: secondId, petId: undefined, shownIds: [int64('1000')] }])
      await waitForQuiet()
      expect(kinds()).toEqual(['found'])
    })

    test('is not found for a row like it, even if it was listed before, once the key had ended before the mark', async () => {
      const scenario = setUpDevice({ hasSession: true }, ...ONE_OF_TWO)
      const { device } = scenario
      const { open, firstId, kinds } = await importTwoOfWhichOneIsFound(scenario)
      device.sessionState.set({ kind: 'locked' })
      await waitForQuiet()
      expect(kinds()).toEqual([])
      await open.markAdded([{ entryId: firstId, petId: undefined }])
      device.sessionState.set({ kind: 'signed-in' })
      passMinute(device)
      await open.checkList()
      await expectSoon(kinds).toEqual(['may-be-taken'])
    })

    test('is not found for a pet by hand like it whose request is lost', async () => {
      const { device, tab } = await importAndMark(setUpDevice({}, 'answer-lost', 'request-lost'), rex)
      await enterUntil(tab, rex, 'unknown')
      passMinute(device)
      await expectCheck(tab, 'Rex', 'may-be-taken')
    })

    test('is no possible duplicate while it is offered for a pet by hand', async () => {
      const scenario = setUpDevice({}, 'request-lost', 'added', 'answer-lost')
      const { tab } = await importAndMark(scenario, rex)
      await enterUntil(tab, rex, 'added')
      await enterUntil(tab, rex, 'unknown')
      passMinute(scenario.device)
      await expectSoon(() => tab.byHand.get().items[0]?.check?.kind).toBe('may-be-taken')
      expect(tab.byHand.get().items).toMatchObject([
        { check: { reservedPets: [{ id: '1001' }] } },
        { duplicates: [] },
      ])
    })
  })
})
