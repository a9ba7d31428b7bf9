import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import type { RowOutcome } from './import-types.ts'
import { createMemoryImportStore } from './memory-import-store.ts'
import { readUnfinishedRows } from './unfinished-rows.ts'

const BASE_URL = 'https://staging.petstore.test/v1'

const rex = (name = 'Rex', categoryId = '1') => ({ name, categoryId: int64(categoryId), status: undefined })

async function storeWith(...imports: { outcomes: RowOutcome[]; baseUrl?: string }[]) {
  const store = createMemoryImportStore()
  for (const [index, { outcomes, baseUrl = BASE_URL }] of imports.entries()) {
    const record = {
      id: `import ${index}`,
      environmentId: 'staging',
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
      newPet: outcome.kind === 'waiting' && position === 1 ? undefined : rex(),
      outcome,
    }))
    await store.create(record, rows, new Set())
  }
  return store
}

const UNKNOWN: RowOutcome = { kind: 'unknown', message: '' }
const WAITING: RowOutcome = { kind: 'waiting' }
const ADDED: RowOutcome = { kind: 'added', id: int64('9') }
const REJECTED: RowOutcome = { kind: 'rejected', message: '' }

test.each<[string, RowOutcome[], number[]]>([
  ['unknown', [UNKNOWN], [2]],
  ['waiting', [WAITING], [2]],
  ['being sent', [ADDED, { kind: 'sending' }], [3]],
  ['added or rejected', [ADDED, REJECTED], []],
  ['added or rejected, beside an unknown one', [ADDED, REJECTED, UNKNOWN], [4]],
  ['not sent', [UNKNOWN, WAITING], [2]],
])('rows that are %s', async (_what, outcomes, numbers) => {
  const find = await readUnfinishedRows(await storeWith({ outcomes }), BASE_URL)
  expect(find(rex())).toEqual(
    numbers.map((number) => ({ importId: 'import 0', fileName: 'delivery.csv', number })),
  )
})

test('the same animal is meant whatever the case, in every import to this address', async () => {
  const store = await storeWith(
    { outcomes: [UNKNOWN] },
    { outcomes: [WAITING] },
    { outcomes: [UNKNOWN], baseUrl: 'https://elsewhere.test/v1' },
  )
  const find = await readUnfinishedRows(store, BASE_URL)
  expect(find(rex(' REX ')).map(({ importId }) => importId)).toEqual(['import 1', 'import 0'])
  expect(find(rex('Rex', '2'))).toEqual([])
})
