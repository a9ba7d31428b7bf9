// @vitest-environment node
import 'fake-indexeddb/auto'
import {
  IDBDatabase as FakeDatabase,
  IDBFactory as FakeFactory,
  IDBObjectStore as FakeStore,
} from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HttpError, TimeoutError } from '#src/http/errors.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { createPetCreation } from '#src/pets/pet-creation.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import type { ListPets } from '#src/pets/stock.ts'
import { createImportActivity } from './import-activity.ts'
import { createImporter, type Importer } from './importer.ts'
import { createImportStorage } from './import-storage.ts'
import { reportCsv, rejectedRowsCsv } from './report.ts'
import { type ReadyReview, rowsToReview } from './ready-review.ts'

const BASE = 'https://staging.example.com/v1'
const RESUME = { resume: true }
const NAMES = ['Pet 0', 'Pet 1', 'Pet 2']
const CSV = ['name,categoryId', ...NAMES.map((name) => `${name},1`)].join('\n')

/** The names of the pets that the service received, from any tab. */
let arrived: string[]

/** Responses by the name of the pet that the test resolves; all others come at once. */
let held: Map<string, PromiseWithResolvers<void>>

/** Names of pets whose responses are lost; `taken` are the pets of the service. */
let lost: Set<string>
let taken: { name: string; id: Int64 }[]

/** Names of pets that the service rejects. */
let refused: Set<string>

/** The error of lost responses. */
let lostTo: unknown

/** Delays every response with a list. */
let listsWait: Promise<void> | undefined

beforeEach(() => {
  arrived = []
  held = new Map()
  lost = new Set()
  taken = []
  refused = new Set()
  lostTo = new Error('no response')
  listsWait = undefined
  vi.stubGlobal('indexedDB', new FakeFactory())
  vi.stubGlobal('window', new EventTarget())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

async function createPet(newPet: NewPet): Promise<CreatePetOutcome> {
  arrived.push(newPet.name)
  if (refused.has(newPet.name)) {
    return { kind: 'rejected', error: new HttpError('POST /pets', 403, undefined) }
  }
  const id = String(900 + arrived.length) as Int64
  taken.push({ name: newPet.name, id })
  await held.get(newPet.name)?.promise
  return lost.has(newPet.name)
    ? { kind: 'unknown', error: lostTo }
    : { kind: 'added', pet: { ...newPet, id } }
}

const listPets: ListPets = async (_filter, signal) => {
  await listsWait
  signal?.throwIfAborted()
  const pets = taken.map((pet) => ({ ...pet, categoryId: '1' as Int64, status: undefined }))
  return { pets, unreadable: [], returned: pets.length }
}

/** The importer of one tab. All tabs share the disk, the locks and the service. */
function openTab(baseUrl = BASE, other: Partial<Parameters<typeof createImporter>[0]> = {}): Importer {
  return createImporter({
    getStore: createImportStorage(),
    environmentId: 'staging',
    baseUrl,
    labels: new Map(),
    creation: createPetCreation({ createPet }),
    listPets,
    describe: String,
    waitForKey: () => Promise.resolve(),
    activity: createImportActivity(),
    onSent: () => undefined,
    ...other,
  })
}

/** @returns the rows as the page shows them before they are sent. */
async function read(tab: Importer, text = CSV): Promise<ReadyReview> {
  await tab.review.readText(text)
  return reviewOf(tab)
}

function reviewOf(tab: Importer): ReadyReview {
  const review = tab.review.get()
  if (review.kind !== 'ready') throw new Error(`the review is ${review.kind}`)
  return review
}

async function startAll(tab: Importer, text?: string) {
  return tab.start(await read(tab, text))
}

async function importAll(tab: Importer, text?: string) {
  await startAll(tab, text)
  await becomes(tab, 'finished')
}

/** Holds the response for this pet back until the returned function is called. */
function holdResponse(name: string) {
  const response = Promise.withResolvers<void>()
  held.set(name, response)
  return response.resolve
}

/** Holds all lists back until the returned function is called. */
function holdLists() {
  const lists = Promise.withResolvers<void>()
  listsWait = lists.promise
  return lists.resolve
}

const current = (tab: Importer) => {
  const opened = tab.get().current
  if (opened === undefined) throw new Error('nothing is open')
  return opened
}
const checkOf = (tab: Importer) => current(tab).get().check
const checked = (tab: Importer) => vi.waitFor(() => expect(checkOf(tab).kind).toBe('checked'))
const savedOf = (tab: Importer, id: string) => {
  const savedImports = tab.get().savedImports.find(({ record }) => record.id === id)
  if (savedImports === undefined) throw new Error(`${id} is not listed`)
  return savedImports
}
const inService = () => taken.map(({ name }) => name).toSorted()
const keptNames = async (tab = openTab()) => {
  await tab.refresh()
  return tab.get().savedImports.map(({ record, counts }) => `${record.fileName} ${counts.added}`)
}

const phaseOf = (tab: Importer) => tab.get().current?.get().state.phase
const becomes = (tab: Importer, phase: string) => vi.waitFor(() => expect(phaseOf(tab)).toBe(phase))

/** A tab whose first row is being sent. */
async function startAndHold() {
  const release = holdResponse('Pet 0')
  const tab = openTab()
  await startAll(tab)
  await vi.waitFor(() => expect(arrived).toEqual(['Pet 0']))
  return { tab, id: current(tab).record.id, release }
}

/** An import that was paused after its first row, and is not open in any tab. */
async function startAndLeave(): Promise<string> {
  const { tab, id, release } = await startAndHold()
  current(tab).pause('user')
  release()
  await becomes(tab, 'paused')
  await tab.close()
  return id
}

async function openLater(baseUrl?: string): Promise<Importer> {
  const tab = openTab(baseUrl)
  await tab.refresh()
  return tab
}

test('two clicks on "Add" within one task start one import, and send each row once', async () => {
  const tab = openTab()
  const review = await read(tab)
  expect(await Promise.all([tab.start(review), tab.start(review)])).toEqual(['started', 'busy'])
  await becomes(tab, 'finished')
  expect(arrived).toEqual(NAMES)
  expect(tab.review.get()).toEqual({ kind: 'empty' })
  expect(await keptNames()).toHaveLength(1)
})

test('when the record cannot be saved, nothing is sent and the review is unchanged', async () => {
  const tab = openTab()
  const review = await read(tab)
  await tab.review.editRows(new Map([[0, new Map([[0, 'Mochi']])]]))
  const add = vi.spyOn(FakeStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  const presses = [tab.start(reviewOf(tab)), tab.start(review)]
  await expect(presses[0]).rejects.toThrow('quota')
  expect(await presses[1]).toBe('busy')
  expect(arrived).toEqual([])
  expect(tab.get().current).toBeUndefined()
  expect(reviewOf(tab).checks[0]?.newPet?.name).toBe('Mochi')
  add.mockRestore()
  expect(await tab.start(reviewOf(tab))).toBe('started')
  await becomes(tab, 'finished')
  expect(arrived).toEqual(['Mochi', 'Pet 1', 'Pet 2'])
})

test.each(['with Web Locks', 'without Web Locks'])(
  'two clicks on "Resume" within one task send each row once, %s',
  async (how) => {
    const id = await startAndLeave()
    if (how === 'without Web Locks') vi.stubGlobal('navigator', {})
    const tab = await openLater()
    expect(await Promise.all([tab.openSaved(id, RESUME), tab.openSaved(id, RESUME)])).toEqual([
      'opened',
      'busy',
    ])
    await becomes(tab, 'finished')
    expect(arrived).toEqual(NAMES)
  },
)

test('an import that is open in another tab is neither resumed nor discarded', async () => {
  const { tab, id, release } = await startAndHold()
  const other = await openLater()
  expect(await other.openSaved(id, RESUME)).toBe('elsewhere')
  expect(await other.discard(savedOf(other, id))).toBe('elsewhere')
  release()
  await becomes(tab, 'finished')
  expect(arrived).toEqual(NAMES)
})

test('an import that was closed can be resumed in another tab', async () => {
  const id = await startAndLeave()
  const other = await openLater()
  expect(other.get().savedImports[0]?.counts).toEqual({
    added: 1,
    rejected: 0,
    unknown: 0,
    waiting: 2,
  })
  expect(await other.openSaved(id, RESUME)).toBe('opened')
  await becomes(other, 'finished')
  expect(arrived).toEqual(NAMES)
})

test('an import is not resumed at another base URL', async () => {
  const id = await startAndLeave()
  const other = await openLater('https://api.example.com/v1')
  // The second time, too: it is not left locked.
  for (let time = 0; time < 2; time++) expect(await other.openSaved(id, RESUME)).toBe('other-address')
  expect(other.get().current).toBeUndefined()
  expect(arrived).toEqual(['Pet 0'])
})

test('an import that another tab has discarded is gone', async () => {
  const id = await startAndLeave()
  const [tab, other] = [await openLater(), await openLater()]
  const listed = savedOf(other, id)
  expect(await tab.discard(savedOf(tab, id))).toBe('discarded')
  for (let time = 0; time < 2; time++) expect(await other.openSaved(id, RESUME)).toBe('gone')
  expect(await other.discard(listed)).toBe('discarded')
  expect(other.get().savedImports).toEqual([])
})

test('only the imports of this environment are listed, without the one that is open', async () => {
  await importAll(openTab(BASE, { environmentId: 'production' }), 'name,categoryId\nTom,1')
  arrived = []
  const { tab } = await startAndHold()
  await tab.refresh()
  expect(tab.get().savedImports).toEqual([])
})

test('while an import is open, no other one is started or opened', async () => {
  const { tab, id } = await startAndHold()
  expect(await startAll(tab, 'name,categoryId\nTom,1')).toBe('busy')
  expect(await tab.openSaved(id, RESUME)).toBe('busy')
  expect(arrived).toEqual(['Pet 0'])
})

test('an import that another tab closes can be opened without listing it again', async () => {
  const { tab, id, release } = await startAndHold()
  const other = await openLater()
  await other.refresh()
  expect(savedOf(other, id).isOpenInAnotherTab).toBe(true)
  release()
  await becomes(tab, 'finished')
  await tab.close()
  await vi.waitFor(() => expect(savedOf(other, id).isOpenInAnotherTab).toBe(false))
})

test('the rest of the app knows how far the import is until it is closed, and that lists are outdated', async () => {
  const activity = createImportActivity()
  const onSent = vi.fn<() => void>()
  const release = holdResponse('Pet 0')
  const tab = openTab(BASE, { activity, onSent })
  await tab.close()
  expect(activity.get()).toBeUndefined()
  await startAll(tab)
  await vi.waitFor(() => expect(arrived).toEqual(['Pet 0']))
  expect(activity.get()).toEqual({ isRunning: true, isUnsaved: false, done: 0, total: 3 })
  const listener = vi.fn<() => void>()
  current(tab).subscribe(listener)
  current(tab).pause('user')
  expect(listener).toHaveBeenCalledTimes(1)
  expect(activity.get()).toMatchObject({ isRunning: true })
  expect(onSent).not.toHaveBeenCalled()
  release()
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledTimes(1))
  expect(activity.get()).toEqual({ isRunning: false, isUnsaved: false, done: 1, total: 3 })
  // The list is checked at the end only.
  expect(checkOf(tab)).toEqual({ kind: 'none' })
  await tab.close()
  expect(activity.get()).toBeUndefined()
})

test('signing out pauses after the row being sent', async () => {
  const { tab, release } = await startAndHold()
  current(tab).signedOut()
  release()
  await becomes(tab, 'paused')
  expect(current(tab).get().state).toEqual({ phase: 'paused', reason: 'key' })
  expect(arrived).toEqual(['Pet 0'])
})

test('going offline pauses after the row being sent', async () => {
  openTab()
  const { tab, release } = await startAndHold()
  window.dispatchEvent(new Event('offline'))
  release()
  await becomes(tab, 'paused')
  expect(arrived).toEqual(['Pet 0'])
  await current(tab).resume()
  expect(arrived).toEqual(NAMES)
})

describe('the rows of a file that was imported before', () => {
  test('are left out when they were added, are unknown, or are waiting in an import that can be resumed', async () => {
    lost.add('Pet 1')
    const text = `${CSV}\n,1`
    const respond = holdResponse('Pet 1')
    const tab = openTab()
    await startAll(tab, text)
    await vi.waitFor(() => expect(arrived).toHaveLength(2))
    current(tab).pause('user')
    respond()
    await becomes(tab, 'paused')
    await tab.close()

    const again = await read(tab, text)
    expect(again.before.imports.map(({ counts }) => counts)).toEqual([
      { added: 1, rejected: 1, unknown: 1, waiting: 1 },
    ])
    // The row without a name was rejected: it can be fixed.
    expect(rowsToReview(again)).toEqual([3])
    await tab.review.includeLeftOut(true)
    expect(rowsToReview(reviewOf(tab))).toEqual([0, 1, 2, 3])
  })

  test('are only those imported to the same base URL', async () => {
    const tab = openTab('https://api.example.com/v1')
    await importAll(tab)
    const review = await read(openTab())
    expect(review.before.imports).toEqual([])
    expect(rowsToReview(review)).toEqual([0, 1, 2])
  })

  test('are not sent when another tab imports them between reading and "Add"', async () => {
    const [tab, other] = [openTab(), openTab()]
    const review = await read(tab)
    await importAll(other)
    expect(await tab.start(review)).toBe('imported-meanwhile')
    expect(arrived).toEqual(NAMES)
    expect(rowsToReview(reviewOf(tab))).toEqual([])
    expect(tab.get().current).toBeUndefined()
  })

  test('are those that a report names, when the report is imported', async () => {
    const lines = [
      'name,categoryId,Outcome,ID,message ',
      'Rex,1,added,901,',
      'Luna,1,unknown,,',
      'Mochi,1,rejected,,No.',
      'Bella,1,waiting,,',
      'Fido,1,,,',
    ]
    expect(rowsToReview(await read(openTab(), lines.join('\n')))).toEqual([2, 4])
    // With another column after ours.
    const more = lines.map((line) => `${line},ok`).join('\n')
    expect(rowsToReview(await read(openTab(), more))).toEqual([2, 4])
    // Columns of these names with other values are the user's own.
    const own = [...lines, 'Tom,1,escaped,,'].join('\n')
    expect(rowsToReview(await read(openTab(), own))).toHaveLength(6)
    expect(rowsToReview(await read(openTab(), 'name,categoryId,outcome\nRex,1,added'))).toEqual([0])
  })

  test('are those that a report names, also when the records cannot be read', async () => {
    const tab = openTab()
    await tab.refresh()
    const reading = vi.spyOn(FakeStore.prototype, 'getAll').mockImplementationOnce(() => {
      throw new DOMException('Not now.', 'UnknownError')
    })
    const review = await read(tab, 'name,categoryId,outcome,id,message\nRex,1,added,901,\nLuna,1,unknown,,')
    reading.mockRestore()
    expect(rowsToReview(review)).toEqual([])
  })

  test('that are waiting in an import are not sent from its report: it can be resumed', async () => {
    const id = await startAndLeave()
    const tab = await openLater()
    const report = await reportCsv(['name', 'categoryId'], await tab.rowsOf(id))
    const review = await read(tab, report.join('').replace('\uFEFF', ''))
    expect(rowsToReview(review)).toEqual([])
  })

  test('that were rejected and then added with the file of rejected rows are left out', async () => {
    refused.add('Pet 1')
    const tab = openTab()
    await importAll(tab)
    const rejected = await rejectedRowsCsv(current(tab).record, current(tab).get().rows)
    await tab.close()
    refused.clear()
    await importAll(tab, rejected.join('').replace('\uFEFF', ''))
    await tab.close()
    expect(inService()).toEqual(NAMES)
    expect(rowsToReview(await read(tab))).toEqual([])
  })

  test('that were rejected are not sent when another tab adds them from another file before "Add"', async () => {
    refused.add('Pet 1')
    const tab = openTab()
    await importAll(tab)
    await tab.close()
    const review = await read(tab)
    expect(rowsToReview(review)).toEqual([1])
    refused.clear()
    await importAll(openTab(), 'name,categoryId\nPet 1,1')
    expect(await tab.start(review)).toBe('imported-meanwhile')
    expect(inService()).toEqual(NAMES)
    expect(rowsToReview(reviewOf(tab))).toEqual([])
  })

  test('do not keep an import from starting when the user left them out', async () => {
    const tab = openTab()
    await read(tab)
    await tab.review.exclude(1, true)
    await importAll(openTab(), 'name,categoryId\nPet 1,1')
    expect(await tab.start(reviewOf(tab))).toBe('started')
    await becomes(tab, 'finished')
    expect(arrived).toEqual(['Pet 1', 'Pet 0', 'Pet 2'])
  })

  test('are not sent where it cannot be read whether another tab sent them', async () => {
    const tab = openTab()
    const review = await read(tab)
    await importAll(openTab(), 'name,categoryId\nPet 1,1')
    const broken = vi.spyOn(FakeStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('broken', 'UnknownError')
    })
    await expect(tab.start(review)).rejects.toThrow('broken')
    broken.mockRestore()
    expect(arrived).toEqual(['Pet 1'])
    expect(await tab.start(review)).toBe('imported-meanwhile')
  })

  test('that the user includes all the same stay included while they are about to be sent', async () => {
    const tab = openTab()
    await importAll(tab)
    await tab.close()
    await read(tab)
    await tab.review.includeLeftOut(true)
    const starting = tab.start(reviewOf(tab))
    await tab.review.includeLeftOut(false)
    expect(await starting).toBe('started')
    await becomes(tab, 'finished')
    expect(arrived).toHaveLength(6)
  })

  test('are pointed out before they are sent when another tab sends the like of them from another file', async () => {
    const tab = openTab()
    const review = await read(tab)
    lost.add('Pet 1')
    await importAll(openTab(), 'name,categoryId\nPet 1,1')
    expect(await tab.start(review)).toBe('imported-meanwhile')
    expect(arrived).toEqual(['Pet 1'])
    expect(reviewOf(tab).before.matching).toEqual(new Set([3]))
    expect(await tab.start(reviewOf(tab))).toBe('started')
  })

  test('"Import all again" covers the imports that the user was shown, not one that is saved meanwhile', async () => {
    const [tab, other] = [openTab(), openTab()]
    await importAll(other)
    await other.close()
    await read(tab)
    await tab.review.includeLeftOut(true)
    await read(other)
    await other.review.includeLeftOut(true)
    await other.start(reviewOf(other))
    await becomes(other, 'finished')
    expect(await tab.start(reviewOf(tab))).toBe('imported-meanwhile')
    expect(rowsToReview(reviewOf(tab))).toEqual([])
  })

  test('that were rejected are not left out because of an earlier import, nor pointed out in another file', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1000)
    const tab = openTab()
    await importAll(tab, 'name,categoryId\nPet 0,1')
    await tab.close()
    now.mockReturnValue(2000)
    for (const name of ['Pet 0', 'Pet 1']) refused.add(name)
    await importAll(tab)
    await tab.close()
    expect(rowsToReview(await read(tab))).toEqual([0, 1])
    const { before } = await read(tab, `${CSV}\nPet 3,1`)
    expect(before.matching).toEqual(new Set([2, 4]))
  })

  test('are pointed out but sent when the file has changed', async () => {
    const tab = openTab()
    await importAll(tab)
    await tab.close()
    const review = await read(tab, `${CSV}\nMochi,1`)
    expect(review.before.imports).toEqual([])
    expect([...review.before.matching]).toEqual([2, 3, 4])
    expect(rowsToReview(review)).toEqual([0, 1, 2, 3])
  })

  test('are updated when a saved import is discarded', async () => {
    const tab = openTab()
    await importAll(tab)
    const { id } = current(tab).record
    await tab.close()
    await read(tab)
    expect(rowsToReview(reviewOf(tab))).toEqual([])
    await tab.discard(savedOf(tab, id))
    expect(rowsToReview(reviewOf(tab))).toEqual([0, 1, 2])
  })
})

/** Finished, and the check of the lists says that "Pet 1" is not found. */
async function finishWithDoubt(creation = createPetCreation({ createPet })) {
  lost.add('Pet 1')
  const tab = openTab(BASE, { creation })
  await startAll(tab)
  await checked(tab)
  taken = taken.filter(({ name }) => name !== 'Pet 1')
  await current(tab).checkList()
  expect(checkOf(tab)).toMatchObject({ kind: 'checked', result: { notFound: [1] } })
  return tab
}

describe('a check of the list', () => {
  test('is reset as soon as a row is sent again', async () => {
    const tab = await finishWithDoubt()
    const releaseLists = holdLists()
    const respond = holdResponse('Pet 1')
    const sending = current(tab).sendAgain([1])
    expect(checkOf(tab)).toEqual({ kind: 'none' })
    await vi.waitFor(() => expect(arrived).toHaveLength(4))
    respond()
    await becomes(tab, 'finished')
    await vi.waitFor(() => expect(checkOf(tab)).toEqual({ kind: 'checking' }))
    releaseLists()
    await sending
    // The service has added it this time.
    expect(checkOf(tab)).toMatchObject({ kind: 'checked', result: { notFound: [] } })
  })

  test.each([
    ['its pet', 'pet 1', 'none'],
    ['another pet', 'Mog', 'checked'],
    ['the pet of a row that was added', 'Pet 0', 'checked'],
  ])('is no evidence once %s was added by hand', async (_what, name, kind) => {
    const creation = createPetCreation({ createPet })
    const tab = await finishWithDoubt(creation)
    const { length } = arrived
    const adding = creation.createPet({ name, categoryId: '1' as Int64, status: undefined })
    expect(checkOf(tab).kind).toBe(kind)
    await adding
    expect(checkOf(tab).kind).toBe(kind)
    expect(arrived).toHaveLength(length + 1)
    await tab.close()
  })

  test.each([
    ['is under way', undefined],
    ['was given up just now', new TimeoutError('POST /pets', 30)],
  ])('does not call a row missing while a request by hand for its pet %s', async (_what, error) => {
    const creation = createPetCreation({ createPet })
    const tab = await finishWithDoubt(creation)
    lostTo = error
    const release = holdResponse('Pet 1')
    const adding = creation.createPet({ name: 'Pet 1', categoryId: '1' as Int64, status: undefined })
    taken.pop()
    if (error !== undefined) {
      release()
      await adding
    }
    await current(tab).checkList()
    expect(checkOf(tab)).toMatchObject({ kind: 'checked', result: { notFoundYet: [1], notFound: [] } })
    release()
    await adding
    await tab.close()
  })

  test('that is under way when rows are sent has no result', async () => {
    const tab = await finishWithDoubt()
    const releaseLists = holdLists()
    const checking = current(tab).checkList()
    const respond = holdResponse('Pet 1')
    const sending = current(tab).sendAgain([1])
    await vi.waitFor(() => expect(arrived).toHaveLength(4))
    releaseLists()
    await checking
    expect(checkOf(tab)).toEqual({ kind: 'none' })
    respond()
    await sending
  })

  test('does not begin while rows are sent', async () => {
    const { tab, release } = await startAndHold()
    await current(tab).checkList()
    expect(checkOf(tab)).toEqual({ kind: 'none' })
    release()
    await becomes(tab, 'finished')
  })

  test('of one import is not shown for the next', async () => {
    const tab = await finishWithDoubt()
    const releaseLists = holdLists()
    const checking = current(tab).checkList()
    const first = current(tab)
    await tab.close()
    const respond = holdResponse('Mochi')
    await startAll(tab, 'name,categoryId\nMochi,1')
    releaseLists()
    await checking
    expect(checkOf(tab)).toEqual({ kind: 'none' })
    expect(first.get().check).toEqual({ kind: 'none' })
    respond()
    await becomes(tab, 'finished')
  })

  test('that is cancelled has failed, whatever the lists contain', async () => {
    const tab = await finishWithDoubt()
    const releaseLists = holdLists()
    const checking = current(tab).checkList()
    current(tab).cancelCheck()
    releaseLists()
    await checking
    expect(checkOf(tab)).toMatchObject({ kind: 'failed', error: { name: 'AbortError' }, mayArrive: [] })
  })

  test('is reset when the user signs out', async () => {
    const tab = await finishWithDoubt()
    current(tab).signedOut()
    expect(checkOf(tab)).toEqual({ kind: 'none' })
  })

  test('stays when one of the pets that it found is marked as added', async () => {
    for (const name of ['Pet 0', 'Pet 1']) lost.add(name)
    const tab = openTab()
    await importAll(tab)
    await checked(tab)
    await current(tab).markAdded(new Map([[0, '901' as Int64]]))
    expect(checkOf(tab)).toMatchObject({ kind: 'checked' })
  })

  test('is one check, however often it is asked for, and none to cancel is no fault', async () => {
    const id = await startAndLeave()
    const listing = vi.fn<ListPets>(listPets)
    const tab = openTab(BASE, { listPets: listing })
    const release = holdLists()
    await tab.openSaved(id, { resume: false })
    void current(tab).checkList()
    release()
    await checked(tab)
    expect(listing).toHaveBeenCalledTimes(4)
    current(tab).cancelCheck()
    expect(checkOf(tab).kind).toBe('checked')
  })

  test('finds a pet whose ID is that of another pet at another address', async () => {
    await importAll(openTab('https://api.example.com/v1'))
    arrived = []
    taken = []
    lost.add('Pet 0')
    const tab = openTab()
    await importAll(tab)
    await checked(tab)
    expect(checkOf(tab)).toMatchObject({ result: { found: new Map([[0, { id: '901' }]]), notFound: [] } })
  })

  test('does not match the pet of another import', async () => {
    lost.add('Pet 1')
    const tab = openTab()
    await startAll(tab)
    await checked(tab)
    taken = taken.filter(({ name }) => name !== 'Pet 1')
    await tab.close()
    // The same pet in another file.
    lost.clear()
    await importAll(tab, 'name,categoryId\nPet 1,1')
    const savedImports = tab.get().savedImports.find(({ counts }) => counts.unknown === 1)
    await tab.close()
    await tab.openSaved(savedImports?.record.id ?? '', RESUME)
    await checked(tab)
    expect(checkOf(tab)).toMatchObject({ result: { notFound: [1], duplicates: [] } })
  })
})

test('an import is not discarded when another tab has sent more of it since the user was asked', async () => {
  const id = await startAndLeave()
  const [tab, other] = [await openLater(), await openLater()]
  const shown = savedOf(tab, id)
  await other.openSaved(id, RESUME)
  await becomes(other, 'finished')
  await other.close()
  await vi.waitFor(async () => expect(await tab.discard(shown)).toBe('changed'))
  expect(await tab.discard(savedOf(tab, id))).toBe('discarded')
})

test('closing writes what could not be written before', async () => {
  const { tab, id, release } = await startAndHold()
  const full = vi.spyOn(FakeStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  release()
  await becomes(tab, 'paused')
  full.mockRestore()
  await tab.close()
  expect((await tab.rowsOf(id))[0]?.outcome.kind).toBe('added')
})

test('a row whose request was given up is not called missing while it may still arrive', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  lost.add('Pet 2')
  lostTo = new TimeoutError('POST /pets', 30)
  const tab = openTab()
  await startAll(tab)
  taken = []
  await checked(tab)
  taken = []
  await current(tab).checkList()
  expect(checkOf(tab)).toMatchObject({ result: { notFoundYet: [2], notFound: [] } })
  // Nor is it offered to be sent again where the lists cannot be read.
  const releaseLists = holdLists()
  const failing = current(tab).checkList()
  current(tab).cancelCheck()
  releaseLists()
  await failing
  expect(checkOf(tab)).toMatchObject({ kind: 'failed', mayArrive: [2] })
  vi.setSystemTime(Date.now() + 61_000)
  await current(tab).checkList()
  expect(checkOf(tab)).toMatchObject({ result: { notFoundYet: [], notFound: [2] } })
  vi.useRealTimers()
})

test.each([
  ['that was not searched for', false, 'unknown'],
  ['that was not in the complete list', true, 'rejected'],
])('an unknown row %s, sent again and refused, is %s', async (_what, isMissing, outcome) => {
  lost.add('Pet 1')
  const tab = openTab()
  await startAll(tab)
  await checked(tab)
  if (isMissing) {
    taken = taken.filter(({ name }) => name !== 'Pet 1')
    await current(tab).checkList()
  }
  refused.add('Pet 1')
  await current(tab).sendAgain([1])
  expect(current(tab).get().rows[1]?.outcome.kind).toBe(outcome)
})

test('rows that are read while an import starts stay', async () => {
  const tab = openTab()
  const starting = tab.start(await read(tab))
  await read(tab, 'name,categoryId\nMochi,1')
  expect(await starting).toBe('started')
  expect(reviewOf(tab).checks[0]?.newPet?.name).toBe('Mochi')
  await becomes(tab, 'finished')
})

test('opening an import without resuming it sends nothing', async () => {
  const id = await startAndLeave()
  const tab = await openLater()
  expect(await tab.openSaved(id, { resume: false })).toBe('opened')
  await checked(tab)
  expect(phaseOf(tab)).toBe('paused')
  expect(arrived).toEqual(['Pet 0'])
})

test('sending three rows again sends these three, and waiting rows stay waiting', async () => {
  for (const name of NAMES) lost.add(name)
  const tab = openTab()
  await startAll(tab, `${CSV}\nPet 3,1\nPet 4,1`)
  await becomes(tab, 'paused')
  lost.clear()
  await current(tab).sendAgain([0, 1, 2])
  expect(arrived).toEqual([...NAMES, ...NAMES])
  expect(current(tab).get()).toMatchObject({
    state: { phase: 'paused' },
    counts: { added: 3, rejected: 0, unknown: 0, waiting: 2 },
  })
})

test('an import that is closed while it waits for a key releases its lock, and sends nothing more', async () => {
  const prompted = Promise.withResolvers<void>()
  const key = Promise.withResolvers<void>()
  const tab = openTab(BASE, {
    creation: createPetCreation({
      createPet: (newPet) => {
        arrived.push(newPet.name)
        return Promise.resolve({ kind: 'rejected', error: new HttpError('POST /pets', 401, undefined) })
      },
    }),
    waitForKey: () => {
      prompted.resolve()
      return key.promise
    },
  })
  await startAll(tab)
  await prompted.promise
  const { id } = current(tab).record
  const closing = tab.close()
  key.reject(new Error('no key'))
  await closing
  const other = await openLater()
  await vi.waitFor(async () => expect(await other.openSaved(id, RESUME)).toBe('opened'))
  await becomes(other, 'finished')
  expect(arrived).toEqual(['Pet 0', ...NAMES])
})

describe('the lock is released after a failure', () => {
  test.each([
    ['discarding', (tab: Importer, id: string) => tab.discard(savedOf(tab, id))],
    ['opening', (tab: Importer, id: string) => tab.openSaved(id, RESUME)],
  ])('%s', async (_what, act) => {
    const id = await startAndLeave()
    const tab = await openLater()
    const broken = vi.spyOn(FakeDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The connection was lost.', 'InvalidStateError')
    })
    await expect(act(tab, id)).rejects.toThrow('lost')
    broken.mockRestore()
    const other = await openLater()
    await vi.waitFor(async () => expect(await other.discard(savedOf(other, id))).toBe('discarded'))
  })
})

test('of two concurrent listings, the later one counts: a discarded import does not reappear', async () => {
  const id = await startAndLeave()
  const tab = await openLater()
  const first = Promise.withResolvers<void>()
  const query = vi
    .spyOn(navigator.locks, 'query')
    .mockImplementationOnce(() => first.promise.then(() => ({ held: [], pending: [] })))
  const looking = tab.refresh()
  await vi.waitFor(() => expect(query).toHaveBeenCalled())
  expect(await tab.discard(savedOf(tab, id))).toBe('discarded')
  first.resolve()
  await looking
  expect(tab.get().savedImports).toEqual([])
})

test('saved imports are listed without reading their rows', async () => {
  await startAndLeave()
  const tab = openTab()
  const reading = vi.spyOn(FakeStore.prototype, 'getAll')
  await tab.refresh()
  expect(tab.get().savedImports[0]?.counts).toEqual({ added: 1, rejected: 0, unknown: 0, waiting: 2 })
  expect(reading.mock.contexts.map((store) => (store as IDBObjectStore).name)).toEqual(['imports'])
})
