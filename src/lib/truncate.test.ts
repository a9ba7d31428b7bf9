import { expect, test } from 'vitest'
import { truncate } from './truncate.ts'

test.each([
  ['Rex', 5, 'Rex'],
  ['Rexie', 5, 'Rexie'],
  ['Rexies', 5, 'Rexie…'],
  ['x🐕🐕', 2, 'x…'],
  ['x🐕🐕', 3, 'x🐕…'],
])('The text "%s" truncated to %i is "%s"', (text, longest, shortened) => {
  expect(truncate(text, longest)).toBe(shortened)
})
