import { expect, test, vi } from 'vitest'
import { categoryFieldText, parseCategory, validateName, matchCategories } from './validate-new-pet.ts'

const LABELS = new Map([
  ['1', 'Dogs'],
  ['2', 'Small cats'],
  ['3', 'Köter'],
  ['4', '12'],
  ['9223372036854775807', 'Last'],
])

const WHOLE = 'Choose a category or enter a whole number, such as 12'
const BOUNDS = 'Category ID must be between -9223372036854775808 and 9223372036854775807'

test.each([
  ['', 'Enter a name'],
  [' ', 'Enter a name'],
  ['\t\n\u00A0', 'Enter a name'],
  ['Rex', undefined],
  [' Rex ', undefined],
  ['0', undefined],
  ['🐕', undefined],
  ['x'.repeat(100_000), undefined],
  ['Rex \uD83D', 'Name contains a character that cannot be read.'],
  ['\uDC15\uD83D', 'Name contains a character that cannot be read.'],
])('the name %j has the error %s', (name, error) => {
  expect(validateName(name)).toBe(error)
})

test.each([
  ['12', '12'],
  [' 12\t', '12'],
  ['+12', '12'],
  ['0012', '12'],
  ['-1', '-1'],
  ['0', '0'],
  ['9007199254740993', '9007199254740993'],
  ['9223372036854775807', '9223372036854775807'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['Dogs', '1'],
  ['dogs', '1'],
  [' DOGS ', '1'],
  ['small CATS', '2'],
  ['KÖTER', '3'],
  ['last', '9223372036854775807'],
])('%j is the category %s', (typed, id) => {
  expect(parseCategory(typed, LABELS)).toEqual({ id })
})

test('labels do not depend on the locale: Turkish has a dotless i', () => {
  vi.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
    return this.replaceAll('I', '\u0131').toLowerCase()
  })
  expect(parseCategory('BIRDS', new Map([['5', 'Birds']]))).toEqual({ id: '5' })
})

test('digits are an id, even when a label has the same digits', () => {
  expect(parseCategory('12', LABELS)).toEqual({ id: '12' })
})

test.each([
  ['', 'Enter a category ID'],
  [' \n', 'Enter a category ID'],
  ['Birds', WHOLE],
  ['Dog', WHOLE],
  ['1.5', WHOLE],
  ['1,204', WHOLE],
  ['1 204', WHOLE],
  ['1e3', WHOLE],
  ['9.22337E+18', WHOLE],
  ['0x10', WHOLE],
  ['12n', WHOLE],
  ['--1', WHOLE],
  ['9223372036854775808', BOUNDS],
  ['-9223372036854775809', BOUNDS],
  ['9'.repeat(1000), BOUNDS],
])('the category %j gets an error that says how to fix it', (typed, error) => {
  expect(parseCategory(typed, LABELS)).toEqual({ error })
})

test('without labels, a word is not a category', () => {
  expect(parseCategory('Dogs', new Map())).toEqual({ error: WHOLE })
})

test('a category stands in a field by its label, unless that means another one', () => {
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
  // Already a category: all of them, so that another can be chosen.
  ['Dogs', ALL, undefined],
  [' dOGS ', ALL, undefined],
  ['31', ALL, undefined],
  // What starts with it comes first, whatever the order of the configuration.
  ['ham', ['31', '4'], '31'],
  ['HAM', ['31', '4'], '31'],
  ['hams', ['31', '4'], '31'],
  ['ion', ['4'], '4'],
  ['hams champ', ['4'], '4'],
  ['elephants', ['5'], '5'],
  ['ASIE', ['5'], '5'],
  // A number is the ID of a category without a label, whatever else it may be the beginning of.
  ['3', ['31'], undefined],
  // Also in the digits of an input method, although the label has the same ones.
  ['１２', ['7'], undefined],
  ['-1', [], undefined],
  ['9223372036854775808', [], undefined],
  ['cat', [], undefined],
])('"%s" offers %j, and most likely means %s', (typed, ids, best) => {
  const matches = matchCategories(typed, CATEGORIES)
  expect(matches.options.map(({ id }) => id)).toEqual(ids)
  expect(matches.best?.id).toBe(best)
})
