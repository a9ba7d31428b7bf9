import { expect, onTestFinished, test, vi } from 'vitest'
import { delay } from '#src/lib/delay.ts'
import { int64 } from '#tests/support/int64.ts'
import type { RowOutcome } from './import-types.ts'
import { createMemoryImportStore } from './memory-import-store.ts'
import { createUnfinishedRows, readUnfinishedRows } from './unfinished-rows.ts'

const BASE_URL = 'https://staging.petstore.test/v1'

const rex = (name = 'Rex', categoryId = '1') => ({ name, categoryId: int64(categoryId), status: undefined })

async function storeWith(...imports: { outcomes: RowOutcome[]; baseUrl?: string; environmentId?: string }[]) {
  const store = createMemoryImportStore()
  for (const [index, { outcomes, baseUrl = BASE_URL, environmentId = 'staging' }] of imports.entries()) {
    const record = {
      id: `import ${index}`,
      environmentId,
      baseUrl,
      fileName: index === 0 ? 'delivery.csv' : undefined,
      fileHash: String(index),
      startedAt: index,
      header: [],
      columns: { name: 0, categoryId: 1, status: undefined },
    }
    const rows = outcomes.map((outcome, position) => ({
      position,
      number: position + 2,
      cells: [],
      // A row with a problem is not sent.
      newPet: outcome === PROBLEM ? undefined : rex(),
      outcome,
    }))
    await store.create(record, rows, new Set())
  }
  return store
}

const HERE = { environmentId: 'staging', baseUrl: BASE_URL }
const UNKNOWN: RowOutcome = { kind: 'unknown', message: '' }
const WAITING: RowOutcome = { kind: 'waiting' }
const ADDED: RowOutcome = { kind: 'added', id: int64('9') }
const REJECTED: RowOutcome = { kind: 'rejected', message: '' }
const PROBLEM: RowOutcome = { kind: 'waiting' }

test.each<[string, RowOutcome[], { kind: string; numbers: number[] }[]]>([
  ['unknown', [UNKNOWN], [{ kind: 'unknown', numbers: [2] }]],
  ['waiting', [WAITING], [{ kind: 'waiting', numbers: [2] }]],
  ['being sent', [ADDED, { kind: 'sending' }], [{ kind: 'unknown', numbers: [3] }]],
  ['added or rejected', [ADDED, REJECTED], []],
  [
    'added or rejected, beside an unknown one',
    [ADDED, REJECTED, UNKNOWN],
    [{ kind: 'unknown', numbers: [4] }],
  ],
  ['not sent', [UNKNOWN, PROBLEM], [{ kind: 'unknown', numbers: [2] }]],
  [
    'of both kinds, the unknown ones first',
    [WAITING, UNKNOWN, WAITING, UNKNOWN],
    [
      { kind: 'unknown', numbers: [3, 5] },
      { kind: 'waiting', numbers: [2, 4] },
    ],
  ],
])('rows that are %s', async (_what, outcomes, found) => {
  const find = await readUnfinishedRows(await storeWith({ outcomes }), HERE)
  expect(find(rex())).toEqual(found.map((one) => ({ id: 'import 0', fileName: 'delivery.csv', ...one })))
})

test('the same animal is meant whatever the case, in every import of this environment', async () => {
  const store = await storeWith(
    { outcomes: [UNKNOWN] },
    { outcomes: [UNKNOWN] },
    { outcomes: [UNKNOWN], baseUrl: 'https://elsewhere.test/v1' },
    { outcomes: [UNKNOWN], environmentId: 'production' },
  )
  const find = await readUnfinishedRows(store, HERE)
  expect(find(rex(' REX ')).map(({ id, fileName }) => [id, fileName])).toEqual([
    ['import 1', undefined],
    ['import 0', 'delivery.csv'],
  ])
  expect(find(rex('Rex', '2'))).toEqual([])
})

test('what is read after the deadline of five seconds counts from then on', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const store = await storeWith({ outcomes: [UNKNOWN] })
  const slow = { ...store, list: () => delay(6000).then(store.list) }
  const rows = createUnfinishedRows({ ...HERE, getStore: () => Promise.resolve(slow) })
  const first = rows.refresh()
  await vi.advanceTimersByTimeAsync(5000)
  expect((await first)(rex())).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(rows.get()(rex())).toMatchObject([{ numbers: [2] }])
  expect(vi.getTimerCount()).toBe(0)
})

test('a reading that was overtaken gives what the later one read', async () => {
  const store = await storeWith({ outcomes: [UNKNOWN] })
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let readings = 0
  const gated = {
    ...store,
    list: async () => {
      const reading = readings++
      await gates[reading]?.promise
      return reading === 0 ? [] : store.list()
    },
  }
  const rows = createUnfinishedRows({ ...HERE, getStore: () => Promise.resolve(gated) })
  const [first, second] = [rows.refresh(), rows.refresh()]
  gates[0]?.resolve()
  gates[1]?.resolve()
  for (const reading of [first, second]) expect((await reading)(rex())).toHaveLength(1)
  expect(rows.get()(rex())).toHaveLength(1)
})

test('where the records cannot be read, what was read before still counts', async () => {
  const store = await storeWith({ outcomes: [UNKNOWN] })
  let isBroken = false
  const rows = createUnfinishedRows({
    ...HERE,
    getStore: () => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve(store)),
  })
  await rows.refresh()
  isBroken = true
  expect((await rows.refresh())(rex())).toHaveLength(1)
})
