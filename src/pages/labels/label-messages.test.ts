import { describe, expect, test } from 'vitest'
import { createNumberFormat } from '#src/lib/format-number.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { HttpError } from '#src/http/errors.ts'
import { int64 } from '#tests/support/int64.ts'
import {
  invalidMessage,
  labelsMessage,
  notFoundMessage,
  printButtonText,
  withoutIdMessage,
} from './label-messages.ts'
import type { NotFound } from './use-pets.ts'

const format = createNumberFormat('en')

test.each([
  [
    '7 labels on 1 sheet; next time, start at label 8',
    { before: 0, shown: 7, all: 7, sheets: 1, isSingle: false, nextFree: 8 },
  ],
  ['1 label on 1 sheet', { before: 0, shown: 1, all: 1, sheets: 1, isSingle: false, nextFree: undefined }],
  [
    '300 labels on 13 sheets',
    { before: 0, shown: 300, all: 300, sheets: 13, isSingle: false, nextFree: undefined },
  ],
  [
    'Labels 7 to 300 of 300 on 13 sheets',
    { before: 6, shown: 294, all: 300, sheets: 13, isSingle: false, nextFree: undefined },
  ],
  [
    'Labels 1 to 1,000 of 3,000 on 42 sheets',
    { before: 0, shown: 1000, all: 3000, sheets: 42, isSingle: false, nextFree: undefined },
  ],
  [
    'Label 300 of 300 on 1 sheet',
    { before: 299, shown: 1, all: 300, sheets: 1, isSingle: false, nextFree: undefined },
  ],
  [
    '2 labels, one on each page',
    { before: 0, shown: 2, all: 2, sheets: 2, isSingle: true, nextFree: undefined },
  ],
])('%s', (expected, shown) => {
  expect(labelsMessage(shown, format)).toBe(expected)
})

test('the button says how many', () => {
  expect(printButtonText(1, format)).toBe('Print 1 label')
  expect(printButtonText(1000, format)).toBe('Print 1,000 labels')
})

/** @param returned how many pets each of the searched lists has. */
const searchedLists = (...returned: number[]): NotFound => ({
  kind: 'not-in-lists',
  searched: returned.map((count) => ({
    status: undefined,
    list: { pets: [], unreadable: [], returned: count },
  })),
})

describe('IDs that were not found', () => {
  const noSuchPet: NotFound = { kind: 'no-such-pet', error: new HttpError('GET /pets/5', 404, undefined) }
  const numbered = (count: number, what: NotFound = noSuchPet): Map<Int64, NotFound> =>
    new Map(Array.from({ length: count }, (_, index) => [int64(String(index + 1)), what]))

  test('are named', () => {
    expect(notFoundMessage(numbered(1), 'Staging', format)).toEqual({
      message: 'ID 1 was not found in Staging, so it has no label.',
    })
    expect(notFoundMessage(numbered(3), 'Staging', format)).toEqual({
      message: '3 IDs were not found in Staging, so they have no labels: 1, 2, 3.',
    })
  })

  test('are in the details when there are more than 20', () => {
    expect(notFoundMessage(numbered(20), 'Staging', format)).not.toHaveProperty('details')
    const { message, details } = notFoundMessage(numbered(21), 'Staging', format)
    expect(message).toBe('21 IDs were not found in Staging, so they have no labels.')
    expect(details).toMatch(/^1, 2, .*, 21$/)
  })

  test('may exist where only the lists were searched, and these are cut', () => {
    expect(notFoundMessage(numbered(1, searchedLists(99)), 'Staging', format).message).not.toContain('exist')
    expect(notFoundMessage(numbered(1, searchedLists(100)), 'Staging', format).message).toBe(
      'ID 1 was not found in Staging, so it has no label. Staging returns at most 100 pets at a time, so the pet may still exist.',
    )
    expect(notFoundMessage(numbered(2, searchedLists(100)), 'Staging', format).message).toMatch(
      /so these pets may still exist\.$/,
    )
    const mixed = new Map([...numbered(2), [int64('7'), searchedLists(99, 100)] as const])
    expect(notFoundMessage(mixed, 'Staging', format).message).toContain('may still exist')
  })
})

test('what is no ID is named, at most 20 of them', () => {
  expect(invalidMessage(['abc'], format)).toBe('“abc” is not a pet ID.')
  expect(invalidMessage(['a', 'x'.repeat(50)], format)).toBe(
    `2 entries in the address are not pet IDs: “a”, “${'x'.repeat(40)}…”.`,
  )
  const many = Array.from({ length: 22 }, (_, index) => `x${index}`)
  expect(invalidMessage(many, format)).toMatch(/^22 entries in the address .*“x19” and 2 more\.$/)
  expect(invalidMessage(many.slice(0, 20), format)).toMatch(/“x19”\.$/)
})

test('added pets without an ID are named by their rows', () => {
  expect(withoutIdMessage([7], 'Staging', format)).toBe(
    'The pet of row 7 was added, but Staging did not return its ID, so it has no label.',
  )
  expect(withoutIdMessage([7, 1200], 'Staging', format)).toBe(
    '2 pets were added, but Staging did not return their IDs, so they have no labels: rows 7, 1200.',
  )
  const many = Array.from({ length: 21 }, (_, index) => index + 1)
  expect(withoutIdMessage(many, 'Staging', format)).toMatch(/rows 1, .*, 20 and 1 more\.$/)
  expect(withoutIdMessage(many.slice(0, 20), 'Staging', format)).toMatch(/, 20\.$/)
})
