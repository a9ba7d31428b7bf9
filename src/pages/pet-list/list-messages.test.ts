import { describe, expect, test } from 'vitest'
import type { Pet } from '#src/pets/pet.ts'
import type { PetFilter } from '#src/pets/petstore.ts'
import { createNumberFormat } from '#src/lib/format-number.ts'
import { countMessage, matchesMessage, unreadableMessage } from './list-messages.ts'

const english = createNumberFormat('en')

const all = (limit = 20): PetFilter => ({ limit, status: undefined })
const pending = (limit = 20): PetFilter => ({ limit, status: 'pending' })

/**
 * Returns the message about a list, of which so many pets match a search. The number is `undefined`
 * without a search.
 */
function count(
  returned: number,
  loaded: number,
  matchCount: number | undefined,
  filter: PetFilter,
  format = english,
): string {
  const list = { returned, pets: Array<Pet>(loaded) }
  if (matchCount === undefined) return countMessage(list, filter, 'Staging', format)
  return matchesMessage(matchCount, list, filter, 'Staging', format)
}

describe('the message above the table', () => {
  test.each([
    [0, undefined, all(), '0 pets'],
    [1, undefined, all(), '1 pet'],
    [19, undefined, all(), 'All 19 pets'],
    [34, undefined, pending(100), 'All 34 pending pets'],
    [34, 3, all(100), '3 matches in 34 loaded pets'],
    [34, 0, pending(100), '0 matches in 34 loaded pending pets'],
    [1, 1, pending(), '1 match in 1 loaded pending pet'],
  ])('for %i returned, %s found and %j is: %s', (returned, found, filter, text) => {
    expect(count(returned, returned, found, filter)).toBe(text)
  })

  test.each([
    [100, undefined, pending(100), 'First 100 pending pets. Staging shows no more than 100 at a time.'],
    [100, 3, all(100), '3 matches in the first 100 pets. Staging shows no more than 100 at a time.'],
    [20, undefined, all(), 'First 20 pets. There may be more.'],
    [1, undefined, all(1), 'First pet. There may be more.'],
    [1, 0, pending(1), '0 matches in the first pending pet. There may be more.'],
  ])('for %i returned, %s found and %j, as many as requested, is: %s', (returned, found, filter, text) => {
    expect(count(returned, returned, found, filter)).toBe(text)
  })

  test.each([['ar-EG', 'Showing ٩٩ of ١٠٠ pets, ١ unreadable. Staging shows no more than ١٠٠ at a time.']])(
    'has counts as they are written in %s',
    (locale, text) => {
      expect(count(100, 99, undefined, all(100), createNumberFormat(locale))).toBe(text)
    },
  )

  test.each([
    [8, 6, undefined, 'Showing 6 of 8 pets, 2 unreadable'],
    [20, 19, undefined, 'Showing 19 of 20 pets, 1 unreadable. There may be more.'],
    [8, 6, 3, '3 matches in 6 loaded pets'],
    [1204, 1204, undefined, 'Showing 100 of 1,204 pets. There may be more.'],
    [1204, 1204, 3, '3 matches in 1,204 loaded pets. There may be more.'],
  ])('for %i returned, %i of them readable, and %s found is: %s', (returned, loaded, found, text) => {
    expect(count(returned, loaded, found, all())).toBe(text)
  })
})

test.each([
  [[3], 20, '1 of 20 pets is not shown', '(item 3)'],
  [[1, 2], 2, '2 of 2 pets are not shown', '(items 1, 2)'],
  [[1, 2, 3, 4, 5, 6, 7], 100, '7 of 100 pets', '(items 1, 2, 3, 4, 5, …)'],
])('The unreadable elements %j of %i are counted and named', (positions, returned, begin, where) => {
  const text = unreadableMessage(positions, returned, english)
  expect(text.startsWith(begin)).toBe(true)
  expect(text).toContain(where)
})
