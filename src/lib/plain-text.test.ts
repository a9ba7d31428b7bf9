// @vitest-environment node
import { expect, test } from 'vitest'
import { comparableText, plainText } from './plain-text.ts'

test.each([
  ['Rex the dog', 'Rex the dog'],
  ['\u00A0 sold\t', 'sold'],
  ['\u200Bcategory\u200BId\uFEFF', 'categoryId'],
  ['Do\u00ADgs', 'Dogs'],
  ['\u200E6\u202C', '6'],
  // Blanks between characters which cannot be seen are removed.
  ['\u200B sold \u200B', 'sold'],
  ['\u3164', ''],
  ['\u001B12\u0000', '12'],
  ['ses\u200Dame\u200C', 'sesame'],
  // The digits of any script become plain ones: full-width, Arabic, Persian, Devanagari, Thai, and
  // mathematical ones without a gap between them.
  ['１２', '12'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۱۲', '12'],
  ['१२', '12'],
  ['๑๒', '12'],
  ['\u{1D7CE}\u{1D7D8}\u{1D7E3}', '001'],
  // Minus signs become hyphens.
  ['−７', '-7'],
  ['－７', '-7'],
  // Neither of these is a digit.
  ['5²', '5²'],
  ['½', '½'],
  // Emoji that are joined, and the flag of a region, stay whole.
  ['👨\u200D👩\u200D👧', '👨\u200D👩\u200D👧'],
  ['👩🏽\u200D⚕\uFE0F', '👩🏽\u200D⚕'],
  [
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  ],
  ['🐕\u200D', '🐕'],
  ['Dogs\u{E0067}', 'Dogs'],
])('What one sees of %j is %j', (text, visible) => {
  expect(plainText(text)).toBe(visible)
})

test.each([
  ['Guinea pigs', 'GUINEA\u00A0\u00A0pigs'],
  ['Bären', 'Ba\u0308ren'],
  ['می\u200Cش', 'میش'],
  ['Floor ٢', 'floor 2'],
])('The texts %j and %j are the same words', (text, other) => {
  expect(comparableText(text)).toBe(comparableText(other))
})

test.each([
  [
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
  ],
  ['👨\u200D👩', '👨👩'],
])('The texts %j and %j are not the same words', (text, other) => {
  expect(comparableText(text)).not.toBe(comparableText(other))
})
