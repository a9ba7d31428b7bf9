import { plainText } from '#src/lib/plain-text.ts'
import { describe, expect, test } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import type { Pet } from '#src/pets/pet.ts'
import { UNTRUSTED_STRINGS } from '#tests/support/untrusted-strings.ts'
import { ORDERS, type PetColumn, type PetOrder } from './pet-columns.ts'
import { categoryQuery, searchPets } from './search-pets.ts'

const NO_LABELS = new Map<string, string>()
const LABELS = new Map([
  ['1', 'Dogs'],
  ['2', 'Cats'],
  ['3', 'Éléphants'],
  ['4', 'birds'],
])

const pet = (
  id: string,
  part: { name?: string; category?: string; status?: string | undefined } = {},
): Pet => ({
  id: id as Int64,
  name: part.name ?? 'Rex',
  categoryId: (part.category ?? '1') as Int64,
  status: part.status,
})

const idsOf = (pets: readonly Pet[]) => pets.map(({ id }) => id)
const order = (id: PetColumn['id'], descending: boolean) =>
  ORDERS.find(({ param }) => param === (descending ? `-${id}` : id))
const ascending = (id: PetColumn['id']) => order(id, false)
const descending = (id: PetColumn['id']) => order(id, true)

function sorted(pets: Pet[], sort: PetOrder | undefined, labels = NO_LABELS) {
  return searchPets(pets, { q: '', sort }, labels)
}

describe('sorting', () => {
  test('by ID is numeric, and exact beyond 2^53', () => {
    const inOrder = ['-9223372036854775808', '-2', '0', '9', '10', '9007199254740992', '9007199254740993']
    const shuffled = [3, 6, 1, 5, 0, 4, 2].map((index) => pet(inOrder[index] ?? ''))
    expect(sorted(shuffled, undefined)).toEqual(shuffled)
    expect(idsOf(sorted(shuffled, ascending('id')))).toEqual(inOrder)
    expect(idsOf(sorted(shuffled, descending('id')))).toEqual(inOrder.toReversed())
  })

  test.each([
    ['en-GB', ['Älpli', 'bello', 'Émile', 'emma', 'İda', 'Ilgaz', 'Rex 2', 'Rex 10', 'Zoe', 'いぬ']],
    // Swedish has Ä as a letter after Z, and Turkish has an I without a dot before the one with a
    // dot.
    ['sv-SE', ['bello', 'Émile', 'emma', 'İda', 'Ilgaz', 'Rex 2', 'Rex 10', 'Zoe', 'Älpli', 'いぬ']],
    ['tr-TR', ['Älpli', 'bello', 'Émile', 'emma', 'Ilgaz', 'İda', 'Rex 2', 'Rex 10', 'Zoe', 'いぬ']],
  ])('is alphabetical as people in %s expect it, with numbers as numbers', (locale, names) => {
    const labels = new Map(names.map((name, index) => [String(index), name]))
    const pets = names.map((name, index) => pet(String(index), { name, category: String(index) }))
    const shuffled = Object.freeze(pets.toReversed())
    const compare = new Intl.Collator(locale, { numeric: true }).compare
    expect(searchPets(shuffled, { q: '', sort: ascending('name') }, NO_LABELS, compare)).toEqual(pets)
    expect(searchPets(shuffled, { q: '', sort: descending('name') }, NO_LABELS, compare)).toEqual(shuffled)
    expect(searchPets(shuffled, { q: '', sort: ascending('category') }, labels, compare)).toEqual(pets)
  })

  test('by category is by label, then by the IDs without a label', () => {
    const labels = new Map([...LABELS, ['5', 'Zebras']])
    const inOrder = ['4', '2', '1', '3', '5', '-7', '9', '10', '9007199254740992', '9007199254740993']
    const pets = [9, 3, 7, 2, 5, 6, 0, 4, 8, 1].map((index) =>
      pet(inOrder[index] ?? '', { category: inOrder[index] ?? '' }),
    )
    expect(idsOf(sorted(pets, ascending('category'), labels))).toEqual(inOrder)
    expect(idsOf(sorted(pets, descending('category'), labels))).toEqual(inOrder.toReversed())
  })

  test('by status puts available first, then pending, sold, unknown ones and "Not set"', () => {
    const inOrder = ['available', 'pending', 'sold', 'on loan', 'reserved', undefined]
    const pets = [5, 3, 0, 4, 2, 1].map((index) => pet(String(index), { status: inOrder[index] }))
    expect(sorted(pets, ascending('status')).map(({ status }) => status)).toEqual(inOrder)
    expect(sorted(pets, descending('status')).map(({ status }) => status)).toEqual(inOrder.toReversed())
  })

  test.each(['name', 'category', 'status'] as const)(
    'by %s keeps equal pets in the order of the service, up and down',
    (field) => {
      const ids = ['5', '3', '9007199254740993', '1', '4', '9007199254740992', '2']
      const pets = ids.map((id) => pet(id))
      expect(idsOf(sorted(pets, ascending(field)))).toEqual(ids)
      expect(idsOf(sorted(pets, descending(field)))).toEqual(ids)
    },
  )
})

describe('searching', () => {
  const PETS = [
    pet('981', { name: 'Señor Chucho', category: '1', status: 'available' }),
    pet('9007199254740993', { name: 'Émile', category: '2', status: 'pending' }),
    pet('9007199254740992', { name: 'REX the 2nd', category: '77', status: 'on loan' }),
    pet('7', { name: 'Straße', category: '3', status: undefined }),
    pet('8', { name: 'Иван', category: '4', status: 'sold' }),
  ]
  const search = (q: string, pets = PETS) => idsOf(searchPets(pets, { q, sort: undefined }, LABELS))

  // lib/search-text.test.ts says what a word is, and which letters are alike.
  test.each([
    ['nothing', ' \t\n', idsOf(PETS)],
    ['a part of a name, without its accents', 'mil', ['9007199254740993']],
    ['the last digits of an id beyond 2^53', '740993', ['9007199254740993']],
    ['an id that a number cannot tell from another', '9007199254740992', ['9007199254740992']],
    ['the label of a category', 'cats', ['9007199254740993']],
    ['the id of a category', '77', ['9007199254740992']],
    ['a status that the app does not know', 'loan', ['9007199254740992']],
    ['a status that is not set, as it is shown', 'not set', ['7']],
    ['two words of one row', 'emile cats', ['9007199254740993']],
    ['two words of two rows', 'emile dogs', []],
    ['a category by what asks for it', categoryQuery('1'), ['981']],
    ['the same, and a word', `${categoryQuery('77')} émile`, []],
    ['what asks for no category', 'category:dogs', []],
    ['nor this', 'xcategory:1', []],
    ['a word over the border of two columns', '981señor', []],
  ])('for %s finds the rows that show it: %j', (_what, q, ids) => {
    expect(search(q)).toEqual(ids)
  })

  test('works together with sorting', () => {
    const pets = [pet('3', { name: 'Rex' }), pet('2', { name: 'Tom' }), pet('1', { name: 'Rexi' })]
    expect(idsOf(searchPets(pets, { q: 'rex', sort: descending('name') }, NO_LABELS))).toEqual(['1', '3'])
  })
})

test('for any untrusted text finds the pet of that name, and no pet without it', () => {
  const texts = UNTRUSTED_STRINGS.filter(({ length }) => length <= 500)
  const found = texts.map((text) => {
    // The text is read from the address, as in the app.
    const q = new URLSearchParams({ q: text }).get('q') ?? ''
    const pets = [pet('7', { name: text }), pet('8', { name: '§', category: '8', status: '§' })]
    return idsOf(searchPets(pets, { q, sort: undefined }, NO_LABELS))
  })
  expect(found).toEqual(texts.map((text) => (plainText(text) === '' ? ['7', '8'] : ['7'])))
})

test.each(['5', '-5', '-9223372036854775808'])(
  'the search for the category %s finds no others',
  (category) => {
    const pets = ['5', '-5', '-9223372036854775808', '55'].map((id) => pet(id, { category: id }))
    const found = searchPets(pets, { q: categoryQuery(category), sort: undefined }, NO_LABELS)
    expect(idsOf(found)).toEqual([category])
  },
)
