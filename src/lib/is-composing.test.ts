import { expect, test } from 'vitest'
import { isComposing } from './is-composing.ts'

test.each([
  ['Enter', { isComposing: false, keyCode: 13 }, false],
  ['Enter that ends a composition', { isComposing: true, keyCode: 13 }, true],
  ['the same in Safari', { isComposing: false, keyCode: 229 }, true],
])('%s', (_what, event, expected) => {
  expect(isComposing(event as KeyboardEvent)).toBe(expected)
})
