// @vitest-environment node
import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { suggestionFor } from './suggestion.ts'

const LABELS = new Map([
  ['1', 'Dogs'],
  ['2', 'Cats'],
  ['3', 'Birds'],
  ['4', 'Guppies'],
  ['5', 'Schäferhunde'],
  ['6', 'Boxes'],
  ['7', 'Fish'],
  ['8', 'Ferrets'],
  ['9', 'Parrots'],
])

test.each([
  // These are the same word in another form.
  ['category', 'dog', 'Dogs'],
  ['category', 'DOGS ', 'Dogs'],
  ['category', 'guppy', 'Guppies'],
  ['category', 'schaferhunde', 'Schäferhunde'],
  ['category', 'box', 'Boxes'],
  ['category', 'Do\u00ADgs', 'Dogs'],
  ['status', 'avail able', 'Available'],
  ['status', 'SOLD', 'Sold'],
  // These are slips of typing.
  ['category', 'Brids', 'Birds'],
  ['category', 'Bird5', 'Birds'],
  ['category', 'Birdds', 'Birds'],
  ['status', 'availible', 'Available'],
  ['status', 'pendign', 'Pending'],
  // These are other words, which may begin alike.
  ['category', 'Cattle', undefined],
  ['category', 'Catfish', undefined],
  ['category', 'Birdcage', undefined],
  ['category', 'categoryId', undefined],
  ['category', 'Hogs', undefined],
  ['category', 'Bats', undefined],
  ['category', 'do', undefined],
  ['status', 'Soldier on hold', undefined],
  ['status', 'Availability unknown', undefined],
  ['status', 'unavailable', undefined],
  ['status', 'avail', undefined],
  ['status', 'Gold', undefined],
] as const)('For a %s “%s” the suggestion is %s', (field, word, label) => {
  expect(suggestionFor({ field, text: '', word }, LABELS)?.label).toBe(label)
})

test('A slip that fits two categories suggests none', () => {
  const labels = new Map([
    ['1', 'Boats'],
    ['2', 'Bouts'],
  ])
  expect(suggestionFor({ field: 'category', text: '', word: 'Bosts' }, labels)).toBeUndefined()
})

test.each([
  ['Hamster', 'Category 60', '60'],
  [' HAMSTER', 'Category 60', '60'],
  ['brids', 'Fish', 'Fish'],
])('For “%s”, which was taken for a category before, the suggestion is %s', (word, label, text) => {
  const remembered = new Map([
    ['hamster', int64('60')],
    ['brids', int64('7')],
  ])
  const problem = { field: 'category', text: '', word } as const
  expect(suggestionFor(problem, LABELS, remembered)).toEqual({ text, label, isRemembered: true })
  expect(suggestionFor({ ...problem, field: 'status' }, LABELS, remembered)).toBeUndefined()
})

test('A name has no suggestion', () => {
  expect(suggestionFor({ field: 'name', text: '', word: 'Dogs' }, LABELS)).toBeUndefined()
})
