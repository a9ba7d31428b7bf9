import { expect, test } from 'vitest'
import { createNumberFormat } from '#src/lib/format-number.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { FetchedList } from '#src/pets/stock.ts'
import { searchedListsMessage } from './searched-lists-message.ts'

const ID = '9007199254740993' as Int64

const english = createNumberFormat('en')

const list = (status: FetchedList['status'], returned: number, unreadable: number[] = []): FetchedList => ({
  status,
  list: { pets: [], returned, unreadable },
})

function lists(all: number, available: number, pending: number, sold: number): FetchedList[] {
  return [list(undefined, all), list('available', available), list('pending', pending), list('sold', sold)]
}

const BEHIND_THE_CUT = 'Staging returns at most 100 at a time, so the pet may still exist.'

test.each([
  [lists(6, 1, 2, 3), 'all 6 pets, all 1 available pet, all 2 pending pets, and all 3 sold pets', false],
  [
    lists(100, 99, 2, 3),
    'the first 100 pets, all 99 available pets, all 2 pending pets, and all 3 sold pets',
    true,
  ],
])('it says where the app searched (case %#)', (searched, where, isTruncated) => {
  const text = searchedListsMessage(ID, 'Staging', searched, english)
  expect(text).toBe(
    `ID 9007199254740993 was not found in ${where}.${isTruncated ? ` ${BEHIND_THE_CUT}` : ''}`,
  )
})

test('unreadable elements are mentioned', () => {
  expect(searchedListsMessage(ID, 'Staging', [list(undefined, 3, [2]), list('sold', 0)], english)).toContain(
    'all 3 pets (1 of them could not be read) and an empty list of sold pets',
  )
})
