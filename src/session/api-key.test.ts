// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { normalizeKey, validateKey } from './api-key.ts'

test.each([
  ['  sesame\n', 'sesame'],
  ['Bearer sesame', 'sesame'],
  ['BEARER\t sesame ', 'sesame'],
  ['\u00A0bearer sesame\uFEFF', 'sesame'],
  ['Bearer-sesame', 'Bearer-sesame'],
  ['my Bearer sesame', 'my Bearer sesame'],
  ['\u200BBearer\u200B ses\u200Bame\u2060', 'sesame'],
  ['ses\u00ADame\u0000', 'sesame'],
  ['\u202Asesame\u202C\u200E', 'sesame'],
  ['Bearer', ''],
  [' \n', ''],
])('The text %j is read as the key %j', (typed, key) => {
  expect(normalizeKey(typed)).toBe(key)
})

test.each(['a', 'sk_live-1.2~3+4/5=', '!"#$%&\'()*', '~'.repeat(8192)])('The key %s can be sent', (key) => {
  expect(validateKey(key, 'Staging')).toBeUndefined()
  expect(new Headers({ Authorization: `Bearer ${key}` }).get('Authorization')).toBe(`Bearer ${key}`)
})

const SPECIAL = /must not contain spaces, line breaks or special characters\. Copy it again/

test.each([
  ['', /^Enter the API key for Staging$/],
  ['ses ame', SPECIAL],
  ['sesame\r\nX-Evil: 1', SPECIAL],
  ['ses–ame', SPECIAL],
  ['sésame', SPECIAL],
  ['ses\u200Bame', SPECIAL],
  ['ses\u0000ame', SPECIAL],
  ['~'.repeat(8193), /^API key is too long/],
])('The key %j cannot be sent', (key, words) => {
  expect(validateKey(key, 'Staging')).toMatch(words)
})
