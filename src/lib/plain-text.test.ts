// @vitest-environment node
import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['Rex the dog', 'Rex the dog'],
  ['\u00A0 sold\t', 'sold'],
  ['\u200Bcategory\u200BId\uFEFF', 'categoryId'],
  ['Do\u00ADgs', 'Dogs'],
  ['\u200E6\u202C', '6'],
  // Blanks that stand between characters which cannot be seen
  ['\u200B sold \u200B', 'sold'],
  ['\u3164', ''],
])('of %j, one sees %j', (text, visible) => {
  expect(plainText(text)).toBe(visible)
})
