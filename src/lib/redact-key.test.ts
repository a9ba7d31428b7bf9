import { expect, test } from 'vitest'
import { redactKey } from './redact-key.ts'

test.each([
  ['GET /v1/pets', 'sesame', 'GET /v1/pets'],
  ['Bearer sesame and sesame', 'sesame', 'Bearer [key] and [key]'],
  ['a+b/c and a%2Bb%2Fc', 'a+b/c', '[key] and [key]'],
  ['undefined is not a function', undefined, 'undefined is not a function'],
  ['an empty key is in no text', '', 'an empty key is in no text'],
])('The text %j with the key %j is shown as %j', (text, key, shown) => {
  expect(redactKey(text, key)).toBe(shown)
})
