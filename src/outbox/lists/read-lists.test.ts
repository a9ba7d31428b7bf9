import { describe, expect, test } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import { LIMIT_MAX, type Pet } from '#src/pets/pet.ts'
import { type Entry, SEVERAL_SIGN_INS } from '#src/outbox/entry.ts'
import { int64 } from '#tests/support/int64.ts'
import { createEmptyLedger } from '#tests/support/device.ts'
import { added, ONE, ownEntry as own, petOf, putAll, TWO } from '#tests/support/ledger-entries.ts'
import { mia, rex } from '#tests/support/outbox-scenario.ts'
import { createSeenPets } from '#src/outbox/seen-pets.ts'
import { createSharedText } from '#tests/support/device.ts'
import { createListReader } from './read-lists.ts'

const BASE_URL = own(added).baseUrl

/** Waits until everything has happened that follows from what happened before. */
const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/**
 * Creates a reader of the lists of a service, with a clock that stands still and a ledger with
 * these entries.
 */
async function setUp({ pets = [], entries = [] }: { pets?: readonly Pet[]; entries?: readonly Entry[] }) {
  const ledger = createEmptyLedger()
  await putAll(ledger, entries)
  const world = {
    pets,
    signInId: 'key 1',
    kind: 'signed-in',
    elapsed: 0,
    error: undefined as Error | undefined,
    /** The list of this status fails. */
    brokenStatus: undefined as string | undefined,
    unreadable: [] as readonly number[],
    /** A cache in between may have answered. */
    mayBeOld: false,
    /** The pets that a list of this status shows, where they are not those of the service. */
    listOf: new Map<string | undefined, readonly Pet[]>(),
    /** Holds back the answers. */
    gate: Promise.resolve(),
    /** When all pets were requested, and what else has happened. */
    reads: [] as number[],
    events: [] as string[],
    onLedgerRead: () => undefined as void,
  }
  const seenPets = createSeenPets(createSharedText())
  let sleeper: { until: number; wake: () => void } | undefined
  const reader = createListReader({
    environment: { id: 'staging', name: 'Staging', baseUrl: BASE_URL },
    seenPets,
    async listPets({ status, limit }) {
      world.events.push(`list ${status ?? 'all'} ${limit}`)
      if (status === undefined) world.reads.push(world.elapsed)
      await world.gate
      if (world.error !== undefined) throw world.error
      if (status !== undefined && status === world.brokenStatus) throw new Error('broken')
      const isListed = (pet: Pet) => status === undefined || pet.status === status
      const listed = world.listOf.get(status) ?? world.pets.filter(isListed)
      const { unreadable, mayBeOld } = world
      return { pets: listed, unreadable, mayBeOld, returned: listed.length + unreadable.length }
    },
    session: {
      get: () => ({ kind: world.kind }),
      signInId: () => world.signInId,
      waitForKey: () => Promise.reject(new Error('nobody signs in')),
    } as unknown as Parameters<typeof createListReader>[0]['session'],
    clock: {
      now: () => 1_000_000 + world.elapsed,
      elapsed: () => world.elapsed,
      sleep: (milliseconds, signal) =>
        new Promise<void>((resolve, reject) => {
          sleeper = { until: world.elapsed + milliseconds, wake: resolve }
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    },
    async read(act) {
      world.events.push('ledger')
      const result = await ledger.read(act)
      world.onLedgerRead()
      return result
    },
  })
  return {
    world,
    reader,
    ledger,
    seenPets,
    /** Lets time pass, and what follows from it happen. */
    pass: async (milliseconds: number): Promise<void> => {
      world.elapsed += milliseconds
      if (sleeper !== undefined && sleeper.until <= world.elapsed) sleeper.wake()
      await settled()
    },
  }
}

describe('When the lists are read', () => {
  test('They are read when a request has ended and a minute later, and once for those within 5 s.', async () => {
    const { world, reader, pass } = await setUp({})
    await pass(10_000)
    reader.watch('file', [10_000, 14_000])
    reader.watch('by hand', [15_000, 15_001])
    await pass(0)
    expect(world.reads).toEqual([10_000])
    await pass(5000)
    expect(world.reads).toHaveLength(1)
    await pass(1)
    expect(world.reads).toEqual([10_000, 15_001])
    await pass(59_998)
    expect(world.reads).toHaveLength(2)
    await pass(1)
    await pass(1)
    expect(world.reads).toEqual([10_000, 15_001, 75_000, 75_001])
    await pass(600_000)
    expect(world.reads).toHaveLength(4)
  })

  test('Lists are not read for entries that are no longer watched.', async () => {
    const { world, reader, pass } = await setUp({})
    reader.watch('by hand', [1000])
    reader.watch('by hand', [])
    await pass(600_000)
    expect(world.reads).toEqual([])
  })

  test('What failed is read again a minute later, or at once when that is asked for.', async () => {
    const { world, reader, pass } = await setUp({})
    world.error = new Error('down')
    reader.watch('file', [0])
    await pass(0)
    expect(reader.get()).toEqual({
      failure: { error: world.error, failedAt: 0, signInId: 'key 1' },
      isReading: false,
    })
    await pass(59_999)
    expect(world.reads).toEqual([0])
    await pass(1)
    expect(world.reads).toEqual([0, 60_000])
    world.error = undefined
    reader.retry()
    await pass(0)
    expect(world.reads).toEqual([0, 60_000, 60_000])
  })

  test('What is watched for while the lists are read does not need another reading.', async () => {
    const { world, reader, pass } = await setUp({})
    const reading = reader.read()
    await Promise.resolve()
    reader.watch('by hand', [0])
    await reading
    await pass(0)
    expect(world.reads).toEqual([0])
  })

  test('Nothing is read while nobody is signed in.', async () => {
    const { world, reader, pass } = await setUp({})
    world.kind = 'locked'
    reader.watch('by hand', [0])
    await pass(600_000)
    expect(world.reads).toEqual([])
    world.kind = 'signed-in'
    reader.retry()
    await pass(0)
    expect(world.reads).toHaveLength(1)
  })
})

describe('One reading', () => {
  test('serves all who ask before it has begun; those who ask later get another one.', async () => {
    const { world, reader } = await setUp({})
    const gate = Promise.withResolvers<void>()
    world.gate = gate.promise
    const first = reader.read()
    expect(reader.read()).toBe(first)
    await settled()
    const next = reader.read()
    expect(next).not.toBe(first)
    expect(world.reads).toHaveLength(1)
    gate.resolve()
    await next
    expect(world.reads).toHaveLength(2)
  })

  test('says that it is under way until the last one that was asked for has ended.', async () => {
    const { reader } = await setUp({})
    const first = reader.read()
    expect(reader.get().isReading).toBe(true)
    await settled()
    const [second, third] = [reader.read(), reader.read()]
    await first
    expect(reader.get().isReading).toBe(true)
    await Promise.all([second, third])
    expect(reader.get().isReading).toBe(false)
  })

  test('asks for all pets and for each status, as many as the service gives, and for what the ledger says before and after.', async () => {
    const { world, reader } = await setUp({})
    await reader.read()
    expect(world.events).toEqual([
      'ledger',
      `list all ${LIMIT_MAX}`,
      ...['available', 'pending', 'sold'].map((status) => `list ${status} ${LIMIT_MAX}`),
      'ledger',
    ])
  })

  test('has the time of its request, and not of its answer.', async () => {
    const { world, reader } = await setUp({})
    const gate = Promise.withResolvers<void>()
    world.gate = gate.promise
    world.elapsed = 100
    const reading = reader.read()
    await settled()
    world.elapsed = 90_000
    gate.resolve()
    expect(await reading).toMatchObject({ requestedAt: 100, readAt: 1_090_000 })
  })

  test('forgets what an earlier one had found when it fails.', async () => {
    const { world, reader } = await setUp({})
    await reader.read()
    world.error = new Error('down')
    expect(await reader.read()).toBeUndefined()
    expect(reader.get()).toEqual({
      failure: { error: world.error, failedAt: 0, signInId: 'key 1' },
      isReading: false,
    })
  })

  test('is not complete where the ledger cannot be read, because it may lack confirmed pets.', async () => {
    const { world, reader } = await setUp({})
    world.onLedgerRead = () => {
      throw new Error('closed')
    }
    expect(await reader.read()).toMatchObject({ completeness: 'incomplete' })
    expect(reader.get().failure).toBeUndefined()
  })
})

describe('Another API key sees other pets', () => {
  test('What was read is forgotten when the key ends, and what is being read is not shown.', async () => {
    const { world, reader } = await setUp({})
    await reader.read()
    const gate = Promise.withResolvers<void>()
    world.gate = gate.promise
    const reading = reader.read()
    await settled()
    reader.clear()
    expect(reader.get()).toEqual({ isReading: true })
    gate.resolve()
    expect(await reading).toBeUndefined()
    expect(reader.get()).toEqual({ isReading: false })
  })

  test('A reading that was asked for before the key ended, and begins later, is with the new one.', async () => {
    const { world, reader } = await setUp({})
    const first = reader.read()
    await settled()
    const next = reader.read()
    reader.clear()
    world.signInId = 'key 2'
    await first
    expect(await next).toMatchObject({ signInId: 'key 2' })
  })

  test.each([
    ['answers', undefined],
    ['fails', new Error('down')],
  ])('A reading with a key that has ended is not shown if the service %s.', async (_how, error) => {
    const { world, reader } = await setUp({ pets: [petOf(1)] })
    Object.assign(world, { kind: 'locked', error })
    expect(await reader.read()).toBeUndefined()
    expect(reader.get()).toEqual({ isReading: false })
  })

  test('A reading is not shown, and is done again, if another key came while the lists were read.', async () => {
    const { world, reader, pass } = await setUp({})
    const gate = Promise.withResolvers<void>()
    world.gate = gate.promise
    reader.watch('by hand', [0])
    const reading = reader.read()
    await settled()
    world.signInId = 'key 2'
    gate.resolve()
    expect(await reading).toBeUndefined()
    await pass(0)
    expect(reader.get().evidence).toMatchObject({ signInId: 'key 2' })
  })
})

const completenessOf = async (
  options: Parameters<typeof setUp>[0],
  change?: (world: Awaited<ReturnType<typeof setUp>>['world']) => void,
) => {
  const { reader, world } = await setUp(options)
  change?.(world)
  return (await reader.read())?.completeness
}

const confirmed = (part: Partial<Entry> = {}, id: Int64 | undefined = ONE, confirmedTo = 'key 1') =>
  own({ kind: 'added', id, confirmedTo }, { signInId: 'key 1', ...part })

const showInSoldAlone = (world: { listOf: Map<string | undefined, readonly Pet[]> }) =>
  world.listOf.set('sold', [petOf(2, { status: 'sold' })])

const hideInListOfAll = (world: { listOf: Map<string | undefined, readonly Pet[]> }) =>
  world.listOf.set(undefined, [])

const letCacheAnswer = (world: { mayBeOld: boolean }) => {
  world.mayBeOld = true
}

const makeOneUnreadable = (world: { unreadable: readonly number[] }) => {
  world.unreadable = [1]
}

describe('Complete lists', () => {
  test('Lists are complete when they have every confirmed pet.', async () => {
    expect(await completenessOf({ pets: [petOf(1), petOf(2)], entries: [confirmed()] })).toBe('complete')
    expect(await completenessOf({ pets: [], entries: [] })).toBe('complete')
  })

  test('Lists are incomplete when they lack a pet that the service had confirmed to this sign-in.', async () => {
    const second = confirmed({ position: 1 }, TWO)
    expect(await completenessOf({ pets: [petOf(1)], entries: [confirmed(), second] })).toBe('incomplete')
  })

  test.each<[what: string, entry: Entry]>([
    ['was confirmed to another sign-in', confirmed({}, ONE, 'key 2')],
    ['was confirmed by another service', confirmed({ baseUrl: 'https://b.example' })],
    ['was added without an ID', confirmed({ state: { kind: 'added', id: undefined } })],
  ])('Lists are complete when they lack a pet that %s.', async (_what, entry) => {
    expect(await completenessOf({ entries: [entry] })).toBe('complete')
  })

  test('Lists are incomplete when they lack a pet that was confirmed to this sign-in after another one had sent it.', async () => {
    const sentByTwo = confirmed({ signInId: SEVERAL_SIGN_INS })
    expect(await completenessOf({ entries: [sentByTwo] })).toBe('incomplete')
  })

  test('Lists are incomplete when they lack a pet that they had shown to this sign-in before.', async () => {
    const { reader, world } = await setUp({ pets: [petOf(1)] })
    await reader.read()
    world.pets = []
    expect(await reader.read()).toMatchObject({ completeness: 'incomplete' })
    world.signInId = 'key 2'
    expect(await reader.read()).toMatchObject({ completeness: 'complete' })
  })

  test('Lists are incomplete when they lack a pet that one list had shown before another one failed.', async () => {
    const { reader, world } = await setUp({ pets: [petOf(1)] })
    world.brokenStatus = 'sold'
    expect(await reader.read()).toBeUndefined()
    world.brokenStatus = undefined
    world.pets = []
    expect(await reader.read()).toMatchObject({ completeness: 'incomplete' })
  })

  test('Lists are incomplete when they lack a pet of an answer, also where that could not be saved.', async () => {
    const { reader, seenPets } = await setUp({})
    seenPets.addAnswer('key 1', petOf(1), rex, seenPets.shownBefore('key 1'))
    expect(await reader.read()).toMatchObject({ completeness: 'incomplete' })
  })

  test('A pet that the list of a status shows is doubtful, and not missing, where the list of all pets lacks it.', async () => {
    const { world, reader, seenPets } = await setUp({ pets: [petOf(1)] })
    await reader.read()
    world.listOf.set(undefined, [])
    await reader.read()
    expect(seenPets.doubtfulIds('key 1', lookalikeKeyOf(petOf(1)))).toEqual(new Set(['1']))
  })

  test('Lists are incomplete where the ledger has taken the place of one that knew more, for that sign-in.', async () => {
    const { reader, ledger, world } = await setUp({})
    await ledger.write((transaction) => transaction.noteLostHistory('key 1'))
    expect(await reader.read()).toMatchObject({ completeness: 'incomplete' })
    world.signInId = 'key 2'
    expect(await reader.read()).toMatchObject({ completeness: 'complete' })
  })

  test('Lists are incomplete when the list of a status has a pet that the list of all pets lacks.', async () => {
    expect(await completenessOf({ pets: [petOf(1)] }, showInSoldAlone)).toBe('incomplete')
  })

  test('Lists are incomplete when a confirmed pet is in the list of a status alone.', async () => {
    expect(await completenessOf({ pets: [petOf(1)], entries: [confirmed()] }, hideInListOfAll)).toBe(
      'incomplete',
    )
  })

  test('Lists are incomplete when one of their pets cannot be read.', async () => {
    expect(await completenessOf({ pets: [petOf(1)] }, makeOneUnreadable)).toBe('incomplete')
  })

  test('Lists are incomplete when a cache may have answered.', async () => {
    expect(await completenessOf({ pets: [petOf(1)] }, letCacheAnswer)).toBe('incomplete')
  })

  test.each([
    ['name', { name: 'REX-1000' }],
    ['category', { categoryId: int64('2') }],
  ])(
    'Lists are incomplete when they show a confirmed pet under another %s than it was sent, whichever sign-in has sent it.',
    async (_what, change) => {
      const pets = [petOf(1, change), petOf(2)]
      expect(await completenessOf({ pets, entries: [confirmed()] })).toBe('incomplete')
      expect(await completenessOf({ pets, entries: [confirmed({}, ONE, 'key 2')] })).toBe('incomplete')
    },
  )

  test('Lists are incomplete when two pets of one list have the same ID.', async () => {
    expect(await completenessOf({ pets: [petOf(1), petOf(1)] })).toBe('incomplete')
  })

  test.each([
    [99, 'complete'],
    [100, 'cut'],
  ])('Lists of %i pets are %s.', async (count, expected) => {
    const pets = Array.from({ length: count }, (_, index) => petOf(index + 1))
    expect(await completenessOf({ pets })).toBe(expected)
  })

  test('Lists are incomplete when there are more confirmed pets than a list can have.', async () => {
    const entries = Array.from({ length: 120 }, (_, position) =>
      confirmed({ position }, petOf(position + 1).id),
    )
    const pets = Array.from({ length: 99 }, (_, index) => petOf(index + 1))
    expect(await completenessOf({ pets, entries })).toBe('incomplete')
  })

  test('Lists are complete without a pet that was confirmed after they were requested.', async () => {
    const { reader, world, ledger } = await setUp({})
    const gate = Promise.withResolvers<void>()
    world.gate = gate.promise
    const reading = reader.read()
    await settled()
    expect(world.reads).toHaveLength(1)
    await putAll(ledger, [confirmed()])
    gate.resolve()
    expect((await reading)?.completeness).toBe('complete')
  })

  test('Lists are compared with what was confirmed before the time that counts as their request.', async () => {
    const { reader, world } = await setUp({})
    world.onLedgerRead = () => {
      world.elapsed = 500
    }
    expect(await reader.read()).toMatchObject({ requestedAt: 500 })
    expect(world.events.slice(0, 2)).toEqual(['ledger', `list all ${LIMIT_MAX}`])
  })
})

test('Two pets that share an ID are both found, and one pet of two lists is found once.', async () => {
  const { reader } = await setUp({ pets: [petOf(1, mia), petOf(1), petOf(2)] })
  const evidence = await reader.read()
  const idsAlike = (pet: Pet) =>
    evidence?.byLookalikeKey.get(own(added, { newPet: { ...mia, name: pet.name } }).lookalikeKey)
  expect(idsAlike(petOf(1))?.map(({ id }) => id)).toEqual([ONE, TWO])
  expect(idsAlike(petOf(1, mia))?.map(({ name }) => name)).toEqual(['Mia'])
})
