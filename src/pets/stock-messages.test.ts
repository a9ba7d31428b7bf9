import { expect, test } from 'vitest'
import type { PetStatus } from './pet.ts'
import { listsText } from './stock-messages.ts'

const listOf = (status: PetStatus | undefined, returned: number, unreadable = 0) => ({
  status,
  list: { pets: [], returned, unreadable: Array.from({ length: unreadable }, () => 'x') as never[] },
})

test.each([
  [[listOf(undefined, 6)], 'all 6 pets'],
  [[listOf(undefined, 1)], 'all 1 pet'],
  [[listOf('sold', 1)], 'all 1 sold pet'],
  [[listOf('sold', 0)], 'an empty list of sold pets'],
  [[listOf(undefined, 0)], 'an empty list of pets'],
  [[listOf('available', 100)], 'the first 100 available pets'],
  [[listOf('pending', 99, 2)], 'all 99 pending pets (2 of them could not be read)'],
  [
    [listOf(undefined, 100), listOf('available', 100), listOf('sold', 0)],
    'the first 100 pets, the first 100 available pets, and an empty list of sold pets',
  ],
])('the text of lists %#', (lists, text) => {
  expect(listsText(lists, String)).toBe(text)
})
