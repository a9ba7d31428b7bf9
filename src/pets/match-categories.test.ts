import { expect, test } from 'vitest'
import { categoryBeginningWith, matchCategories } from './match-categories.ts'

const LABELS = new Map([
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
  const matches = matchCategories(typed, LABELS)
  expect(matches.options.map(({ id }) => id)).toEqual(ids)
  expect(matches.best?.id).toBe(best)
})

test.each([
  ['Hamster', '31'],
  [' hamster ', '31'],
  ['elephant', '5'],
  // "ham" stands within another label, too, but only one begins with it.
  ['ham', '31'],
  ['ion', undefined],
  ['lizard', undefined],
  ['Hamsters and mice', undefined],
  ['', undefined],
])('the label that begins with %j: %s', (word, id) => {
  expect(categoryBeginningWith(word, LABELS)?.id).toBe(id)
})

test('of several labels that begin with a word none is proposed', () => {
  expect(categoryBeginningWith('ham', new Map([...LABELS, ['8', 'Hamsters, white']]))).toBeUndefined()
})
