import { expect, test } from 'vitest'
import { HttpError } from '#src/http/errors.ts'
import { createNumberFormat } from '#src/lib/format-number.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { int64 } from '#tests/support/int64.ts'
import {
  invalidMessage,
  type NotFound,
  notFoundMessage,
  sheetsMessage,
  withoutIdMessage,
} from './label-messages.ts'

const format = createNumberFormat('en')

test.each([
  ['1 sheet. Next free label: 8', 7, 24],
  ['1 sheet', 24, 24],
  ['2 sheets. Next free label: 2', 25, 24],
  ['2,000 sheets', 2000, 1],
])('%s', (expected, places, perSheet) => {
  expect(sheetsMessage(places, perSheet, format)).toBe(expected)
})

const noSuchPet: NotFound = { kind: 'no-such-pet', error: new HttpError('GET /pets/5', 404, undefined) }
const numbered = (count: number, what: NotFound = noSuchPet): Map<Int64, NotFound> =>
  new Map(Array.from({ length: count }, (_, index) => [int64(String(index + 1)), what]))
const notFound = (ids: Map<Int64, NotFound>) => notFoundMessage(ids, 'Staging', format)

/** @param returned how many pets each of the searched lists has. */
const searchedLists = (...returned: number[]): NotFound => ({
  kind: 'not-in-lists',
  searched: returned.map((count) => ({
    status: undefined,
    list: { pets: [], unreadable: [], returned: count },
  })),
})

test('IDs that were not found are named, more than 20 of them in the details', () => {
  expect(notFound(numbered(1)).message).toBe('ID 1 was not found in Staging, so it has no label.')
  expect(notFound(numbered(20))).toEqual({
    message: expect.stringMatching(
      /^20 IDs were not found in Staging, so they have no labels: 1, 2, .*, 20\.$/,
    ),
  })
  const { message, details } = notFound(numbered(21))
  expect(message).toMatch(/ 20 and 1 more\.$/)
  expect(details).toMatch(/^1, 2, .*, 21$/)
})

test('IDs that were not found may exist where only the lists were searched, and these are cut', () => {
  expect(notFound(numbered(1, searchedLists(99))).message).not.toContain('exist')
  expect(notFound(numbered(1, searchedLists(100))).message).toMatch(/no label\. It may still exist\.$/)
  const mixed = new Map([...numbered(2), [int64('7'), searchedLists(99, 100)] as const])
  expect(notFound(mixed).message).toMatch(/1, 2, 7\. They may still exist\.$/)
})

test('what is no ID is named, at most 20 of them', () => {
  expect(invalidMessage(['abc'], format)).toBe('“abc” is not a pet ID.')
  expect(invalidMessage(['a', 'x'.repeat(50)], format)).toBe(`Not pet IDs: “a”, “${'x'.repeat(40)}…”.`)
  const many = Array.from({ length: 22 }, (_, index) => `x${index}`)
  expect(invalidMessage(many, format)).toMatch(/“x19” and 2 more\.$/)
  expect(invalidMessage(many.slice(0, 20), format)).toMatch(/“x19”\.$/)
})

test('added pets without an ID are named by their rows', () => {
  expect(withoutIdMessage([7], 'Staging', format)).toBe(
    'Row 7: added, but Staging returned no ID, so there is no label.',
  )
  expect(withoutIdMessage([7, 1200], 'Staging', format)).toMatch(/^Rows 7, 1200: added/)
})
