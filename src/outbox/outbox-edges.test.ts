import { describe, expect, test, vi } from 'vitest'
import { change, ownEntry, rowEntry, waiting } from '#tests/support/ledger-entries.ts'
import type { Device, Service } from '#tests/support/device.ts'
import {
  bo,
  createHoldSwitch,
  enter,
  enterUntil,
  expectCheck,
  expectMaySendAgain,
  expectPaused,
  expectRows,
  expectShown,
  expectSoon,
  expectStorage,
  expectWaiting,
  itemNamed,
  mia,
  namesReceived,
  openImport,
  openPage,
  passMinute,
  press,
  rex,
  rowsOf,
  setUp,
  setUpDevice,
  setUpSending,
  shown,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import { entryIdOf } from './entry.ts'
import { createIndexedDbLedger } from './ledger/indexed-db.ts'
import { StorageError } from './ledger/ledger.ts'
import { isRunning } from './run-state.ts'
import { createConflictCheck } from './transitions/gate.ts'

// How a pet could be added twice or lost, or a sentence be untrue, in histories that other tests do not have.

const tom = { ...rex, name: 'Tom' }

/** Opens a tab and its page for pets by hand, whose disk can neither be read nor written once it is broken. */
async function openPageOnFragileDisk(device: Device, service: Service) {
  const disk = { isBroken: false }
  const mustWork = () => {
    if (disk.isBroken) throw new StorageError('broken')
  }
  const tab = await openPage(device, {
    openLedger(options) {
      const { read, write, reconnect } = createIndexedDbLedger({ ...options, deadlineMs: 2 ** 31 - 1 })
      return {
        reconnect,
        read: async (act) => {
          mustWork()
          return read(act)
        },
        write: async (act) => {
          mustWork()
          return write(act)
        },
      }
    },
    createPet: async (newPet) => service.receive(newPet, device.signInId, () => undefined),
  })
  return { disk, tab }
}

/** "Add without saving", once the person is asked. */
async function goOnWithoutRecord(tab: Awaited<ReturnType<typeof openPage>>): Promise<void> {
  await expectStorage(tab, 'asking')
  await tab.outbox.continueWithoutRecord()
  await waitForQuiet()
}

/** Leaves out a row of an import in one tab because of an unconfirmed row of an import in another, which is then settled. */
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
  await expectRows(tab, 'added', 'waiting')
  return { first, other, rowsShown }
}

describe('without a record', () => {
  test('A pet is not sent while an unconfirmed look-alike is on the screen, although the disk cannot be read.', async () => {
    const { service, device, tab } = setUp('answer-lost')
    await enterUntil(tab, rex, 'unknown')
    device.crash(tab)
    const { disk, tab: next } = await openPageOnFragileDisk(device, service)
    expect(shown(next)).toEqual(['Rex unknown'])
    disk.isBroken = true
    enter(next, rex)
    await expectStorage(next, 'asking-unread')
    await next.outbox.continueWithoutRecord()
    await expectStorage(next, 'in-memory')
    await waitForQuiet()
    expect(service.received).toHaveLength(1)
  })

  test('A pet is not sent without a word while a look-alike of an import is unconfirmed on a disk that cannot be read.', async () => {
    const { service, device, tab } = setUp('answer-lost')
    await startImport(tab, rex)
    await expectRows(tab, 'unknown')
    device.crash(tab)
    const { disk, tab: next } = await openPageOnFragileDisk(device, service)
    disk.isBroken = true
    enter(next, rex)
    await expectStorage(next, 'asking-unread')
    await waitForQuiet()
    expect(service.received).toHaveLength(1)
  })

  test('A pet is not sent while a look-alike of an import is unconfirmed on a disk that can be read.', async () => {
    const { service, device, tab } = setUp('answer-lost')
    await startImport(tab, rex)
    await expectRows(tab, 'unknown')
    device.crash(tab)
    device.isFull = true
    const next = await openPage(device)
    enter(next, rex)
    await goOnWithoutRecord(next)
    expect(service.received).toHaveLength(1)
  })
})

describe('where the disk cannot be read either', () => {
  test('A lagging list proves nothing, because pets that were confirmed before are not known.', async () => {
    const { service, device, tab } = setUp('added', 'request-lost')
    await enterUntil(tab, mia, 'added')
    device.crash(tab)
    // The list lags: it does not have Mia yet.
    service.pets.length = 0
    const { disk, tab: next } = await openPageOnFragileDisk(device, service)
    disk.isBroken = true
    enter(next, rex)
    await expectStorage(next, 'asking-unread')
    await next.outbox.continueWithoutRecord()
    await expectSoon(() => itemNamed(next, 'Rex').entry.state.kind).toBe('unknown')
    passMinute(device)
    await expectCheck(next, 'Rex', 'cannot-tell')
    expect(namesReceived(service)).toEqual(['Mia', 'Rex'])
  })
})

describe('an outcome that could not be saved', () => {
  test('A rejected row is still rejected after its import was closed and opened again.', async () => {
    const gate = createHoldSwitch('answer')
    const { device } = setUpDevice({ order: gate.order }, 'rejected')
    const tab = device.openTab()
    gate.close()
    await startImport(tab, rex)
    await waitForQuiet()
    device.isFull = true
    gate.open()
    await expectRows(tab, 'rejected')
    await expectStorage(tab, 'failed')
    await tab.imports.close()
    device.isFull = false
    const [saved] = tab.imports.get().saved
    expect(await tab.imports.open(saved?.record.id ?? '')).toBe('opened')
    await waitForQuiet()
    await expectRows(tab, 'rejected')
  })

  test('An import is no longer paused by the storage once the disk can be written, also where only the claim had failed.', async () => {
    const { device, tab } = setUp('key-refused')
    await startImport(tab, rex, mia)
    await expectPaused(tab)
    device.isFull = true
    await openImport(tab).resume()
    await expectStorage(tab, 'failed')
    expect(openImport(tab).get().run).toEqual({ phase: 'paused', reason: 'storage' })
    device.isFull = false
    await tab.outbox.tryAgain()
    await expectStorage(tab, 'on-disk')
    await waitForQuiet()
    expect(openImport(tab).get().run).toEqual({ phase: 'paused', reason: 'user' })
  })

  test('A closed import is counted anew once it is saved.', async () => {
    const hold = createHoldSwitch('answer')
    const { device } = setUpDevice({ order: hold.order }, 'rejected')
    const tab = device.openTab()
    hold.close()
    await startImport(tab, rex)
    await waitForQuiet()
    device.isFull = true
    hold.open()
    await expectStorage(tab, 'failed')
    await tab.imports.close()
    device.isFull = false
    await tab.outbox.tryAgain()
    await expectSoon(() => tab.imports.get().saved[0]?.counts).toMatchObject({ rejected: 1, unknown: 0 })
    expect(tab.imports.get().open).toBeUndefined()
  })

  test.each(['added', 'answer-lost', 'rejected'] as const)(
    'A pet whose answer is "%s" cannot be discarded before that is saved.',
    async (answer) => {
      const { gate, device, tab } = await setUpSending({}, answer)
      device.isFull = true
      gate.open()
      await expectSoon(() => shown(tab)[0]).toMatch(/not saved/)
      const shownBefore = shown(tab)
      await press(tab, 'Discard', 'Rex')
      await waitForQuiet()
      expect(shown(tab)).toEqual(shownBefore)
    },
  )
})

describe('a decision', () => {
  test('"Include them" answers for the row that was shown, and not for what the other import adds since then.', async () => {
    const { first, other, rowsShown } = await setUpRowHeldByOtherImport()
    expect(rowsShown.map(({ state }) => state)).toEqual([{ kind: 'held', by: [first] }])
    await openImport(other).include(rowsShown)
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
})

describe('a clock that is set', () => {
  test('An unconfirmed pet is not proved absent where the clock is set back to the millisecond at which its request ended.', async () => {
    const { device, tab } = setUp('request-lost', 'late')
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    device.now -= 61_000
    await press(tab, 'Add it again', 'Rex')
    await waitForQuiet()
    expect(itemNamed(tab, 'Rex').check?.kind).toBe('not-found-yet')
  })

  test('A pet that was added while the clock was years behind is not added once more by a file.', async () => {
    const { service, device, tab } = setUp()
    device.now = Date.parse('2020-01-01T00:00:00Z')
    await enterUntil(tab, rex, 'added')
    device.crash(tab)
    device.now = Date.parse('2026-11-22T10:00:00Z')
    const next = await openPage(device)
    await startImport(next, rex)
    await waitForQuiet()
    expect(service.received).toHaveLength(1)
  })

  test('Without locks, a pet that another tab lost half a minute ago is not added twice, although the clock was set two hours ahead.', async () => {
    const { service, device } = setUpDevice({ hasLocks: false })
    const answer = Promise.withResolvers<void>()
    const tab = device.openTab({
      createPet: async () => {
        await answer.promise
        return { kind: 'unknown', error: new Error('no answer in 30 s') }
      },
    })
    enter(tab, rex)
    await expectShown(tab, 'Rex sending')
    device.now += 2 * 3_600_000
    const other = await openPage(device)
    await waitForQuiet()
    device.passTime(30_000)
    answer.resolve()
    await expectShown(other, 'Rex unknown')
    device.passTime(31_000)
    await waitForQuiet()
    await press(other, 'Add it again', 'Rex')
    // The first request reaches the service 31 seconds after its end.
    service.create(rex, 'key 1')
    await waitForQuiet()
    expect(service.pets).toHaveLength(1)
  })
})

describe('an import', () => {
  test('An import that is started while another is being closed keeps its record.', async () => {
    const { tab } = setUp()
    await startImport(tab, rex)
    await expectRows(tab, 'added')
    const setOpenImport = vi.spyOn(tab.outbox, 'setOpenImport')
    const end = Promise.withResolvers<void>()
    vi.spyOn(openImport(tab), 'close').mockReturnValue(end.promise)
    void tab.imports.close()
    const started = tab.imports.start({ fileName: 'b.csv' }, rowsOf(mia))
    await waitForQuiet()
    end.resolve()
    expect(await started).toBe('started')
    await waitForQuiet()
    const records = setOpenImport.mock.calls.map(([record]) => record?.fileName)
    expect(records).toEqual([undefined, 'b.csv'])
  })
})

describe('without locks', () => {
  test('A tab does not show rows as waiting that another tab has discarded.', async () => {
    const { device } = setUpDevice({ hasLocks: false }, 'key-refused')
    const tab = device.openTab()
    await startImport(tab, rex, mia)
    await expectPaused(tab)
    const other = device.openTab()
    await other.imports.refresh()
    const [saved] = other.imports.get().saved
    if (saved === undefined) throw new Error('no import is saved')
    expect(await other.imports.discard(saved)).toBe('discarded')
    await waitForQuiet()
    expect(openImport(tab).get().counts.waiting).toBe(0)
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

describe('an import', () => {
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

describe('pets that wait', () => {
  test('An entry that waits longer than the newest row of an import is held by an older row of it.', async () => {
    const rows = [3, 7].map((sequence, position) => rowEntry(waiting, { position, sequence }))
    const early = ownEntry(waiting, { position: 0, sequence: 5 })
    const late = ownEntry(waiting, { position: 1, sequence: 10 })
    const { result } = await change([...rows, early, late], async (ledger) => {
      const hold = await createConflictCheck(ledger, [early, late])
      return [await hold(early), await hold(late)]
    })
    expect(result.map(({ state }) => state.kind)).toEqual(['held', 'held'])
  })

  test('A pet that waited when the person signed out is shown again as waiting after signing in.', async () => {
    const { service, tab } = setUp('request-lost', 'request-lost', 'request-lost')
    for (const pet of [rex, mia, bo]) await enterUntil(tab, pet, 'unknown')
    enter(tab, tom)
    await expectWaiting(tab, 'Tom')
    tab.signOut()
    expect(shown(tab)).toEqual([])
    await tab.byHand.open()
    await expectWaiting(tab, 'Tom')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Bo'])
  })

  test('Three unconfirmed pets in a row do not stop the next visit, which begins to count anew.', async () => {
    const { service, tab } = setUp('request-lost', 'request-lost', 'request-lost')
    for (const pet of [rex, mia]) await enterUntil(tab, pet, 'unknown')
    tab.signOut()
    await enterUntil(tab, bo, 'unknown')
    await enterUntil(tab, tom, 'added')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Bo', 'Tom'])
  })
})

describe('evidence', () => {
  test('What the lists showed with one API key is not shown once that key has ended, although the disk cannot be read.', async () => {
    const { service, device } = setUpDevice({}, 'answer-lost')
    const { disk, tab } = await openPageOnFragileDisk(device, service)
    await enterUntil(tab, rex, 'unknown')
    await expectCheck(tab, 'Rex', 'found')
    disk.isBroken = true
    device.sessionState.set({ kind: 'key-ended' })
    tab.outbox.lists.clear()
    await waitForQuiet()
    expect(itemNamed(tab, 'Rex').check?.kind).toBe('checking')
  })
})
