import { expect, test } from 'vitest'
import { isVisuallyBlank } from './is-visually-blank.ts'

test.each([
  '',
  ' ',
  '\t\n',
  '\u00A0',
  '\u3000',
  '\u0085',
  '\0',
  '\u200B',
  '\uFEFF',
  '\u200D\uFE0F',
  '\u180E',
  '\u3164',
  // This is a blank Braille pattern.
  '\u2800',
])('The text %j is blank', (text) => {
  expect(isVisuallyBlank(text)).toBe(true)
})

test.each(['0', '.', '\u200Bx', '\u0300', '🐕', '\u202Ea', '\uD83D', '\uFFFD'])(
  'The text %j is visible',
  (text) => {
    expect(isVisuallyBlank(text)).toBe(false)
  },
)
