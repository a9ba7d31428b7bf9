// @vitest-environment node
import 'fake-indexeddb/auto'
import { IDBFactory as FakeFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { CreatePetOutcome, Petstore } from '#src/pets/petstore.ts'
import { createImportActivity } from './import-activity.ts'
import type { ImportRow } from './import-store.ts'
import { createImporter, type Importer } from './importer.ts'

const BASE = 'https://staging.example.com/v1'
const NAMES = ['Pet 0', 'Pet 1', 'Pet 2']
const RECORD = {
  fileName: 'delivery.csv',
  fileHash: 'abc',
  header: ['name', 'categoryId'],
  columns: { name: 0, categoryId: 1, status: undefined },
}

const rows = (): ImportRow[] =>
  NAMES.map((name, position) => ({
    position,
    number: position + 2,
    cells: [name, '1'],
    newPet: { name, categoryId: '1' as Int64, status: undefined },
    outcome: { kind: 'waiting' },
  }))

/** The names of the pets that the service was sent, by whichever tab. */
let arrived: string[]

/** Answers of the service, by name, that come when they are told to; all others come at once. */
let held: Map<string, PromiseWithResolvers<void>>

beforeEach(() => {
  arrived = []
  held = new Map()
  vi.stubGlobal('indexedDB', new FakeFactory())
  vi.stubGlobal('window', new EventTarget())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

async function createPet(newPet: NewPet): Promise<CreatePetOutcome> {
  arrived.push(newPet.name)
  const number = arrived.length
  await held.get(newPet.name)?.promise
  return { kind: 'added', pet: { ...newPet, id: String(900 + number) as Int64 } }
}

/** The app of one tab: all tabs have one disk, one set of locks and one service. */
function openTab(baseUrl = BASE): Importer {
  return createImporter({
    environmentId: 'staging',
    baseUrl,
    petstore: { createPet } as unknown as Petstore,
    listPets: () => Promise.resolve({ pets: [], unreadable: [], returned: 0 }),
    describe: String,
    keyInForce: () => Promise.resolve(),
    activity: createImportActivity(),
    onAdded: () => undefined,
  })
}

const phaseOf = (tab: Importer) => tab.getSnapshot().current?.run.getSnapshot().state.phase
const becomes = (tab: Importer, phase: string) => vi.waitFor(() => expect(phaseOf(tab)).toBe(phase))

/** A tab in which the first row is on its way. */
async function startAndHold() {
  const answer = Promise.withResolvers<void>()
  held.set('Pet 0', answer)
  const tab = openTab()
  await tab.start(RECORD, rows())
  await vi.waitFor(() => expect(arrived).toEqual(['Pet 0']))
  return { tab, id: tab.getSnapshot().current?.record.id ?? '', release: () => answer.resolve() }
}

/** An import that was paused after its first row, and is open nowhere. */
async function startAndLeave(): Promise<string> {
  const { tab, id, release } = await startAndHold()
  tab.getSnapshot().current?.run.pause('person')
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

test('two presses of "Add" within one task make one import, and send each row once', async () => {
  const tab = openTab()
  await Promise.all([tab.start(RECORD, rows()), tab.start(RECORD, rows())])
  await becomes(tab, 'finished')
  expect(arrived).toEqual(NAMES)
  expect((await openLater()).getSnapshot().kept).toHaveLength(1)
})

test.each(['with locks', 'where the browser has none'])(
  'two presses of "Resume" within one task send each row once, %s',
  async (how) => {
    const id = await startAndLeave()
    if (how !== 'with locks') vi.stubGlobal('navigator', {})
    const tab = await openLater()
    expect(await Promise.all([tab.resumeKept(id), tab.resumeKept(id)])).toEqual(['resumed', 'resumed'])
    await becomes(tab, 'finished')
    expect(arrived).toEqual(NAMES)
  },
)

test('an import that another tab has open is neither resumed nor discarded', async () => {
  const { tab, id, release } = await startAndHold()
  const other = await openLater()
  expect(await other.resumeKept(id)).toBe('elsewhere')
  expect(await other.discard(id)).toBe('elsewhere')
  release()
  await becomes(tab, 'finished')
  expect(arrived).toEqual(NAMES)
})

test('an import that was left goes on in another tab, and ends as one', async () => {
  const id = await startAndLeave()
  const other = await openLater()
  expect(other.getSnapshot().kept[0]?.counts).toEqual({ added: 1, rejected: 0, unknown: 0, waiting: 2 })
  expect(await other.resumeKept(id)).toBe('resumed')
  await becomes(other, 'finished')
  expect(arrived).toEqual(NAMES)
})

test('an import does not go on under another base URL', async () => {
  const id = await startAndLeave()
  const other = await openLater('https://api.example.com/v1')
  expect(await other.resumeKept(id)).toBe('other-address')
  expect(other.getSnapshot().current).toBeUndefined()
  expect(arrived).toEqual(['Pet 0'])
})

test('going offline pauses after the row on its way', async () => {
  const { tab, release } = await startAndHold()
  window.dispatchEvent(new Event('offline'))
  release()
  await becomes(tab, 'paused')
  expect(arrived).toEqual(['Pet 0'])
  await tab.resume()
  expect(arrived).toEqual(NAMES)
})
