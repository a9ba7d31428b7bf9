// @vitest-environment node
import 'fake-indexeddb/auto'
import { IDBFactory as FakeFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseJson, stringifyJson } from '#src/http/json.ts'
import { createRequest } from '#src/http/request.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { type NewPet, type Pet, PET_STATUSES, parsePet } from '#src/pets/pet.ts'
import { createPetstore } from '#src/pets/petstore.ts'
import { fetchAllLists } from '#src/pets/stock.ts'
import { reconcile } from './reconcile.ts'
import type { ImportRecord, ImportRow, ImportStore } from './import-journal.ts'
import { createMemoryImportStore } from './memory-import-store.ts'
import { openImportStore } from './indexeddb-import-store.ts'
import { CRASHED_MESSAGE } from './import-rows.ts'
import { createImportRunner, type ImportRunner } from './import-runner.ts'

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)
const ROWS = 300
const IMPORT = 'import-1'

const RECORD: ImportRecord = {
  id: IMPORT,
  environmentId: 'staging',
  baseUrl: 'https://staging.example.com/v1',
  fileName: 'pets.csv',
  fileHash: 'abc',
  startedAt: 1000,
  header: ['name'],
  columns: { name: 0, categoryId: 0, status: undefined },
}

/** Crashes of the tab per seed, at random points. */
const CRASHES = 3

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const json = (status: number, body: string | null, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { 'Content-Type': 'application/json', ...headers } })

const refusal = (status: number, headers?: Record<string, string>) =>
  json(status, `{"code":"no","message":"No, ${status}.","status":${status}}`, headers)

/** 5 % each. */
const FAULTS = [
  '500',
  'dropped before acting',
  'dropped after acting',
  'hangs',
  '201 without a body',
  '429',
  '400',
  'truncated body',
] as const
/** 1 % each: they hide the others. */
const RARE = ['401', 'sent twice by the browser', 'body interrupted'] as const

type Fault = (typeof FAULTS)[number] | (typeof RARE)[number]

/** The service, which knows what really happened. */
class Service {
  readonly pets: Pet[] = []
  /** Pets that the app cannot know of, because the browser itself sent the request twice. */
  readonly extras = new Set<Int64>()
  /** How often each row was received, without the responses 401 and 429. */
  readonly received = new Map<string, number>()
  readonly happened = new Map<Fault, number>()
  private readonly random: () => number
  private readonly setsStatus: boolean
  private nextId = 9_007_199_254_740_993n

  constructor(random: () => number) {
    this.random = random
    this.setsStatus = random() < 0.5
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (init?.method === 'GET') {
      const status = url.searchParams.get('status')
      const pets = this.pets.filter((pet) => status === null || pet.status === status)
      const part = pets.slice(0, Number(url.searchParams.get('limit')))
      return json(200, await stringifyJson(part.map(onWire)))
    }
    const body = parsePet({ id: 0, ...((await parseJson(init?.body as string)) as object) })
    const fault = this.pickFault()
    if (fault !== undefined) this.happened.set(fault, (this.happened.get(fault) ?? 0) + 1)
    if (fault === '429') {
      const retryAfter = ['0', '7', '100000', '-1', 'soon', undefined][Math.floor(this.random() * 6)]
      return refusal(429, retryAfter === undefined ? {} : { 'Retry-After': retryAfter })
    }
    if (fault === '401') return refusal(401)
    this.received.set(body.name, (this.received.get(body.name) ?? 0) + 1)
    return this.answer(fault, body, init?.signal ?? undefined)
  }

  private async answer(fault: Fault | undefined, pet: NewPet | Pet, signal: AbortSignal | undefined) {
    switch (fault) {
      case undefined:
        return this.add(pet)
      case '500':
        if (this.random() < 0.5) await this.add(pet)
        return refusal(500)
      case 'dropped before acting':
        throw new TypeError('Failed to fetch')
      case 'dropped after acting':
        await this.add(pet)
        throw new TypeError('Failed to fetch')
      case 'hangs': {
        if (this.random() < 0.5) await this.add(pet)
        const hanging = new Promise<never>((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error))
        })
        // The only timer is the deadline of this request.
        vi.advanceTimersToNextTimer()
        return hanging
      }
      case '201 without a body':
        await this.add(pet)
        return json(201, null)
      case '400':
        return refusal(400)
      case 'truncated body':
        return json(201, (await (await this.add(pet)).text()).slice(0, 20))
      case 'sent twice by the browser':
        await this.add(pet)
        this.extras.add(this.pets.at(-1)?.id as Int64)
        return this.add(pet)
      case 'body interrupted':
        await this.add(pet)
        return new Response(
          new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }),
          {
            status: 201,
          },
        )
      case '401':
      case '429':
        throw new Error('answered before')
    }
  }

  private pickFault(): Fault | undefined {
    const point = this.random() * 100
    return point < FAULTS.length * 5
      ? FAULTS[Math.floor(point / 5)]
      : RARE[Math.floor(point - FAULTS.length * 5)]
  }

  private async add({ name, categoryId, status }: NewPet | Pet): Promise<Response> {
    this.nextId += 1n
    const id = String(this.nextId) as Int64
    const pet = { id, name, categoryId, status: status ?? (this.setsStatus ? 'available' : undefined) }
    this.pets.push(pet)
    return json(201, await stringifyJson(onWire(pet)))
  }
}

const onWire = (pet: Pet) => ({ ...pet, id: BigInt(pet.id), categoryId: BigInt(pet.categoryId) })

/** What survives a crash of the tab: the record and the service. */
type World = {
  service: Service
  readonly openStore: () => Promise<ImportStore>
  random: () => number
  rows: readonly ImportRow[]
}

/** One tab, until it is finished or crashes: then none of its promises settles any more. */
class Tab {
  readonly died = Promise.withResolvers<'died'>()
  readonly waits: number[] = []
  private steps = 0
  private readonly world: World
  private readonly diesAtStep: number

  constructor(world: World, diesAtStep: number) {
    this.world = world
    this.diesAtStep = diesAtStep
  }

  /** A tab crashes before or after a request, or before or after a write. */
  private async live<T>(act: () => Promise<T>): Promise<T> {
    await this.step()
    const result = await act().then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error
      },
    )
    await this.step()
    return result()
  }

  private async step(): Promise<void> {
    this.steps += 1
    if (this.steps < this.diesAtStep) return
    vi.clearAllTimers()
    this.died.resolve('died')
    await new Promise(() => undefined)
  }

  async open(): Promise<ImportRunner> {
    const { service, openStore, random } = this.world
    const store = await openStore()
    vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) => this.live(() => service.fetch(...args)))
    const petstore = createPetstore(createRequest('https://staging.example.com/v1', () => 'sesame'))
    const journal = await store.open(IMPORT)
    if (journal === undefined) throw new Error('the record is gone')
    const run = createImportRunner({
      journal: {
        rows: journal.rows,
        append: (changes) => {
          // The user selects "Pause" at random points.
          if (random() < 0.02) run.pause('user')
          return this.live(() => journal.append(changes))
        },
      },
      createPet: (newPet) => {
        const answer = petstore.createPet(newPet)
        if (random() < 0.02) run.pause('user')
        return answer
      },
      describe: (error) => (error as Error).message,
      waitForKey: () => (random() < 0.5 ? Promise.resolve() : Promise.reject(new Error('no key'))),
      sleep: (milliseconds) => {
        this.waits.push(milliseconds)
        return Promise.resolve()
      },
    })
    return run
  }

  /** The user selects "Resume" twice whenever it is paused. */
  async work(run: ImportRunner): Promise<'finished' | 'died'> {
    while (run.get().state.phase !== 'finished') {
      const resumed = Promise.all([run.resume(), run.resume()])
      if ((await Promise.race([resumed, this.died.promise])) === 'died') return 'died'
    }
    return 'finished'
  }
}

function createRows(random: () => number): ImportRow[] {
  return Array.from({ length: ROWS }, (_, position) => {
    const name = `Pet ${position}`
    const row = { position, number: position + 2, cells: [name] }
    if (random() < 0.03) {
      return { ...row, newPet: undefined, outcome: { kind: 'rejected', message: 'Enter a category' } }
    }
    const status = PET_STATUSES[Math.floor(random() * 4)]
    const categoryId = ['1', '-7', '9223372036854775807'][Math.floor(random() * 3)] as Int64
    return { ...row, newPet: { name, categoryId, status }, outcome: { kind: 'waiting' } }
  })
}

async function createWorld(seed: number, openStore?: () => Promise<ImportStore>): Promise<World> {
  const random = createRandom(seed)
  const rows = createRows(random)
  const memory = createMemoryImportStore()
  const world = { service: new Service(random), openStore: openStore ?? (async () => memory), random, rows }
  const store = await world.openStore()
  await store.create(RECORD, rows, new Set())
  return world
}

const rowsOnDisk = async (world: World) => (await world.openStore()).rows(IMPORT)

/** The pets of a row, without those that the browser duplicated. */
function petsOf({ service }: World, { cells: [name] }: ImportRow): Pet[] {
  return service.pets.filter((pet) => pet.name === name && !service.extras.has(pet.id))
}

/** Compares the record with the pets of the service. @returns what is wrong. */
function untruths(world: World, rows: readonly ImportRow[]): string[] {
  const wrong: string[] = []
  const say = (row: ImportRow, isTrue: boolean, what: string) => {
    if (!isTrue) wrong.push(`row ${row.number} (${row.outcome.kind}): ${what}`)
  }
  for (const [position, row] of rows.entries()) {
    const { outcome, newPet } = row
    const pets = petsOf(world, row)
    say(row, row.position === position, 'out of order')
    say(
      row,
      JSON.stringify(newPet) === JSON.stringify(world.rows[position]?.newPet),
      'another pet than in the file',
    )
    say(row, (world.service.received.get(row.cells[0] ?? '') ?? 0) <= 1, 'sent more than once')
    switch (outcome.kind) {
      case 'added': {
        say(row, pets.length === 1, `there are ${pets.length}`)
        const pet = pets.find(({ id }) => outcome.id === undefined || id === outcome.id)
        say(row, pet !== undefined, 'another id')
        say(row, pet?.categoryId === newPet?.categoryId, 'another category')
        say(row, newPet?.status === undefined || pet?.status === newPet.status, 'another status')
        break
      }
      case 'rejected':
      case 'waiting':
        say(row, pets.length === 0, 'it is there')
        break
      case 'sending':
      case 'unknown':
        say(row, pets.length <= 1, 'it is there twice')
        break
    }
  }
  return wrong
}

/** Nothing is left to send, memory and disk agree, and no row is missing. */
async function expectTheTruth(world: World, run: ImportRunner) {
  const { counts, progress, rows } = run.get()
  expect(untruths(world, rows)).toEqual([])
  // A row that became unknown by a crash is on disk with the next write; until then it is "sending" there.
  const onDisk = (await rowsOnDisk(world)).map(({ outcome: { kind } }) =>
    kind === 'sending' ? 'unknown' : kind,
  )
  expect(onDisk).toEqual(rows.map(({ outcome }) => outcome.kind))
  expect(counts.waiting).toBe(0)
  expect(counts.added + counts.rejected + counts.unknown).toBe(ROWS)
  expect(progress.done).toBe(progress.total)
  expect(progress.total).toBe(rows.filter(({ newPet }) => newPet !== undefined).length)
}

function listCheckOf(world: World, run: ImportRunner) {
  const petstore = createPetstore(createRequest('https://staging.example.com/v1', () => 'sesame'))
  vi.stubGlobal('fetch', world.service.fetch)
  return Array.fromAsync(fetchAllLists((filter) => petstore.listPets(filter))).then((lists) =>
    // So late that no request is under way any more.
    reconcile(run.get().rows, lists, new Set(), () => false),
  )
}

/** Every unknown row is resolved, or reported as inconclusive. */
async function expectDoubtsResolved(world: World, run: ImportRunner) {
  const { rows } = run.get()
  const unknown = rows.filter(({ outcome }) => outcome.kind === 'unknown')
  const there = new Map(
    unknown.flatMap((row) => petsOf(world, row).map((pet) => [row.position, pet.id] as const)),
  )

  // The service has more pets than a list returns: every claim is true, and every row has one.
  const truncated = await listCheckOf(world, run)
  for (const [position, pet] of truncated.found) expect(pet.id).toBe(there.get(position))
  for (const position of truncated.notFound) expect(there.has(position)).toBe(false)
  expect(truncated.isTruncated).toBe(true)
  expect(truncated.found.size + truncated.notFound.length + truncated.inconclusive.length).toBe(
    unknown.length,
  )
  // A row whose status has a complete list is never inconclusive.
  const perStatus = Map.groupBy(world.service.pets, ({ status }) => status)
  for (const position of truncated.inconclusive) {
    const status = rows[position]?.newPet?.status
    expect(status === undefined || (perStatus.get(status) ?? []).length >= 100).toBe(true)
  }

  // Pets whose ids are in the record are removed, so that the lists are complete.
  const known = new Set(rows.map(({ outcome }) => (outcome.kind === 'added' ? outcome.id : undefined)))
  world.service.pets.splice(0, Infinity, ...world.service.pets.filter(({ id }) => !known.has(id)))
  const complete = await listCheckOf(world, run)
  expect(complete.isTruncated).toBe(false)
  expect(new Map([...complete.found].map(([position, { id }]) => [position, id]))).toEqual(there)
  expect(complete.notFound).toEqual(
    unknown.map(({ position }) => position).filter((position) => !there.has(position)),
  )
  expect(complete.inconclusive).toEqual([])
  expect(new Set(complete.duplicates.map(({ pet }) => pet.id))).toEqual(world.service.extras)
}

/** The tab crashes now and then, and the record is true each time. */
async function crashAndFinish(world: World): Promise<ImportRunner> {
  let run: ImportRunner
  for (let crash = 0; ; crash++) {
    const tab = new Tab(world, crash < CRASHES ? 1 + Math.floor(world.random() * 500) : Infinity)
    run = await tab.open()
    if ((await tab.work(run)) === 'finished') break
    const rows = await rowsOnDisk(world)
    expect(untruths(world, rows)).toEqual([])
    expect(rows.filter(({ outcome }) => outcome.kind === 'sending').length).toBeLessThanOrEqual(1)
  }
  await expectTheTruth(world, run)
  const crashed = run
    .get()
    .rows.filter(({ outcome }) => outcome.kind === 'unknown' && outcome.message === CRASHED_MESSAGE)
  expect(crashed.length).toBeLessThanOrEqual(CRASHES)
  await expectDoubtsResolved(world, run)
  return run
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe(`a service with faults of every kind, and ${ROWS} rows`, () => {
  test.each(SEEDS)('seed %i: every row ends with one outcome, and it is true', async (seed) => {
    const world = await createWorld(seed)
    const tab = new Tab(world, Infinity)
    const run = await tab.open()
    expect(await tab.work(run)).toBe('finished')
    await expectTheTruth(world, run)
    // Each fault must have happened, or this proves less than it says.
    expect(FAULTS.filter((fault) => !world.service.happened.has(fault))).toEqual([])
    expect(new Set(tab.waits).isSubsetOf(new Set([0, 5000, 7000, 300_000]))).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
    await expectDoubtsResolved(world, run)
  })

  test.each(SEEDS)('seed %i: also with crashes of the tab', async (seed) => {
    const run = await crashAndFinish(await createWorld(seed))
    expect(run.get().state).toEqual({ phase: 'finished' })
  })

  test.each(SEEDS.slice(0, 2))('seed %i: also with the record in IndexedDB', async (seed) => {
    vi.stubGlobal('indexedDB', new FakeFactory())
    const run = await crashAndFinish(await createWorld(seed, openImportStore))
    expect(run.get().state).toEqual({ phase: 'finished' })
  })
})

test('every fault happens, also the rare ones', async () => {
  const happened = new Set<Fault>()
  for (const seed of SEEDS.slice(0, 3)) {
    const world = await createWorld(seed)
    const tab = new Tab(world, Infinity)
    await tab.work(await tab.open())
    for (const fault of world.service.happened.keys()) happened.add(fault)
  }
  expect(happened).toEqual(new Set([...FAULTS, ...RARE]))
})
