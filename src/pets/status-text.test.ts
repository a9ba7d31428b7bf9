import { expect, test } from 'vitest'
import { statusText } from './status-text.ts'

test.each([
  ['available', 'Available'],
  ['pending', 'Pending'],
  ['sold', 'Sold'],
  ['on loan', 'on loan'],
  ['SOLD', 'SOLD'],
  ['constructor', 'constructor'],
  [undefined, 'Not set'],
  ['', '(empty)'],
  [' \u200B', '(empty)'],
])('The status %j is shown as %s', (status, text) => {
  expect(statusText(status)).toBe(text)
})
