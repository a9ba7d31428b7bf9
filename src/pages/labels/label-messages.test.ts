import '#tests/support/counts-in-english.ts'
import { expect, test } from 'vitest'
import { notFoundMessage } from './label-messages.ts'

const notFound = (count: number, mayExist = false) =>
  notFoundMessage(
    Array.from({ length: count }, (_, index) => String(index + 1)),
    mayExist,
    'Staging',
  )

test('IDs that were not found are named, more than 20 of them in the details', () => {
  expect(notFound(1).message).toBe('ID not found in Staging, so without a label: 1.')
  expect(notFound(20)).toEqual({
    message: expect.stringMatching(/^IDs not found in Staging, so without a label: 1, 2, .*, 20\.$/),
  })
  const { message, details } = notFound(21)
  expect(message).toMatch(/ 20 and 1 more\.$/)
  expect(details).toMatch(/^1, 2, .*, 21$/)
})

test('they may exist where only the lists were searched', () => {
  expect(notFound(3, true).message).toMatch(/1, 2, 3 \(may still exist\)\.$/)
})

test('what is no ID is cut', () => {
  expect(notFoundMessage(['a', 'x'.repeat(50)], false, 'Staging').message).toContain(
    `: a, ${'x'.repeat(40)}….`,
  )
})
