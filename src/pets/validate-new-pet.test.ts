import { expect, test, vi } from 'vitest'
import { categoryFieldText, matchCategories, parseCategory } from './validate-new-pet.ts'

const LABELS = new Map([
  ['1', 'Dogs'],
  ['2', 'Small cats'],
  ['3', 'Köter'],
  ['4', '12'],
  ['9223372036854775807', 'Last'],
])

const WHOLE = { error: 'Choose a category or enter a whole number, such as 12' }
const BOUNDS = {
  error: 'Category ID must be between -9223372036854775808 and 9223372036854775807',
}

// lib/int64.test.ts says what a whole number is.
test.each([
  [' 0012\t', { id: '12' }],
  ['-9223372036854775808', { id: '-9223372036854775808' }],
  // Digits are an ID, even when a label has the same digits.
  ['12', { id: '12' }],
  ['Dogs', { id: '1' }],
  [' DOGS ', { id: '1' }],
  ['small CATS', { id: '2' }],
  ['KÖTER', { id: '3' }],
  ['last', { id: '9223372036854775807' }],
  // These have characters that cannot be seen, or the digits of any script.
  ['\u200B12\u200E', { id: '12' }],
  ['Do\u00ADgs\uFEFF', { id: '1' }],
  ['small\u00A0cats', { id: '2' }],
  ['Ko\u0308ter', { id: '3' }],
  ['１２', { id: '12' }],
  ['−١٢', { id: '-12' }],
  ['\u200B', { error: 'Enter a category ID' }],
  [' \n', { error: 'Enter a category ID' }],
  ['Dog', WHOLE],
  ['1,204', WHOLE],
  ['9.22337E+18', WHOLE],
  ['9223372036854775808', BOUNDS],
  ['9'.repeat(1000), BOUNDS],
])('The text %j is read as the category, or has the error, %j', (typed, expected) => {
  expect(parseCategory(typed, LABELS)).toEqual(expected)
})

test('A label that was typed with invisible characters is the label that one sees', () => {
  const labels = new Map([
    ['1', 'می\u200Cش'],
    ['2', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} breeds'],
    ['3', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} breeds'],
  ])
  expect(parseCategory('میش', labels)).toEqual({ id: '1' })
  for (const [id, label] of labels) expect(parseCategory(label, labels)).toEqual({ id })
})

test('Labels do not depend on the locale, although Turkish has a dotless i', () => {
  vi.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
    return this.replaceAll('I', '\u0131').toLowerCase()
  })
  expect(parseCategory('BIRDS', new Map([['5', 'Birds']]))).toEqual({ id: '5' })
})

test('A field shows the label of a category, unless that means another category', () => {
  const labels = new Map([
    ['1', 'Dogs'],
    ['2', 'dogs'],
    ['3', '1'],
  ])
  expect(['1', '2', '3', '4'].map((id) => categoryFieldText(id, labels))).toEqual(['Dogs', '2', '3', '4'])
})

const CATEGORIES = new Map([
  ['1', 'Dogs'],
  ['12', 'Perros'],
  ['31', 'Hamsters'],
  ['4', 'Champion hams'],
  ['5', 'Éléphants d’Asie'],
  ['7', 'Group 12'],
])
const ALL = ['1', '12', '31', '4', '5', '7']

test.each<[string, readonly string[], string | undefined]>([
  ['', ALL, undefined],
  ['  ', ALL, undefined],
  // The text already is a category, so all of them can be chosen.
  ['Dogs', ALL, undefined],
  [' dOGS ', ALL, undefined],
  ['31', ALL, undefined],
  // The labels that start with the text come first, whatever the order of the configuration.
  ['ham', ['31', '4'], '31'],
  ['HAM', ['31', '4'], '31'],
  ['hams', ['31', '4'], '31'],
  ['ion', ['4'], '4'],
  ['hams champ', ['4'], '4'],
  ['elephants', ['5'], '5'],
  ['ASIE', ['5'], '5'],
  // A number is the ID of a category without a label, even if it is the beginning of something
  // else.
  ['3', ['31'], undefined],
  // The number may be in the digits of an input method.
  ['１２', ALL, undefined],
  ['٣', ['31'], undefined],
  ['h\u200Bam', ['31', '4'], '31'],
  ['\u200B', ALL, undefined],
  ['-1', [], undefined],
  ['9223372036854775808', [], undefined],
  ['cat', [], undefined],
])('The text "%s" offers %j, and most likely means %s', (typed, ids, best) => {
  const matches = matchCategories(typed, CATEGORIES)
  expect(matches.options.map(({ id }) => id)).toEqual(ids)
  expect(matches.best?.id).toBe(best)
})
