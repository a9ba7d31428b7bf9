import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { lookalikeKeyOf } from './lookalike-key.ts'
import type { NewPet } from './pet.ts'

const rex: NewPet = { name: 'Rex', categoryId: int64('1'), status: undefined }

test.each<[what: string, a: string, b: string, isAlike: boolean]>([
  ['another letter case', 'REX', 'Rex', true],
  ['other white space', ' Rex\t the  2nd\u00A0', 'Rex the 2nd', true],
  ['another normalization', 'É', 'E\u0301', true],
  ['control and invisible characters', '\u200ERex\u200B the\u0085 \u001F2nd\u0000', 'Rex the 2nd', true],
  ['an invisible character within a letter', 'E\u200B\u0301', 'É', true],
  ['another name', 'Rexi', 'Rex', false],
  ['another emoji', '👨\u200D👩', '👨👩', false],
  ['another flag', '🏴\u{E0067}\u{E0062}\u{E007F}', '🏴', false],
  ['a visible sign of the format class', '\u06DD5', '5', false],
  ['a capital that two small letters share', 'STRASSE', 'Straße', false],
])('Pets have the same key when their names differ in %s', (_what, a, b, isAlike) => {
  expect(lookalikeKeyOf({ ...rex, name: a }) === lookalikeKeyOf({ ...rex, name: b })).toBe(isAlike)
})

test('Another category makes another pet, but another status does not', () => {
  expect(lookalikeKeyOf({ ...rex, categoryId: int64('2') })).not.toBe(lookalikeKeyOf(rex))
  expect(lookalikeKeyOf({ ...rex, status: 'sold' } as NewPet)).toBe(lookalikeKeyOf(rex))
})
