// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test, vi } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import {
  type Answer,
  BASE_URL,
  type Device,
  type Order,
  type Service,
  type Tab,
} from '#tests/support/device.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import { listNothing, openUnsteadyTab, sendNextTwice } from '#tests/support/outbox-faults.ts'
import {
  correctionsOf,
  bo,
  createHoldSwitch,
  enter,
  expectFinished,
  expectPaused,
  expectRows,
  expectShown,
  expectSoon,
  expectWaiting,
  fillLists,
  idsOf,
  includeRows,
  importUntilMaySendAgain,
  mia,
  namesReceived,
  openImport,
  openPage,
  passMinute,
  pets,
  enterUntil,
  press,
  rex,
  rowIds,
  rowsOf,
  rowStates,
  savedKinds,
  saveWaitingImport,
  setUp,
  setUpDevice,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import { openConflictsOf } from './conflict-rules.ts'
import { StorageError } from './ledger/ledger.ts'
import { maySendAgain } from './lists/verdict.ts'
import { isRunning } from './run-state.ts'

/**
 * Opens a tab whose browser sends the first request twice, without a word, as Chromium does. The
 * next ones have these outcomes, and then all are added.
 */
function openTabWhoseBrowserRepeats(device: Device, service: Service, ...next: CreatePetOutcome[]): Tab {
  let isFirst = true
  return device.openTab({
    async createPet(newPet) {
      const outcome = isFirst ? undefined : next.shift()
      if (outcome !== undefined) return outcome
      if (isFirst) service.create(newPet, device.signInId)
      isFirst = false
      return { kind: 'added', pet: service.create(newPet, device.signInId) }
    },
  })
}

/** Returns the imports that are kept, newest first, and whether another tab has them open. */
const savedIn = ({ imports }: Tab) =>
  imports.get().saved.map(({ record, isOpenInAnotherTab }) => [record.id, isOpenInAnotherTab])

/** Opens a tab with an import whose rows leave one by one, when the test says so. */
async function setUpStepwise(...newPets: readonly NewPet[]) {
  let goOn: (() => void) | undefined
  const order: Order = async (act, what) => {
    if (what === 'answer') await new Promise<void>((resolve) => (goOn = resolve))
    return act()
  }
  const { service, device } = setUpDevice({ order }, 'added', 'rejected', 'request-lost')
  const tab = device.openTab()
  await startImport(tab, ...newPets)
  await expectSoon(() => service.received).toHaveLength(1)
  return {
    service,
    device,
    tab,
    answer: () => goOn?.(),
    /** Has rows answered, each after 24 seconds, until so many have an outcome. */
    sendUntil: async (count: number): Promise<void> => {
      while (openImport(tab).get().progress.done < count) {
        const { length } = service.received
        device.passTime(24_000)
        goOn?.()
        await expectSoon(() => service.received).toHaveLength(length + 1)
        await expectSoon(() => openImport(tab).get().progress.done).toBe(length)
      }
    },
  }
}

/** A rejected row was corrected, and the disk takes the correction once the gate is open. */
async function setUpWritingCorrections() {
  const gate = createHoldSwitch('write')
  const { service, device } = setUpDevice({ order: gate.order }, 'rejected')
  const tab = device.openTab()
  await startImport(tab, rex)
  await expectFinished(tab)
  const { id } = openImport(tab).record
  gate.close()
  const pressed = tab.imports.sendCorrected(id, correctionsOf(device, id, mia))
  await waitForQuiet()
  return { gate, service, device, tab, id, pressed }
}

describe('a run', () => {
  test('says how far it is and, once five rows have an outcome, how many minutes are left', async () => {
    const { tab, sendUntil } = await setUpStepwise(...pets(16))
    await sendUntil(4)
    expect(openImport(tab).get()).toMatchObject({
      progress: { done: 4, total: 16 },
      minutesLeft: undefined,
      run: { phase: 'running' },
    })
    await sendUntil(5)
    expect(openImport(tab).get()).toMatchObject({ progress: { done: 5, total: 16 }, minutesLeft: 4 })
  })

  test('that is paused ends with the row that is on its way, and the rest of the app is told', async () => {
    const { service, tab, answer, sendUntil } = await setUpStepwise(...pets(16))
    await sendUntil(5)
    openImport(tab).pause()
    expect(tab.activity()).toMatchObject({ run: { phase: 'pausing', reason: 'user' } })
    expect(isRunning(openImport(tab).get().run)).toBe(true)
    answer()
    await expectPaused(tab)
    expect(openImport(tab).get()).toMatchObject({ minutesLeft: undefined, progress: { done: 6, total: 16 } })
    expect(isRunning(openImport(tab).get().run)).toBe(false)
    await waitForQuiet()
    expect(service.received).toHaveLength(6)
  })

  test('that goes on counts the minutes from where it went on', async () => {
    const { service, device, tab, answer, sendUntil } = await setUpStepwise(...pets(16))
    await sendUntil(5)
    openImport(tab).pause()
    answer()
    await expectPaused(tab)
    device.passTime(3_600_000)
    void openImport(tab).resume()
    await expectSoon(() => service.received).toHaveLength(7)
    await sendUntil(10)
    expect(openImport(tab).get().minutesLeft).toBeUndefined()
    await sendUntil(11)
    expect(openImport(tab).get().minutesLeft).toBe(2)
  })

  test('says nothing of the time that is left while the service is busy', async () => {
    const { service, tab, answer, sendUntil } = await setUpStepwise(...pets(16))
    await sendUntil(5)
    service.answers.push('busy')
    await sendUntil(6)
    answer()
    await expectSoon(() => openImport(tab).get().run).toHaveProperty('waitingUntil')
    expect(openImport(tab).get().minutesLeft).toBeUndefined()
  })

  test('is over for the rest of the app when the import is closed', async () => {
    const { tab } = setUp()
    await startImport(tab, rex)
    await expectFinished(tab)
    expect(tab.activity()).toMatchObject({ progress: { done: 1, total: 1 } })
    await tab.imports.close()
    expect(tab.activity()).toBeUndefined()
    expect(tab.imports.get().open).toBeUndefined()
  })
})

describe('starting an import', () => {
  test('twice within one task enters one', async () => {
    const { device, tab } = setUp()
    const start = () => tab.imports.start({ fileName: 'a.csv' }, rowsOf(rex))
    expect(await Promise.all([start(), start()])).toEqual(['started', 'busy'])
    await expectFinished(tab)
    expect(savedKinds(device)).toEqual(['added'])
  })

  test('takes until its rows are written, and leaving would lose them until then', async () => {
    const gate = createHoldSwitch('write')
    const { device } = setUpDevice({ order: gate.order })
    const { imports, outbox } = device.openTab()
    const state = () => [imports.get().isStarting, outbox.unwrittenPresses.get()]
    gate.close()
    const started = imports.start({}, rowsOf(rex))
    expect(state()).toEqual([true, 1])
    expect(await imports.start({}, rowsOf(mia))).toBe('busy')
    expect(state()).toEqual([true, 1])
    gate.open()
    expect(await started).toBe('started')
    expect(state()).toEqual([false, 0])
  })

  test('with corrected rows takes until these are written, too', async () => {
    const { gate, tab, pressed } = await setUpWritingCorrections()
    expect(tab.imports.get().isStarting).toBe(true)
    gate.open()
    expect(await pressed).toBe('started')
    expect(tab.imports.get().isStarting).toBe(false)
  })

  test('is over once its rows could not be written', async () => {
    const { device, tab } = setUp()
    device.isFull = true
    await expect(tab.imports.start({}, rowsOf(rex))).rejects.toThrow(StorageError)
    expect([tab.imports.get().isStarting, tab.outbox.unwrittenPresses.get()]).toEqual([false, 0])
  })

  test('while another one is open is refused', async () => {
    const { service, tab } = setUp()
    await startImport(tab, rex)
    await expectFinished(tab)
    expect(await tab.imports.start({ fileName: 'b.csv' }, rowsOf(mia))).toBe('busy')
    expect(namesReceived(service)).toEqual(['Rex'])
  })

  test('sends its rows in the order of the file', async () => {
    const { service, tab } = setUp()
    await startImport(tab, ...pets(12))
    await expectFinished(tab)
    expect(namesReceived(service)).toEqual(pets(12).map(({ name }) => name))
  })

  test('never sends a row with a problem', async () => {
    const { service, tab } = setUp()
    const [row] = rowsOf(rex)
    const problem = {
      newPet: undefined,
      position: 1,
      row: { number: 3, cells: [''] },
      state: { kind: 'not-sent', message: 'Enter a name.' } as const,
    }
    await tab.imports.start({ fileName: 'a.csv' }, row === undefined ? [] : [row, problem])
    await expectFinished(tab)
    await expectRows(tab, 'added', 'not-sent')
    expect(openImport(tab).get().counts).toMatchObject({ added: 1, 'not-sent': 1, waiting: 0 })
    expect(service.received).toHaveLength(1)
  })

  test('with corrected rows sends these once, and none that waits beside them', async () => {
    const { service, device, tab } = setUp('rejected', 'key-refused')
    const { record } = await saveWaitingImport(tab, rex, mia)
    const rows = correctionsOf(device, record.id, { ...rex, name: 'Bello' })
    const correct = () => tab.imports.sendCorrected(record.id, rows)
    expect(await correct()).toBe('started')
    await expectRows(tab, 'added', 'waiting')
    // The page may still show the row as it was.
    expect(await correct()).toBe('changed')
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Bello'])
  })

  test('with rows that another tab has corrected meanwhile enters none of them, so that the review stays', async () => {
    const { service, device, tab } = setUp('rejected', 'rejected')
    await startImport(tab, rex, mia)
    await expectFinished(tab)
    const { record } = openImport(tab)
    const reviewed = correctionsOf(device, record.id, { ...rex, name: 'Max' }, bo)
    await tab.imports.close()
    const other = device.openTab()
    const rows = correctionsOf(device, record.id, { ...rex, name: 'Rexy' })
    expect(await other.imports.sendCorrected(record.id, rows)).toBe('started')
    await expectRows(other, 'added', 'rejected')
    await other.imports.close()
    expect(await tab.imports.sendCorrected(record.id, reviewed)).toBe('changed')
    await expectRows(tab, 'added', 'rejected')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Rexy'])
  })

  test('with a row that another tab has corrected to another pet, which was rejected, too, does not overwrite that', async () => {
    const { service, device, tab } = setUp('rejected', 'rejected')
    await startImport(tab, rex)
    await expectFinished(tab)
    const { record } = openImport(tab)
    const reviewed = correctionsOf(device, record.id, bo)
    await tab.imports.close()
    const other = device.openTab()
    const rows = correctionsOf(device, record.id, mia)
    expect(await other.imports.sendCorrected(record.id, rows)).toBe('started')
    await expectFinished(other)
    await expectRows(other, 'rejected')
    await other.imports.close()
    expect(await tab.imports.sendCorrected(record.id, reviewed)).toBe('changed')
    expect(openImport(tab).get().entries).toMatchObject([{ newPet: mia }])
    expect(namesReceived(service)).toEqual(['Rex', 'Mia'])
  })

  test('waits until the row of another import that is being closed is recorded', async () => {
    const { service, tab } = setUp()
    await startImport(tab, rex)
    await expectRows(tab, 'added')
    const end = Promise.withResolvers<void>()
    vi.spyOn(openImport(tab), 'close').mockReturnValue(end.promise)
    void tab.imports.close()
    const started = tab.imports.start({ fileName: 'b.csv' }, rowsOf(mia))
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Rex'])
    end.resolve()
    expect(await started).toBe('started')
    await expectRows(tab, 'added')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia'])
  })
})

describe('saved imports', () => {
  test('come newest first, without the one that is open', async () => {
    const { device, tab } = setUp('key-refused', 'key-refused')
    expect(tab.imports.get()).toEqual({
      saved: [],
      isUnreadable: false,
      isStarting: false,
      open: undefined,
    })
    const { record: first } = await saveWaitingImport(tab, rex)
    device.passTime(1)
    const { record: second } = await saveWaitingImport(tab, mia)
    expect(savedIn(tab)).toEqual([
      [second.id, false],
      [first.id, false],
    ])
    expect(await tab.imports.open(first.id)).toBe('opened')
    expect(savedIn(tab)).toEqual([[second.id, false]])
    await tab.imports.refresh()
    expect(savedIn(tab)).toEqual([[second.id, false]])
    expect(await tab.imports.open(first.id)).toBe('opened')
    expect(await tab.imports.resume(second.id)).toBe('busy')
  })

  test('that are open in another tab say so, and cannot be opened or discarded', async () => {
    const { device, tab } = setUp('key-refused')
    const saved = await saveWaitingImport(tab, rex)
    await tab.imports.open(saved.record.id)
    const other = device.openTab()
    await other.imports.refresh()
    expect(savedIn(other)).toEqual([[saved.record.id, true]])
    expect(await other.imports.resume(saved.record.id)).toBe('elsewhere')
    expect(await other.imports.discard(saved)).toBe('elsewhere')
    await tab.imports.close()
    await expectSoon(() => savedIn(other)).toEqual([[saved.record.id, false]])
  })

  test('One that is being opened here is not said to be open in another tab', async () => {
    const gate = createHoldSwitch('write')
    const { device } = setUpDevice({ order: gate.order }, 'key-refused')
    const tab = device.openTab()
    const { record } = await saveWaitingImport(tab, rex)
    gate.close()
    const opened = tab.imports.open(record.id)
    await expectSoon(() => tab.outbox.senderOf(record.id).maySend()).toBe(true)
    await tab.imports.refresh()
    expect(savedIn(tab)).toEqual([[record.id, false]])
    gate.open()
    expect(await opened).toBe('opened')
  })

  test('that were open when somebody signed out can be continued by whoever signs in, in any tab', async () => {
    const { service, device, tab } = setUp('added', 'key-refused')
    const other = device.openTab()
    await startImport(tab, rex, mia)
    await expectPaused(tab)
    for (const each of [tab, other]) each.signOut()
    await waitForQuiet()
    // The first tab stays at "Sign in".
    device.signInId = 'key 2'
    await other.imports.refresh()
    const [saved] = other.imports.get().saved
    expect(await other.imports.resume(saved?.record.id ?? '')).toBe('opened')
    await expectRows(other, 'added', 'added')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Mia'])
    expect(tab.imports.get().open).toBeUndefined()
  })

  test('whose row was on its way when somebody signed out are left to other tabs with its outcome', async () => {
    const gate = createHoldSwitch('answer')
    const { device } = setUpDevice({ order: gate.order })
    const tab = device.openTab()
    const other = device.openTab()
    gate.close()
    await startImport(tab, rex, mia)
    await waitForQuiet()
    tab.signOut()
    await waitForQuiet()
    await other.imports.refresh()
    expect(savedIn(other)).toMatchObject([[expect.any(String), true]])
    gate.open()
    await expectSoon(() => savedIn(other)).toMatchObject([[expect.any(String), false]])
    expect(savedKinds(device)).toEqual(['added', 'waiting'])
  })

  test.each<[what: string, act: (tab: Tab) => Promise<unknown>]>([
    ['started', (tab) => startImport(tab, rex)],
    ['opened', (tab) => tab.imports.open(tab.imports.get().saved[0]?.record.id ?? '')],
  ])('that are being %s when somebody signs out are left to other tabs, too', async (_what, act) => {
    const gate = createHoldSwitch('write')
    const { device } = setUpDevice({ order: gate.order }, 'key-refused')
    const tab = device.openTab()
    const other = device.openTab()
    await saveWaitingImport(tab, mia)
    gate.close()
    const pressed = act(tab)
    await waitForQuiet()
    tab.signOut()
    gate.open()
    await pressed
    await waitForQuiet()
    await other.imports.refresh()
    expect(tab.imports.get().open).toBeUndefined()
    expect(savedIn(other).map(([, isOpenInAnotherTab]) => isOpenInAnotherTab)).not.toContain(true)
  })

  test('whose corrections are being written when somebody signs out are left to other tabs, too', async () => {
    const { gate, service, device, tab, id, pressed } = await setUpWritingCorrections()
    tab.signOut()
    gate.open()
    expect(await pressed).toBe('started')
    await waitForQuiet()
    expect([service.received.length, savedKinds(device)]).toEqual([1, ['waiting']])
    expect(await device.openTab().imports.open(id)).toBe('opened')
  })

  test('that another tab discards disappear here', async () => {
    const { device, tab } = setUp('key-refused')
    const saved = await saveWaitingImport(tab, rex)
    const other = device.openTab()
    await other.imports.refresh()
    expect(await tab.imports.discard(saved)).toBe('discarded')
    await expectSoon(() => savedIn(other)).toEqual([])
  })

  test('that another tab sends are counted anew after two seconds', async () => {
    const { device, tab } = setUp()
    const other = device.openTab()
    await startImport(tab, ...pets(5))
    await expectFinished(tab)
    await waitForQuiet()
    device.passTime(2000)
    await expectSoon(() => other.imports.get().saved.map(({ counts }) => counts.added)).toEqual([5])
  })

  test('that another tab has sent more of are neither sent nor discarded by what was on the screen', async () => {
    const { service, tab } = setUp('key-refused', 'added', 'key-refused')
    const seen = await saveWaitingImport(tab, rex, mia)
    await tab.imports.resume(seen.record.id)
    await expectPaused(tab)
    await expectRows(tab, 'added', 'waiting')
    await tab.imports.close()
    expect(await tab.imports.discard(seen)).toBe('changed')
    const [current = seen] = tab.imports.get().saved
    expect(await tab.imports.discard(current)).toBe('discarded')
    expect(await tab.imports.resume(seen.record.id)).toBe('changed')
    expect(service.received).toHaveLength(3)
  })

  test('A row that a closed tab was sending counts as unknown', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ order: gate.order })
    const tab = device.openTab()
    gate.close()
    await startImport(tab, rex, mia)
    await expectSoon(() => service.received).toHaveLength(1)
    device.crash(tab)
    const { imports } = device.openTab()
    await imports.refresh()
    expect(imports.get().saved).toMatchObject([{ counts: { unknown: 1, waiting: 1 } }])
    const next = device.openTab()
    const [saved] = imports.get().saved
    expect(await next.imports.open(saved?.record.id ?? '')).toBe('opened')
    await expectRows(next, 'unknown', 'waiting')
  })

  test('that cannot be read are said to be missing, until they can be', async () => {
    const { device, tab } = setUp('key-refused')
    await saveWaitingImport(tab, rex)
    let isDown = true
    const other = device.openTab({
      openLedger: () => ({
        read: async (act) => (isDown ? Promise.reject(new StorageError('blocked')) : tab.outbox.read(act)),
        write: (act) => tab.outbox.senderOf('any').transact(act),
        reconnect: () => undefined,
        suspend: () => undefined,
        resume: () => undefined,
      }),
    })
    await other.imports.refresh()
    expect(other.imports.get()).toMatchObject({ saved: [], isUnreadable: true })
    isDown = false
    await other.imports.refresh()
    expect(other.imports.get()).toMatchObject({ saved: [{}], isUnreadable: false })
  })

  test('what they have added keeps the same pets from being added once more after they are discarded', async () => {
    const { service, tab } = setUp('added', 'answer-lost')
    await startImport(tab, rex, mia)
    await expectFinished(tab)
    await tab.imports.close()
    const [saved] = tab.imports.get().saved
    if (saved === undefined) throw new Error('no import is saved')
    expect(await tab.imports.discard(saved)).toBe('discarded')
    await startImport(tab, rex, mia)
    await expectRows(tab, 'held', 'held')
    expect(service.received).toHaveLength(2)
  })

  test('An import that is opened again while it is being closed keeps its rows and its lock.', async () => {
    const gate = createHoldSwitch('answer')
    const { device } = setUpDevice({ order: gate.order })
    const tab = device.openTab()
    gate.close()
    await startImport(tab, rex, mia)
    await waitForQuiet()
    const { id } = openImport(tab).record
    const closing = tab.imports.close()
    await waitForQuiet()
    const opening = tab.imports.open(id)
    await waitForQuiet()
    gate.open()
    await Promise.all([closing, opening])
    await waitForQuiet()
    expect(openImport(tab).get().entries).toHaveLength(2)
    expect(tab.outbox.senderOf(id).maySend()).toBe(true)
  })
})

describe('an environment that has moved', () => {
  const elsewhere = 'https://elsewhere.test/v1'

  test.each([
    ['to another name shows a paused import, which can go on', 'other', BASE_URL, 'opened'],
    ['to another address shows it, but cannot open it', 'staging', elsewhere, 'changed'],
  ] as const)('%s', async (_what, id, baseUrl, expected) => {
    const { service, device, tab } = setUp('key-refused')
    const { record } = await saveWaitingImport(tab, rex)
    const moved = device.openTab({ environment: { id, name: '', baseUrl } })
    await moved.imports.refresh()
    expect(savedIn(moved)).toEqual([[record.id, false]])
    expect(await moved.imports.resume(record.id)).toBe(expected)
    await waitForQuiet()
    expect(service.received).toHaveLength(expected === 'opened' ? 2 : 1)
  })

  test('still has its imports if another environment has its former ID by now', async () => {
    const { device, tab } = setUp('key-refused')
    const { record } = await saveWaitingImport(tab, rex)
    const moved = device.openTab({
      environment: { id: 'old', name: '', baseUrl: BASE_URL },
      otherEnvironments: [{ id: 'staging', baseUrl: elsewhere }],
    })
    await moved.imports.refresh()
    expect(savedIn(moved)).toEqual([[record.id, false]])
    expect(await moved.imports.resume(record.id)).toBe('opened')
  })

  test('is not meant by another environment', async () => {
    const { device, tab } = setUp('key-refused')
    await saveWaitingImport(tab, rex)
    const other = device.openTab({ environment: { id: 'other', name: '', baseUrl: elsewhere } })
    await other.imports.refresh()
    expect(savedIn(other)).toEqual([])
  })
})

test('an import of another environment at the same address is neither shown nor opened', async () => {
  const { service, device, tab } = setUp('key-refused')
  const { record } = await saveWaitingImport(tab, rex)
  const south = device.openTab({
    environment: { id: 'south', name: 'South', baseUrl: BASE_URL },
    otherEnvironments: [{ id: 'staging', baseUrl: BASE_URL }],
  })
  await south.imports.refresh()
  expect(savedIn(south)).toEqual([])
  expect(await south.imports.resume(record.id)).toBe('changed')
  await waitForQuiet()
  expect(service.received).toHaveLength(1)
})

/** Both tabs have the same import open, whose rows wait. */
async function setUpTwoTabs(...answers: readonly Answer[]) {
  const { service, device } = setUpDevice({ hasLocks: false }, 'key-refused', ...answers)
  const tab = device.openTab()
  const { record } = await saveWaitingImport(tab, rex, mia)
  const other = device.openTab()
  expect(await tab.imports.open(record.id)).toBe('opened')
  expect(await other.imports.open(record.id)).toBe('opened')
  return { service, device, tab, other }
}

/** Lets time pass until the row may be sent again, because the lists do not have its pet. */
async function waitUntilMaySendAgain(device: Device, tab: Tab) {
  await waitForQuiet()
  passMinute(device)
  await expectRows(tab, 'unknown')
  passMinute(device)
  await expectSoon(() => maySendAgain([...openImport(tab).get().verdicts.values()][0])).toBe(true)
}

/** Returns two tabs, of which the first still waits for the answer to the only row, Rex. */
async function sleepWhileSending() {
  const { service, device } = setUpDevice({ hasLocks: false })
  // A replica that lags does not have the pet.
  service.list = () => []
  const { world, tab: asleep } = openUnsteadyTab(device, service)
  const { promise, resolve: wakeUp } = Promise.withResolvers<void>()
  world.waitsFor.answer = promise
  await startImport(asleep, rex)
  await expectSoon(() => service.received).toHaveLength(1)
  const { id } = openImport(asleep).record
  const awake = device.openTab()
  expect(await awake.imports.open(id)).toBe('opened')
  return { service, device, id, asleep, awake, wakeUp }
}

/** Corrects Rex to Mia, after the service has rejected Rex. Mia waits for a key. */
async function correctToMia({ service, device, id, awake }: Awaited<ReturnType<typeof sleepWhileSending>>) {
  service.answers.push('rejected')
  await openImport(awake).sendAgain(rowIds(awake, 'unknown'))
  await expectRows(awake, 'rejected')
  service.answers.push('key-refused')
  expect(await awake.imports.sendCorrected(id, correctionsOf(device, id, mia))).toBe('started')
  await expectPaused(awake)
}

describe('an import that is open in two tabs, without Web Locks', () => {
  test('shows a row of a tab that is gone as unknown after a minute, by itself', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ hasLocks: false, order: gate.order }, 'key-refused')
    const tab = device.openTab()
    const { record } = await saveWaitingImport(tab, rex, mia)
    const other = device.openTab()
    await other.imports.open(record.id)
    gate.close()
    await tab.imports.resume(record.id)
    await expectSoon(() => service.received).toHaveLength(2)
    await expectRows(other, 'sending', 'waiting')
    device.crash(tab)
    passMinute(device)
    await expectRows(other, 'unknown', 'waiting')
  })

  test('shows in each tab what the other one has sent', async () => {
    const { device, tab, other } = await setUpTwoTabs('rejected')
    await openImport(tab).resume()
    await expectRows(tab, 'rejected', 'added')
    await waitForQuiet()
    device.passTime(1000)
    await expectRows(other, 'rejected', 'added')
  })

  test('is judged by the rows as they are, and each row is sent once', async () => {
    const { service, device, tab, other } = await setUpTwoTabs('answer-lost')
    await Promise.all([openImport(tab).resume(), openImport(other).resume()])
    await waitForQuiet()
    device.passTime(1000)
    await expectRows(other, ...(rowStates(tab) ?? []))
    expect(namesReceived(service).slice(1).toSorted()).toEqual(['Mia', 'Rex'])
  })

  describe('a 2xx that comes late, for a row that another tab has sent again and corrected meanwhile', () => {
    test('leaves the corrected pet waiting, and is shown beside it', async () => {
      const world = await sleepWhileSending()
      await waitUntilMaySendAgain(world.device, world.awake)
      await correctToMia(world)
      openImport(world.asleep).pause()
      world.wakeUp()
      await expectRows(world.awake, 'waiting', 'added')
      const { entries } = openImport(world.awake).get()
      expect(entries.map(({ newPet }) => newPet?.name)).toEqual(['Mia', 'Rex'])
      expect(namesReceived(world.service)).toEqual(['Rex', 'Rex', 'Mia'])
    })
  })

  test.each<[what: string, answer: Answer, kind: string]>([
    ['waits', 'key-refused', 'waiting'],
    ['was added', 'added', 'added'],
    ['is not confirmed', 'request-lost', 'unknown'],
  ])(
    'is closed in the one when it is discarded in the other, where a row %s',
    async (_what, answer, kind) => {
      const { device } = setUpDevice({ hasLocks: false }, answer)
      const tab = device.openTab()
      await startImport(tab, rex)
      await expectRows(tab, kind)
      await waitForQuiet()
      const other = device.openTab()
      await other.imports.refresh()
      const [saved] = other.imports.get().saved
      if (saved === undefined) throw new Error('no import is saved')
      expect(await other.imports.discard(saved)).toBe('discarded')
      await expectSoon(() => tab.imports.get()).toMatchObject({ open: undefined, saved: [] })
      await startImport(tab, mia)
    },
  )

  test('stays open where its record is gone because the database was deleted, and not discarded', async () => {
    const { device, tab, other } = await setUpTwoTabs()
    const { id } = openImport(tab).record
    await waitForQuiet()
    await device.deleteDatabase()
    enter(other, bo)
    await expectShown(other, 'Bo added')
    await waitForQuiet()
    device.passTime(1000)
    await waitForQuiet()
    expect([openImport(tab).record.id, openImport(other).record.id]).toEqual([id, id])
    await expectRows(tab, 'waiting', 'waiting')
  })

  test('is closed while its request is on its way, whose pet is accounted for', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ hasLocks: false, order: gate.order })
    const tab = device.openTab()
    gate.close()
    await startImport(tab, rex, mia)
    await expectSoon(() => service.received).toHaveLength(1)
    const other = device.openTab()
    await other.imports.refresh()
    const [saved] = other.imports.get().saved
    if (saved === undefined) throw new Error('no import is saved')
    expect(await other.imports.discard(saved)).toBe('discarded')
    await expectSoon(() => tab.imports.get().open).toBeUndefined()
    gate.open()
    await expectSoon(() => savedKinds(device)).toEqual(['added'])
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Rex'])
    expect(tab.outbox.isBusy()).toBe(false)
  })
})

/**
 * Adds Rex three times and Mia, of which the responses to the first Rex and to Mia are lost. The
 * lists are read only when they are released.
 */
async function loseTwoAnswers() {
  const lists = createHoldSwitch('list')
  const { service, device } = setUpDevice({ order: lists.order }, 'answer-lost', 'added', 'answer-lost')
  const tab = device.openTab()
  lists.close()
  await startImport(tab, rex, rex, mia, rex)
  await expectSoon(() => openImport(tab).get().check).toEqual({ kind: 'checking', duplicates: [] })
  return { service, device, tab, lists, open: openImport(tab) }
}

describe('what the lists say of an import', () => {
  test('nothing, while the lists are being read', async () => {
    const { open } = await loseTwoAnswers()
    expect(open.get().verdicts).toEqual(new Map())
  })

  test('each pet that is found comes first for one row, and one that answers none is a possible duplicate', async () => {
    const { service, device, tab, lists, open } = await loseTwoAnswers()
    lists.open()
    await expectFinished(tab)
    device.passTime(1)
    await includeRows(tab)
    const added = service.create(mia, 'key 1')
    await open.resume()
    await expectFinished(tab)
    const verdicts = Array.from(open.get().verdicts.values(), ({ kind, pets: offered }) => ({
      kind,
      ids: offered.map(({ id }) => id),
    }))
    expect(verdicts).toEqual([
      { kind: 'found', ids: ['1000'] },
      { kind: 'found', ids: ['1003'] },
    ])
    expect(open.get().check).toMatchObject({
      duplicates: [{ pet: added, entry: { position: 2 } }],
      duplicatesMayBeMissing: 'unconfirmed',
    })
  })

  test('A pet is offered to the row that can be no other pet, although an earlier row is more like it', async () => {
    const { service, device, tab } = setUp('answer-lost', 'answer-lost')
    await startImport(tab, rex, rex)
    await expectFinished(tab)
    passMinute(device)
    const open = openImport(tab)
    await expectSoon(() => [...open.get().verdicts.values()]).toMatchObject([{ pets: [{ id: '1000' }] }])
    // Lists have shown this pet before the second row is sent. Then somebody sells it.
    service.pets[0] = { id: int64('1000'), ...rex, status: 'sold' }
    await includeRows(tab)
    device.passTime(1)
    await open.resume()
    await expectFinished(tab)
    await expectSoon(() => [...open.get().verdicts.values()]).toMatchObject([
      { kind: 'found', pets: [{ id: '1000' }] },
      { kind: 'found', pets: [{ id: '1001' }] },
    ])
  })

  test('A row whose only pet is offered to an earlier row says so', async () => {
    const { service, device, tab } = setUp('answer-lost', 'request-lost')
    const { list } = service
    // The list does not show the first Rex before the second one is sent.
    service.list = () => []
    await startImport(tab, rex, rex)
    await expectFinished(tab)
    device.passTime(1)
    const open = openImport(tab)
    await includeRows(tab)
    service.list = list
    await open.resume()
    await expectFinished(tab)
    await expectSoon(() => [...open.get().verdicts.values()]).toMatchObject([
      { kind: 'found', pets: [{ id: '1000' }] },
      { kind: 'taken-by-another-row', pets: [], doubtfulPets: [{ id: '1000' }] },
    ])
  })

  test('a check that failed says so, and nothing of any row; repeated, it says what the lists say', async () => {
    const { device } = setUpDevice({}, 'request-lost')
    let isDown = true
    const error = new Error('down')
    const tab = device.openTab({
      async listPets(...args) {
        if (isDown) throw error
        return listNothing(...args)
      },
    })
    await startImport(tab, rex, mia)
    const open = openImport(tab)
    await expectSoon(() => open.get().check).toEqual({ kind: 'failed', error, duplicates: [] })
    expect(open.get().verdicts.size).toBe(0)
    isDown = false
    await open.checkList()
    expect(open.get().check.kind).toBe('checked')
    expect([...open.get().verdicts.keys()]).toEqual(idsOf(open.get().entries.slice(0, 1)))
    await open.markAdded(rowIds(tab, 'unknown').map((entryId) => ({ entryId, petId: undefined })))
    await expectSoon(() => open.get().verdicts.size).toBe(0)
  })

  test('is not said once the key has ended, also where the disk is slow in that moment', async () => {
    const { service, device } = setUpDevice({}, 'answer-lost')
    const { world, tab } = openUnsteadyTab(device, service)
    await startImport(tab, rex)
    await expectFinished(tab)
    const kinds = () => Array.from(openImport(tab).get().verdicts.values(), ({ kind }) => kind)
    await expectSoon(kinds).toEqual(['found'])
    world.onRead = (result) => {
      if (typeof result !== 'object' || result === null || !('verdicts' in result)) return
      world.onRead = () => undefined
      world.waitsFor.reading = new Promise(() => undefined)
      device.sessionState.set({ kind: 'locked' })
      tab.outbox.lists.clear()
    }
    void openImport(tab).checkList()
    await expectSoon(() => device.sessionState.get().kind).toBe('locked')
    await waitForQuiet()
    expect(kinds()).toEqual([])
  })

  test('is not said any more once more of it was sent', async () => {
    const { tab } = setUp('key-refused', 'added', 'key-refused')
    await startImport(tab, rex, mia)
    await expectPaused(tab)
    await openImport(tab).checkList()
    expect(openImport(tab).get().check.kind).toBe('checked')
    await openImport(tab).resume()
    await expectRows(tab, 'added', 'waiting')
    expect(openImport(tab).get().check.kind).toBe('none')
  })

  test.each(['key 2', 'key 1, sign-in 2'])(
    'Duplicates may be missing if another sign-in added some rows: with %s',
    async (signInId) => {
      const { device, tab } = setUp('added', 'key-refused')
      await startImport(tab, rex, mia)
      await expectPaused(tab)
      device.signInId = signInId
      await openImport(tab).resume()
      await expectFinished(tab)
      await expectRows(tab, 'added', 'added')
      expect(openImport(tab).get().check).toMatchObject({
        duplicates: [],
        duplicatesMayBeMissing: 'other-sign-in',
      })
    },
  )

  test.each([
    ['another sign-in has sent an unconfirmed row', 'key 2', 'other-sign-in'],
    ['an unconfirmed row may be a pet that seems to be older', 'key 1', 'unconfirmed'],
  ])('Duplicates may be missing if %s', async (_why, signInId, expected) => {
    const { service, device, tab } = setUp('request-lost')
    service.create(rex, 'key 1')
    device.openTab().showAllPets()
    await startImport(tab, rex)
    await expectRows(tab, 'unknown')
    device.signInId = signInId
    passMinute(device)
    await openImport(tab).checkList()
    await expectSoon(() => openImport(tab).get().check).toMatchObject({
      kind: 'checked',
      duplicates: [],
      duplicatesMayBeMissing: expected,
    })
  })

  test('Duplicates may be missing if the lists are cut', async () => {
    const { service, tab } = setUp()
    fillLists(service)
    await startImport(tab, rex)
    await expectFinished(tab)
    expect(openImport(tab).get().check).toMatchObject({ duplicates: [], duplicatesMayBeMissing: 'lists-cut' })
  })

  test.each([
    ['a row like it was added, and may have been sent twice', rex],
    ['the row itself may have been sent twice', mia],
  ])('Duplicates may be missing while a pet is offered to an unconfirmed row: %s', async (_why, addedPet) => {
    const { service, device, tab } = setUp('added', 'answer-lost')
    await startImport(tab, addedPet, rex)
    await expectFinished(tab)
    await expectRows(tab, 'added', 'unknown')
    // The browser has sent a request twice.
    service.create(rex, 'key 1')
    passMinute(device)
    await expectSoon(() => openImport(tab).get().check).toMatchObject({
      duplicates: [],
      checkAgainAt: undefined,
      duplicatesMayBeMissing: 'unconfirmed',
    })
  })

  test('Duplicates may be missing where a pet has the ID of one that an earlier import had added, because the service may have been emptied since', async () => {
    const { service, device } = setUpDevice({})
    const yesterday = device.openTab()
    await startImport(yesterday, rex)
    await expectRows(yesterday, 'added')
    await yesterday.imports.close()
    device.crash(yesterday)
    service.pets.length = 0
    device.signInId = 'key 1, sign-in 2'
    const today = openTabWhoseBrowserRepeats(device, service)
    await startImport(today, rex)
    await expectRows(today, 'held')
    await includeRows(today)
    await openImport(today).resume()
    await expectRows(today, 'added')
    expect(service.pets).toMatchObject([{ id: '1000' }, { id: '1001' }])
    await expectFinished(today)
    passMinute(device)
    await expectSoon(() => openImport(today).get().check).toMatchObject({
      duplicates: [],
      checkAgainAt: undefined,
      duplicatesMayBeMissing: 'doubtful',
    })
  })

  test('Duplicates may be missing where a person has taken one for an unconfirmed row', async () => {
    const { service, device } = setUpDevice({})
    const lost = { kind: 'unknown', error: new Error('request lost') } as const
    const tab = openTabWhoseBrowserRepeats(device, service, lost)
    await startImport(tab, rex, rex)
    await expectRows(tab, 'added', 'unknown')
    await expectFinished(tab)
    passMinute(device)
    const open = openImport(tab)
    await expectSoon(() => [...open.get().verdicts.values()]).toMatchObject([
      { checkAgainAt: undefined, pets: [{ id: '1000' }] },
    ])
    await open.markAdded(rowIds(tab, 'unknown').map((entryId) => ({ entryId, petId: int64('1000') })))
    await expectRows(tab, 'added', 'added')
    await expectSoon(() => open.get().check).toMatchObject({
      duplicates: [],
      checkAgainAt: undefined,
      duplicatesMayBeMissing: 'doubtful',
    })
  })

  test.each([
    ['its own pet is among those like it', 'answer-lost', 'doubtful'],
    ['no pet is like it', 'request-lost', 'no'],
  ] as const)(
    'Where a person has marked a row as added, without an ID, and %s, duplicates may be missing: "%s" is "%s"',
    async (_what, answer, duplicatesMayBeMissing) => {
      const { device, tab } = setUp(answer)
      await startImport(tab, rex)
      await expectFinished(tab)
      passMinute(device)
      const open = openImport(tab)
      await open.markAdded(rowIds(tab, 'unknown').map((entryId) => ({ entryId, petId: undefined })))
      await expectRows(tab, 'added')
      await expectSoon(() => open.get().check).toMatchObject({
        duplicates: [],
        checkAgainAt: undefined,
        duplicatesMayBeMissing,
      })
    },
  )

  test('A pet that is being sent by hand is no duplicate of a row like it', async () => {
    const gate = createHoldSwitch('answer')
    const { device } = setUpDevice({ order: gate.order })
    const tab = await openPage(device)
    await startImport(tab, rex)
    await expectFinished(tab)
    gate.close()
    enter(tab, rex)
    await waitForQuiet()
    passMinute(device)
    await openImport(tab).checkList()
    await expectSoon(() => openImport(tab).get().check).toMatchObject({
      duplicates: [],
      duplicatesMayBeMissing: 'doubtful',
    })
    gate.open()
    await expectShown(tab, 'Rex added')
    expect(openImport(tab).get().check).toMatchObject({ duplicates: [] })
  })

  test('A possible duplicate is named once the pet by hand that it might have been is added in another tab', async () => {
    const gate = createHoldSwitch('request')
    const { service, device } = setUpDevice({ order: gate.order })
    const tab = device.openTab()
    sendNextTwice(service, 'added')
    await startImport(tab, rex)
    await expectFinished(tab)
    const other = await openPage(device)
    gate.close()
    enter(other, rex)
    await expectShown(other, 'Rex sending')
    // It was on its way for less than a minute.
    device.passTime(30_000)
    await openImport(tab).checkList()
    await expectSoon(() => openImport(tab).get().check).toMatchObject({ kind: 'checked', duplicates: [] })
    gate.open()
    await expectShown(other, 'Rex added')
    await expectSoon(() => openImport(tab).get().check).toMatchObject({
      duplicates: [{ pet: { id: '1000' } }],
    })
  })

  test('A row that is left out says why, and so can be included, where its import was paused before it was written', async () => {
    const gate = createHoldSwitch('write')
    const { device } = setUpDevice({ order: gate.order }, 'answer-lost')
    const tab = device.openTab()
    await enterUntil(tab, rex, 'unknown')
    gate.close()
    const starting = startImport(tab, rex)
    await waitForQuiet()
    tab.outbox.pauseOffline()
    gate.open()
    await starting
    await expectRows(tab, 'held')
    await expectSoon(() => [...openImport(tab).get().conflicts.values()]).toMatchObject([
      { state: { kind: 'unknown' } },
    ])
  })

  test('The lists are read at the end also where the last rows that wait are left out again', async () => {
    const { service, device, tab } = setUp('answer-lost', 'added', 'key-refused')
    await enterUntil(tab, rex, 'unknown')
    await startImport(tab, mia, bo, rex)
    await expectRows(tab, 'added', 'waiting', 'held')
    // The browser has sent Mia twice.
    const second = service.create(mia, 'key 1')
    await includeRows(tab)
    const rows = openImport(tab).get().entries
    await openImport(tab).resume(rows.slice(0, 2))
    await expectRows(tab, 'added', 'added', 'waiting')
    await openImport(tab).leaveOut(openImport(tab).get().entries)
    await expectRows(tab, 'added', 'added', 'held')
    passMinute(device)
    await expectSoon(() => openImport(tab).get()).toMatchObject({
      run: { phase: 'idle' },
      check: { kind: 'checked', duplicates: [{ pet: { id: second.id } }] },
    })
  })

  test('A possible duplicate is named a minute after a tab is gone that was sending a pet like it', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ order: gate.order }, 'request-lost')
    const gone = device.openTab()
    gate.close()
    await startImport(gone, rex)
    await expectSoon(() => service.received).toHaveLength(1)
    device.crash(gone)
    gate.open()
    const tab = device.openTab()
    sendNextTwice(service, 'added')
    await startImport(tab, rex)
    await expectRows(tab, 'held')
    await includeRows(tab)
    await openImport(tab).resume()
    await expectFinished(tab)
    await waitForQuiet()
    device.passTime(30_000)
    await openImport(tab).checkList()
    passMinute(device)
    await expectSoon(() => openImport(tab).get().check).toMatchObject({
      duplicates: [{ pet: { id: '1000' } }],
    })
  })

  test('A pet that was named as a possible duplicate is none once it was said to be another one', async () => {
    const { device, tab } = setUp('added', 'answer-lost')
    await tab.byHand.open()
    await startImport(tab, rex)
    await expectFinished(tab)
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectSoon(() => openImport(tab).get().check).toMatchObject({
      duplicates: [{ pet: { id: '1001' } }],
    })
    await press(tab, 'This is it, ID 1001', 'Rex')
    await expectSoon(() => openImport(tab).get().check).toMatchObject({ duplicates: [] })
  })

  test('An older pet is not found for a row because a list was faster than the answer to another row', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ order: gate.order }, 'request-lost')
    service.create(rex, 'key 1')
    const before = device.openTab()
    before.showAllPets()
    device.crash(before)
    const tab = device.openTab()
    gate.open()
    await startImport(tab, rex, mia, bo)
    await expectSoon(() => namesReceived(service)).toContain('Mia')
    gate.close()
    await waitForQuiet()
    tab.showAllPets()
    gate.open()
    await expectFinished(tab)
    await expectRows(tab, 'unknown', 'added', 'added')
    passMinute(device)
    await expectSoon(() => [...openImport(tab).get().verdicts.values()]).toMatchObject([
      { kind: 'may-be-taken', olderPets: [{ id: '1000' }] },
    ])
  })

  test('No duplicates are missing where rows like each other are each confirmed, or an older pet was in a list before', async () => {
    const { service, device } = setUpDevice({})
    const earlier = device.openTab()
    await startImport(earlier, rex)
    await expectRows(earlier, 'added')
    await earlier.imports.close()
    device.crash(earlier)
    const tab = device.openTab()
    tab.showList(service.pets)
    await startImport(tab, rex, rex)
    await expectRows(tab, 'held', 'held')
    await includeRows(tab)
    await openImport(tab).resume()
    await expectRows(tab, 'added', 'added')
    await expectFinished(tab)
    passMinute(device)
    await expectSoon(() => openImport(tab).get().check).toMatchObject({
      duplicates: [],
      checkAgainAt: undefined,
      duplicatesMayBeMissing: 'no',
    })
  })

  test('a pet of another tab that is settled there is no question here any more', async () => {
    const { device, tab } = setUp('answer-lost')
    const other = device.openTab()
    await startImport(tab, rex)
    await expectFinished(tab)
    enter(other, rex)
    await expectShown(other, 'Rex held')
    await press(other, 'Add it anyway', 'Rex')
    await expectShown(other, 'Rex added')
    const { checkList, get } = openImport(tab)
    device.passTime(1)
    await checkList()
    // The pet that the other tab has added is not offered for the row.
    const offered = Array.from(get().verdicts.values(), ({ pets: some }) => some.map(({ id }) => id))
    expect(offered).toEqual([['1000']])
  })
})

describe('"Send again"', () => {
  test('sends these rows and no others, and says what the lists say of the rest', async () => {
    const { service, device, tab } = setUp('request-lost', 'request-lost')
    const ids = await importUntilMaySendAgain(device, tab, rex, mia, bo)
    expect(ids).toHaveLength(2)
    await openImport(tab).sendAgain(ids.slice(0, 1))
    await expectRows(tab, 'added', 'unknown', 'added')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Bo', 'Rex'])
  })
})

test('A row is left out for nothing once the pet that held it was discarded before it was sent.', async () => {
  const { service, device } = setUpDevice({}, 'key-refused')
  const tab = await openPage(device)
  enter(tab, rex)
  await expectWaiting(tab, 'Rex')
  const other = await openPage(device)
  await startImport(other, rex)
  await expectRows(other, 'held')
  await press(tab, 'Discard', 'Rex')
  const { get } = openImport(other)
  const openConflicts = () =>
    get().entries.flatMap((row) => openConflictsOf(row, (id) => get().conflicts.get(id)))
  await expectSoon(openConflicts).toEqual([])
  expect(service.pets).toEqual([])
})

test('An import that is being started is not among the saved ones, however long its rows are looked up.', async () => {
  const { device } = setUpDevice({}, 'key-refused')
  const tab = device.openTab()
  const { record } = await saveWaitingImport(tab, ...pets(300))
  await tab.imports.refresh()
  const savedIds = new Set<string>()
  tab.imports.subscribe(() => {
    for (const saved of tab.imports.get().saved) savedIds.add(saved.record.id)
  })
  const started = startImport(tab, ...pets(300))
  // The saved imports are read again all the time, as if another tab were writing.
  while (tab.imports.get().open === undefined) await tab.imports.refresh()
  await started
  await expectFinished(tab)
  expect([...savedIds]).toEqual([record.id])
})

/** Two rows of an import wait, and hold one of another import. Then they get these answers. */
async function setUpRowHeldByImport(...answers: readonly Answer[]) {
  const { service, device } = setUpDevice({}, 'key-refused', ...answers)
  const first = device.openTab()
  await startImport(first, rex, rex)
  await expectPaused(first)
  const other = device.openTab()
  await startImport(other, rex)
  await waitForQuiet()
  await openImport(first).resume()
  await expectFinished(first)
  await waitForQuiet()
  return { service, other, open: openImport(other) }
}

test('A row that another import holds names the row which that import has added, once its last row is rejected.', async () => {
  const { service, other, open } = await setUpRowHeldByImport('added', 'rejected')
  await expectRows(other, 'held')
  const shownConflicts = () =>
    open.get().entries.flatMap((row) => openConflictsOf(row, (id) => open.get().conflicts.get(id)))
  await expectSoon(() => shownConflicts().map(({ state }) => state.kind)).toEqual(['added'])
  await includeRows(other)
  await open.resume()
  await expectRows(other, 'added')
  expect(service.pets).toHaveLength(2)
})

test('While the lists are read before rows are sent again, the import says so, also while it is being paused', async () => {
  const lists = createHoldSwitch('list')
  const { service, device } = setUpDevice({ order: lists.order }, 'request-lost')
  const tab = device.openTab()
  const ids = await importUntilMaySendAgain(device, tab, rex)
  lists.close()
  const pressed = openImport(tab).sendAgain(ids)
  await expectSoon(() => openImport(tab).get().run).toEqual({ phase: 'running', isReadingLists: true })
  openImport(tab).pause()
  await expectSoon(() => openImport(tab).get().run).toMatchObject({ phase: 'pausing', isReadingLists: true })
  lists.open()
  await pressed
  expect(openImport(tab).get().run.phase).not.toBe('running')
  expect(service.received).toHaveLength(1)
})
