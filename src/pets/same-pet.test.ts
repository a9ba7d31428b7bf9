import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import type { NewPet } from './pet.ts'
import { isSameNewPet, matchesNewPet, mayBeSameAnimal } from './same-pet.ts'

const REX: NewPet = { name: 'Rex', categoryId: int64('1'), status: undefined }
const SOLD: NewPet = { ...REX, status: 'sold' }

test.each<[what: string, a: NewPet, b: NewPet, matches: boolean, isSame: boolean, mayBe: boolean]>([
  ['the same fields', REX, { ...REX }, true, true, true],
  ['a status that was left out', SOLD, REX, true, true, true],
  ['a status that was not asked for', REX, SOLD, false, true, true],
  ['another status', { ...REX, status: 'pending' }, SOLD, false, false, true],
  [
    'other white space',
    { ...REX, name: ' Rex\t the  2nd' },
    { ...REX, name: 'Rex the 2nd' },
    true,
    true,
    true,
  ],
  ['another normalization', { ...REX, name: 'É' }, { ...REX, name: 'E\u0301' }, true, true, true],
  [
    'control and invisible characters',
    { ...REX, name: '\u200ERex\u200B the\u0085 \u001F2nd\u0000' },
    { ...REX, name: 'Rex the 2nd' },
    true,
    true,
    true,
  ],
  [
    'an invisible character within a letter',
    { ...REX, name: 'E\u200B\u0301' },
    { ...REX, name: 'É' },
    true,
    true,
    true,
  ],
  ['another emoji', { ...REX, name: '👨\u200D👩' }, { ...REX, name: '👨👩' }, false, false, false],
  [
    'another flag',
    { ...REX, name: '🏴\u{E0067}\u{E0062}\u{E007F}' },
    { ...REX, name: '🏴' },
    false,
    false,
    false,
  ],
  [
    'a visible sign of the format class',
    { ...REX, name: '\u06DD5' },
    { ...REX, name: '5' },
    false,
    false,
    false,
  ],
  ['another letter case', { ...REX, name: 'REX' }, REX, false, false, true],
  [
    'a capital that two small letters share',
    { ...REX, name: 'STRASSE' },
    { ...REX, name: 'Straße' },
    false,
    false,
    false,
  ],
  ['another category', { ...REX, categoryId: int64('2') }, REX, false, false, false],
  ['another name', { ...REX, name: 'Rexi' }, REX, false, false, false],
])('%s: matches, is the same to send, may be the same animal', (_what, a, b, matches, isSame, mayBe) => {
  expect([matchesNewPet(a, b), isSameNewPet(a, b), isSameNewPet(b, a), mayBeSameAnimal(a, b)]).toEqual([
    matches,
    isSame,
    isSame,
    mayBe,
  ])
})
