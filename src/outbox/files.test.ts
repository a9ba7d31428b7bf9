import { expect, test } from 'vitest'
import type { Order } from '#tests/support/device.ts'
import {
  createGate,
  expectFinished,
  fillLists,
  mia,
  openFileOf,
  outcomes,
  rex,
  rows,
  saveWaitingFile,
  setUp,
  setUpDevice,
} from '#tests/support/outbox-tabs.ts'
import { keyOf } from './entry.ts'
import { isRunning } from './import-activity.ts'
import { StorageError } from './outbox-database.ts'

test('a run says how far it is and, once five rows are through, how many minutes are left', async () => {
  let goOn: (() => void) | undefined
  const order: Order = async (act, what) => {
    if (what === 'answer') await new Promise<void>((resolve) => (goOn = resolve))
    return act()
  }
  const { service, device } = setUpDevice({ order }, 'added', 'rejected', 'request-lost')
  const tab = device.openTab()
  /** This many rows were sent; each took 24 seconds. */
  const send = async (sent: number) => {
    for (let { length } = service.received; length <= sent; length++) {
      if (length > 0) device.passTime(24_000)
      goOn?.()
      await expect.poll(() => service.received).toHaveLength(length + 1)
    }
    const file = openFileOf(tab)
    await expect.poll(() => file.get().progress.done).toBe(sent)
    return [file.get().progress.total, file.get().minutesLeft]
  }
  await tab.files.start(
    { fileName: 'a.csv' },
    rows(...Array.from({ length: 16 }, (_, name) => ({ ...rex, name: `Rex ${name}` }))),
  )
  expect(await send(4)).toEqual([16, undefined])
  expect(isRunning(openFileOf(tab).get().run)).toBe(true)
  expect(await send(5)).toEqual([16, 4])
  openFileOf(tab).pause()
  expect(tab.activity()).toMatchObject({ run: { phase: 'pausing', reason: 'user' } })
  expect(isRunning(openFileOf(tab).get().run)).toBe(true)
  goOn?.()
  await expect.poll(() => openFileOf(tab).get().run.phase).toBe('paused')
  expect(openFileOf(tab).get()).toMatchObject({ minutesLeft: undefined, progress: { done: 6, total: 16 } })
  expect(isRunning(openFileOf(tab).get().run)).toBe(false)
  device.passTime(3_600_000)
  void openFileOf(tab).resume()
  await expect.poll(() => service.received).toHaveLength(7)
  // Counted from where it went on.
  expect(await send(10)).toEqual([16, undefined])
  service.answers.push('added', 'busy')
  expect(await send(11)).toEqual([16, 2])
  goOn?.()
  await expect.poll(() => service.received).toHaveLength(13)
  goOn?.()
  await expect.poll(() => openFileOf(tab).get().run).toHaveProperty('waitingUntil')
  expect(openFileOf(tab).get().minutesLeft).toBeUndefined()
  await tab.files.close()
  expect(tab.activity()).toBeUndefined()
})

test('saved files come newest first, without the one that is open, and without those of another environment', async () => {
  const { device, tab } = setUp('key-refused', 'key-refused', 'key-refused')
  expect(tab.files.get()).toEqual({ saved: [], isUnreadable: false, current: undefined })
  const { batch: first } = await saveWaitingFile(tab, rex)
  device.passTime(1)
  const { batch: second } = await saveWaitingFile(tab, mia)
  await saveWaitingFile(
    device.openTab({ environment: { id: 'other', name: '', baseUrl: 'https://other.test' } }),
    rex,
  )
  const other = device.openTab()
  await other.files.refresh()
  const saved = ({ files }: typeof tab) =>
    files.get().saved.map(({ batch, isOpenInAnotherTab }) => [batch.id, isOpenInAnotherTab])
  expect(saved(other)).toEqual([
    [second.id, false],
    [first.id, false],
  ])
  expect(await tab.files.open(first.id, { resume: false })).toBe('opened')
  expect(saved(tab)).toEqual([[second.id, false]])
  await tab.files.refresh()
  expect(saved(tab)).toEqual([[second.id, false]])
  await other.files.refresh()
  expect(saved(other)).toEqual([
    [second.id, false],
    [first.id, true],
  ])
  expect(await other.files.open(first.id, { resume: true })).toBe('elsewhere')
  expect(await tab.files.open(second.id, { resume: true })).toBe('busy')
  expect(await tab.files.open(first.id, { resume: false })).toBe('opened')
  expect(await tab.files.start({ fileName: 'c.csv' }, rows(mia))).toBe('busy')
  // Another tab is told when one is discarded.
  const [file] = other.files.get().saved
  if (file !== undefined) await other.files.discard(file)
  await expect.poll(() => saved(tab)).toEqual([])
})

test('what a tab that is gone was sending counts as unknown; a disk that cannot be read is said, until it can be', async () => {
  const gate = createGate('answer')
  const { service, device } = setUpDevice({ order: gate.order }, 'added')
  const tab = device.openTab()
  gate.close()
  await tab.files.start({ fileName: 'a.csv' }, rows(rex, mia))
  await expect.poll(() => service.received).toHaveLength(1)
  device.crash(tab)
  let isDown = true
  const { files, outbox } = device.openTab()
  const { files: unreadable } = device.openTab({
    ledger: {
      read: async (act) => (isDown ? Promise.reject(new StorageError('blocked')) : outbox.read(act)),
      write: outbox.write,
    },
  })
  await files.refresh()
  expect(files.get().saved).toMatchObject([{ counts: { unknown: 1, waiting: 1 } }])
  await unreadable.refresh()
  expect(unreadable.get()).toMatchObject({ saved: [], isUnreadable: true })
  isDown = false
  await unreadable.refresh()
  expect(unreadable.get()).toMatchObject({ saved: [{}], isUnreadable: false })
})

test('each pet that is found comes first for one row, and is no possible duplicate; one that answers none is', async () => {
  const gate = createGate('list')
  const { service, device } = setUpDevice({ order: gate.order }, 'answer-lost', 'added', 'answer-lost')
  const tab = device.openTab()
  gate.close()
  await tab.files.start({ fileName: 'a.csv' }, rows(rex, rex, mia, rex))
  const { get, include, ...file } = openFileOf(tab)
  await expect.poll(() => get().checks).toEqual({ states: new Map(), batch: { kind: 'checking' } })
  gate.open()
  await expectFinished(tab)
  device.passTime(1)
  await include(get().entries)
  const left = service.create(mia, 'key 1')
  await file.resume()
  await expectFinished(tab)
  expect(
    Array.from(get().checks.states.values(), ({ kind, pets }) => [kind, pets.map(({ id }) => id)]),
  ).toEqual([
    ['found', ['1000', '1003']],
    ['found', ['1003']],
  ])
  expect(get().checks.batch).toMatchObject({
    duplicates: [{ pet: left, entry: { position: 2 } }],
    isCut: false,
  })
})

test('a check that failed says so and nothing of any row; repeated, it says what the lists say', async () => {
  const { service, device } = setUpDevice({}, 'request-lost')
  let isDown = true
  const error = new Error('down')
  const tab = device.openTab({
    listPets: async () => {
      if (isDown) throw error
      return { pets: [], unreadable: [], returned: 0 }
    },
  })
  await tab.files.start({ fileName: 'a.csv' }, rows(rex, mia))
  const { get, checkList, markAdded } = openFileOf(tab)
  await expect.poll(() => get().checks.batch).toEqual({ kind: 'failed', error })
  expect(get().checks.states.size).toBe(0)
  isDown = false
  await checkList()
  expect(get().checks.batch.kind).toBe('checked')
  expect([...get().checks.states.keys()]).toEqual(get().entries.slice(0, 1).map(keyOf))
  expect(service.received).toHaveLength(2)
  await markAdded(
    get()
      .entries.slice(0, 1)
      .map((entry) => ({ key: keyOf(entry), id: undefined })),
  )
  await expect.poll(() => get().checks.states.size).toBe(0)
})

test('where one of the keys that added its pets sees other lists, a file may have more duplicates', async () => {
  const { service, device, tab } = setUp('added', 'key-refused')
  await tab.files.start({ fileName: 'a.csv' }, rows(rex, mia))
  await expect.poll(() => openFileOf(tab).get().run.phase).toBe('paused')
  device.keyId = 'key 2'
  await openFileOf(tab).resume()
  await expectFinished(tab)
  expect(outcomes(tab)).toEqual(['added', 'added'])
  expect(openFileOf(tab).get().checks.batch).toMatchObject({ duplicates: [], isCut: true })
  device.keyId = 'key 1'
  fillLists(service)
  await openFileOf(tab).checkList()
  expect(openFileOf(tab).get().checks.batch).toMatchObject({ isCut: true })
})
