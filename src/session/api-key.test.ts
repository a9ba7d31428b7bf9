// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { normalizeKey, validateKey } from './api-key.ts'

test.each([
  ['sesame', 'sesame'],
  ['  sesame\n', 'sesame'],
  ['Bearer sesame', 'sesame'],
  ['bearer sesame', 'sesame'],
  ['BEARER\t sesame ', 'sesame'],
  ['\u00A0Bearer sesame\uFEFF', 'sesame'],
  ['Bearersesame', 'Bearersesame'],
  ['Bearer-sesame', 'Bearer-sesame'],
  ['my Bearer sesame', 'my Bearer sesame'],
  ['ses ame', 'ses ame'],
  ['Bearer ', ''],
  ['Bearer', ''],
  ['', ''],
  [' \n', ''],
])('%j is read as the key %j', (typed, key) => {
  expect(normalizeKey(typed)).toBe(key)
})

test.each(['a', 'sesame', 'sk_live-1.2~3+4/5=', '!"#$%&\'()*', '~'.repeat(8192)])(
  'the key %s can be tried',
  (key) => {
    expect(validateKey(key, 'Staging')).toBeUndefined()
    expect(new Headers({ Authorization: `Bearer ${key}` }).get('Authorization')).toBe(`Bearer ${key}`)
  },
)

test('a missing key is requested with the name of the environment', () => {
  expect(validateKey('', 'Staging')).toBe('Enter the API key for Staging')
})

test.each([
  ['a space', 'ses ame'],
  ['a line break', 'ses\name'],
  ['another header', 'sesame\r\nX-Evil: 1'],
  ['a tab', 'ses\tame'],
  ['a typographic dash', 'ses–ame'],
  ['typographic quotes', '“sesame”'],
  ['an accent', 'sésame'],
  ['an invisible sign', 'ses\u200Bame'],
  ['a zero byte', 'ses\u0000ame'],
  ['an emoji', 'sesame🔑'],
])('a key with %s cannot be sent', (_what, key) => {
  expect(validateKey(key, 'Staging')).toMatch(
    /must not contain spaces, line breaks or special characters\. Copy it again/,
  )
})

test('a key that no server would accept is too long', () => {
  expect(validateKey('~'.repeat(8193), 'Staging')).toBe('API key is too long. Copy only the key')
})
