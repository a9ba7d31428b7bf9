import { describe, expect, test } from 'vitest'
import type { PetList, PetStatus } from './pet.ts'
import type { PetFilter } from './petstore.ts'
import { listsCover, fetchAllLists } from './fetch-all-lists.ts'

const list = (returned: number, unreadable: number[] = []): PetList => ({ pets: [], unreadable, returned })

describe('fetching the lists', () => {
  test('requests the unfiltered list, then one for each status, with limit 100, one at a time', async () => {
    const requested: PetFilter[] = []
    let inFlight = 0
    const lists = await Array.fromAsync(
      fetchAllLists(async (filter) => {
        requested.push(filter)
        inFlight += 1
        expect(inFlight).toBe(1)
        await Promise.resolve()
        inFlight -= 1
        return list(requested.length)
      }),
    )
    expect(requested).toEqual([
      { limit: 100, status: undefined },
      { limit: 100, status: 'available' },
      { limit: 100, status: 'pending' },
      { limit: 100, status: 'sold' },
    ])
    expect(lists.map((one) => [one.status, one.list.returned])).toEqual([
      [undefined, 1],
      ['available', 2],
      ['pending', 3],
      ['sold', 4],
    ])
  })

  test('yields each list at once, and stops when the caller stops', async () => {
    let requested = 0
    for await (const { status } of fetchAllLists(() => Promise.resolve(list(++requested)))) {
      if (status === 'available') break
    }
    expect(requested).toBe(2)
  })

  test('throws the error of a list', async () => {
    const error = new Error('no response')
    let requested = 0
    const reading = Array.fromAsync(
      fetchAllLists(() => (++requested === 3 ? Promise.reject(error) : Promise.resolve(list(0)))),
    )
    await expect(reading).rejects.toBe(error)
    expect(requested).toBe(3)
  })
})

const TRUNCATED = list(100)
const COMPLETE = list(99)
const UNREADABLE = list(1, [1])

test.each<[PetStatus | undefined, boolean, Partial<Record<PetStatus | 'all', PetList>>]>([
  ['sold', true, { all: COMPLETE, sold: COMPLETE }],
  ['sold', true, { all: COMPLETE, sold: TRUNCATED }],
  ['sold', true, { all: TRUNCATED, sold: COMPLETE }],
  ['sold', true, { all: UNREADABLE, sold: COMPLETE }],
  ['sold', false, { all: TRUNCATED, sold: TRUNCATED }],
  ['sold', false, { all: UNREADABLE, sold: TRUNCATED }],
  ['sold', false, { all: TRUNCATED, available: COMPLETE, pending: COMPLETE }],
  [undefined, true, { all: COMPLETE, sold: TRUNCATED }],
  [undefined, false, { all: TRUNCATED, available: COMPLETE, pending: COMPLETE, sold: COMPLETE }],
  [undefined, false, {}],
])('whether the lists contain every pet with status %s: %s', (status, expected, lists) => {
  const read = Object.entries(lists).map(([key, one]) => ({
    status: key === 'all' ? undefined : (key as PetStatus),
    list: one,
  }))
  expect(listsCover(status, read)).toBe(expected)
})
