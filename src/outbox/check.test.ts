import { expect, test } from 'vitest'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import { createEmptyLedger } from '#tests/support/device.ts'
import { int64 } from '#tests/support/int64.ts'
import { entryOf, rex } from '#tests/support/outbox-tabs.ts'
import { type CheckState, createChecks, duplicatesOf, maySendAgain } from './check.ts'
import { type Entry, keyOf } from './entry.ts'
import type { OutboxOptions } from './outbox.ts'

const pet = (id: number, part: Partial<NewPet> = {}): Pet => ({ ...rex, ...part, id: int64(String(id)) })

const entry = (part: Partial<Entry> = {}) =>
  entryOf({ keyId: 'key 1', state: { kind: 'unknown', message: '', endedAt: 1 }, ...part })

const soon = () => new Promise((resolve) => setImmediate(resolve))

/** Lists of pets, a key and a clock, and what is said by them. */
function setUp(...pets: Pet[]) {
  const world = {
    pets,
    keyId: 'key 1',
    kind: 'signed-in',
    elapsed: 0,
    error: undefined as Error | undefined,
    unreadable: [] as unknown[],
    gate: Promise.resolve(),
    /** When all pets were requested. */
    reads: [] as number[],
  }
  let sleeping: { until: number; wake: () => void } | undefined
  const checks = createChecks({
    listPets: async ({ status }: { status?: string }) => {
      if (status === undefined) world.reads.push(world.elapsed)
      await world.gate
      if (world.error !== undefined) throw world.error
      const found = world.pets.filter((one) => status === undefined || one.status === status)
      return { pets: found, unreadable: world.unreadable, returned: found.length }
    },
    session: { get: () => ({ kind: world.kind }), keyId: () => world.keyId },
    clock: {
      now: () => 1_000_000 + world.elapsed,
      elapsed: () => world.elapsed,
      sleep: (milliseconds: number, signal: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          sleeping = { until: world.elapsed + milliseconds, wake: resolve }
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    },
  } as unknown as OutboxOptions)
  const ledger = createEmptyLedger()
  return {
    world,
    checks,
    /** Lets time pass, and what follows from it happen. */
    pass: async (milliseconds: number) => {
      world.elapsed += milliseconds
      if (sleeping !== undefined && sleeping.until <= world.elapsed) sleeping.wake()
      await soon()
      await expect.poll(() => checks.get().isReading).toBe(false)
    },
    /** What is said of the first one, among others in the ledger. */
    state: (one: Entry, ...others: Entry[]) =>
      ledger.write(async (transaction) => {
        for (const each of [one, ...others]) await transaction.put(each)
        return checks.stateOf(transaction, one)
      }),
    duplicates: (entries: readonly Entry[], ...offered: Pet[]) =>
      ledger.write(async (transaction) => {
        for (const one of entries) await transaction.put(one)
        const evidence = await checks.read()
        if (evidence === undefined) throw new Error('the lists could not be read')
        const found = await duplicatesOf(transaction, entries, evidence, new Set(offered.map(({ id }) => id)))
        return found.map((one) => [one.pet.id, keyOf(one.entry)])
      }),
  }
}

test('lists are read when a request has ended and a minute later, and once for those due within 5 s of each other', async () => {
  const { world, checks, pass } = setUp()
  await pass(10_000)
  checks.watch('file', [10_000, 14_000])
  checks.watch('by hand', [15_000, 15_001])
  await pass(0)
  // The three that come now are read together.
  await pass(5000)
  expect(world.reads).toEqual([10_000])
  await pass(1)
  expect(world.reads).toEqual([10_000, 15_001])
  await pass(59_998)
  expect(world.reads).toHaveLength(2)
  await pass(1)
  await pass(1)
  expect(world.reads).toEqual([10_000, 15_001, 75_000, 75_001])
  await pass(600_000)
  expect(world.reads).toHaveLength(4)
  checks.watch('file', [])
  checks.watch('by hand', [world.elapsed])
  checks.watch('by hand', [])
  await pass(600_000)
  expect(world.reads).toHaveLength(5)
})

test('what failed is read again a minute later, or at once when that is asked for; signed out, nothing is read', async () => {
  const { world, checks, pass, state } = setUp()
  world.error = new Error('down')
  checks.watch('file', [0])
  await pass(0)
  expect(await state(entry())).toEqual({ kind: 'failed', error: world.error })
  await pass(59_999)
  expect(world.reads).toEqual([0])
  await pass(1)
  expect(world.reads).toEqual([0, 60_000])
  checks.retry()
  expect(checks.get()).toEqual({ isReading: true })
  world.error = undefined
  checks.retry()
  await pass(0)
  expect(world.reads).toEqual([0, 60_000, 60_000])
  world.kind = 'key-ended'
  checks.watch('by hand', [world.elapsed + 1])
  await pass(600_000)
  checks.retry()
  await pass(0)
  expect(world.reads).toHaveLength(3)
})

test('who asks before a reading has begun shares it; what another key is shown is no evidence', async () => {
  const { world, checks, state } = setUp()
  const gate = Promise.withResolvers<void>()
  world.gate = gate.promise
  const [first, same] = [checks.read(), checks.read()]
  expect(first).toBe(same)
  await soon()
  const next = checks.read()
  expect(next).not.toBe(first)
  expect(checks.get().isReading).toBe(true)
  const own = entry()
  expect(await state(own)).toEqual({ kind: 'checking' })
  checks.clear()
  world.keyId = 'key 2'
  gate.resolve()
  expect(await first).toBeUndefined()
  expect(checks.get().evidence).toBeUndefined()
  expect(await next).toMatchObject({ keyId: 'key 2', at: 1_000_000, requestedAt: 0, isWhole: true })
  expect(checks.get().isReading).toBe(false)
  world.gate = soon() as Promise<void>
  const changing = checks.read()
  await Promise.resolve()
  await Promise.resolve()
  world.keyId = 'key 3'
  expect(await changing).toMatchObject({ keyId: undefined })
  checks.clear()
  expect(checks.get()).toEqual({ isReading: false })
})

const added = (id: number | undefined) =>
  ({ kind: 'added', id: id === undefined ? id : int64(String(id)) }) as const

const ofMia = (part: Partial<Entry> = {}) => entry({ newPet: { ...rex, name: 'Mia' }, ...part })

test.each<[what: string, Entry, said: object | undefined, ...others: Entry[]]>([
  ['neither unknown nor with a twin', entry({ state: added(1) }), undefined],
  ['not found', entry(), { kind: 'not-added', pets: [], at: 1_060_000 }, entry({ position: 1 })],
  ['sent with another key', entry({ keyId: 'key 2' }), { kind: 'cannot-tell' }],
  ['found', ofMia(), { kind: 'found', pets: [{ id: '5' }] }],
  ['there before it was sent', ofMia({ before: [int64('5')] }), { kind: 'not-added', againAt: undefined }],
  [
    'that of another entry',
    ofMia(),
    { kind: 'not-added', causes: [{ batch: 'other' }] },
    ofMia({ position: 1, state: added(5) }),
    ofMia({ batch: 'other' }),
  ],
  ['there twice', ofMia({ wasUnknown: true, state: added(4) }), { kind: 'found', pets: [{ id: '5' }] }],
])('a pet is %s', async (_what, one, said, ...others) => {
  const { checks, pass, state } = setUp(pet(5, { name: 'Mia' }))
  checks.endOf(one)
  await pass(60_000)
  await checks.read()
  expect([await state(one, ...others)]).toMatchObject([said])
})

test('absence is not proved sooner than a minute after the request, nor by lists that cannot be read whole', async () => {
  const { world, checks, pass, state } = setUp()
  await pass(100)
  const one = entry()
  checks.endOf(one)
  await pass(59_999)
  await checks.read()
  await pass(0)
  expect(await state(one)).toMatchObject({ kind: 'not-found-yet', againAt: 1_060_100 })
  // What another tab saw end later, this one saw first now.
  expect(await state(entry({ position: 1 }))).toMatchObject({ againAt: 1_120_099 })
  await pass(1)
  world.unreadable = [{}]
  await checks.read()
  expect(await state(one)).toMatchObject({ kind: 'cannot-tell', againAt: undefined })
  await pass(1)
  expect(await state(entry({ position: 2 }))).toEqual({ kind: 'checking' })
})

test('pets that are exactly alike come first, then the oldest', async () => {
  const { checks, state } = setUp(
    pet(9, { status: 'sold' }),
    pet(10),
    pet(2, { name: 'REX' }),
    pet(3),
    pet(1, { status: undefined }),
  )
  await checks.read()
  const { pets } = (await state(entry())) as Extract<CheckState, { pets: unknown }>
  expect(pets.map(({ id }) => id)).toEqual(['3', '10', '1', '2', '9'])
})

test('a possible duplicate is like a pet that was added, answers none, is offered for none, and is named once', async () => {
  const { duplicates } = setUp(pet(1), pet(2), pet(3), pet(4, { name: 'Mia' }), pet(5, { name: 'Bo' }))
  const entries = [
    entry({ state: added(1) }),
    entry({ position: 1, state: added(undefined) }),
    ofMia({ position: 2 }),
    entry({ position: 3, newPet: undefined, state: added(undefined) }),
    entry({ position: 4, newPet: { ...rex, name: 'Kim' }, state: added(undefined) }),
  ]
  expect(await duplicates(entries, pet(3))).toEqual([['2', 'own 0']])
  expect(await duplicates(entries)).toEqual([
    ['2', 'own 0'],
    ['3', 'own 0'],
  ])
})

test.each<[CheckState | undefined, boolean]>([
  [undefined, false],
  [{ kind: 'checking' }, false],
  [{ kind: 'not-added', at: 1, againAt: undefined, pets: [], causes: [] }, true],
  [{ kind: 'found', at: 1, againAt: 2, pets: [], causes: [] }, false],
])('what the lists say allows to send it again only once it is not too soon: %j', (state, may) => {
  expect(maySendAgain(state)).toBe(may)
})
