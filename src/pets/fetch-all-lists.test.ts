import { describe, expect, test } from 'vitest'
import type { PetList, PetStatus } from './pet.ts'
import type { PetFilter } from './petstore.ts'
import { listsCover, fetchAllLists } from './fetch-all-lists.ts'

const list = (returned: number, unreadable: number[] = []): PetList => ({ pets: [], unreadable, returned })

describe('reading the lists', () => {
  test('asks without a status, then for each, a hundred at a time, one after the other', async () => {
    const asked: PetFilter[] = []
    let underWay = 0
    const lists = await Array.fromAsync(
      fetchAllLists(async (filter) => {
        asked.push(filter)
        underWay += 1
        expect(underWay).toBe(1)
        await Promise.resolve()
        underWay -= 1
        return list(asked.length)
      }),
    )
    expect(asked).toEqual([
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

  test('gives out each list as soon as it is there, and asks for no more than is wanted', async () => {
    let asked = 0
    for await (const { status } of fetchAllLists(() => Promise.resolve(list(++asked)))) {
      if (status === 'available') break
    }
    expect(asked).toBe(2)
  })

  test('that does not succeed is an error', async () => {
    const error = new Error('no answer')
    let asked = 0
    const reading = Array.fromAsync(
      fetchAllLists(() => (++asked === 3 ? Promise.reject(error) : Promise.resolve(list(0)))),
    )
    await expect(reading).rejects.toBe(error)
    expect(asked).toBe(3)
  })
})

const CUT = list(100)
const COMPLETE = list(99)
const UNREADABLE = list(1, [1])

test.each<[PetStatus | undefined, boolean, Partial<Record<PetStatus | 'all', PetList>>]>([
  ['sold', true, { all: COMPLETE, sold: COMPLETE }],
  ['sold', true, { all: COMPLETE, sold: CUT }],
  ['sold', true, { all: CUT, sold: COMPLETE }],
  ['sold', true, { all: UNREADABLE, sold: COMPLETE }],
  ['sold', false, { all: CUT, sold: CUT }],
  ['sold', false, { all: UNREADABLE, sold: CUT }],
  ['sold', false, { all: CUT, available: COMPLETE, pending: COMPLETE }],
  [undefined, true, { all: COMPLETE, sold: CUT }],
  [undefined, false, { all: CUT, available: COMPLETE, pending: COMPLETE, sold: COMPLETE }],
  [undefined, false, {}],
])('whether every pet with the status %s is in the lists: %s', (status, expected, lists) => {
  const read = Object.entries(lists).map(([key, one]) => ({
    status: key === 'all' ? undefined : (key as PetStatus),
    list: one,
  }))
  expect(listsCover(status, read)).toBe(expected)
})
