import '#tests/support/counts-in-english.ts'
import { expect, test } from 'vitest'
import { HttpError } from '#src/http/errors.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { int64 } from '#tests/support/int64.ts'
import { invalidMessage, type NotFound, notFoundMessage } from './label-messages.ts'

const noSuchPet: NotFound = { kind: 'no-such-pet', error: new HttpError('GET /pets/5', 404, undefined) }
const numbered = (count: number, what: NotFound = noSuchPet): Map<Int64, NotFound> =>
  new Map(Array.from({ length: count }, (_, index) => [int64(String(index + 1)), what]))
const notFound = (ids: Map<Int64, NotFound>) => notFoundMessage(ids, 'Staging')

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

test('what is no ID is named', () => {
  expect(invalidMessage(['a', 'x'.repeat(50)])).toBe(`Not pet IDs: “a”, “${'x'.repeat(40)}…”.`)
})
