// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import { createDraftStorage, type Draft } from './draft.ts'
import { EMPTY_VALUES } from './pet-form.ts'

const NAME = 'petstore-admin.draft.staging'
const NOTHING: Draft = { values: EMPTY_VALUES, isKept: false, sent: [] }
const id = (text: string) => text as Int64

const TYPED: Draft = {
  values: { name: ' Rex "2"\n🐕 ', category: 'twelve', status: 'sold' },
  isKept: false,
  sent: [],
}
const SENT: Draft = {
  values: { name: 'Rex', category: '9007199254740993', status: '' },
  isKept: false,
  sent: [
    {
      at: 1,
      newPet: { name: 'Rex', categoryId: id('9007199254740993'), status: undefined },
      knownIds: new Set([id('9007199254740992'), id('-9223372036854775808'), id('7')]),
    },
    {
      at: 2,
      newPet: { name: 'Mog', categoryId: id('1'), status: 'sold' },
      knownIds: new Set<Int64>(),
      isLeft: true,
    },
  ],
}

const BASE = 'https://api.example.com/v1'
const draftsOf = (environment: string) => createDraftStorage(environment, BASE)

/** The draft as another page load reads it. */
const afterReload = (environment = 'staging') => draftsOf(environment).read()

test('before anything is typed, the form is empty', () => {
  expect(afterReload()).toEqual(NOTHING)
})

test.each([
  ['values that are not valid yet', TYPED],
  ['a name alone', { values: { ...EMPTY_VALUES, name: 'R' }, isKept: false, sent: [] }],
  ['a category alone', { values: { ...EMPTY_VALUES, category: '1' }, isKept: false, sent: [] }],
  ['a space', { values: { ...EMPTY_VALUES, name: ' ' }, isKept: false, sent: [] }],
  ['that category and status are kept', { values: EMPTY_VALUES, isKept: true, sent: [] }],
  ['a status alone', { values: { ...EMPTY_VALUES, status: 'pending' }, isKept: false, sent: [] }],
  ['sent pets, with all digits of the known ids', SENT],
  ['sent pets, when the form is empty', { values: EMPTY_VALUES, isKept: false, sent: SENT.sent }],
  [
    'a sent pet with a status and no known ids',
    {
      ...SENT,
      sent: [
        { at: 1, newPet: { name: 'Rex', categoryId: id('1'), status: 'sold' }, knownIds: new Set<Int64>() },
      ],
    },
  ],
] satisfies [string, Draft][])('a reload keeps %s', (_what, draft) => {
  draftsOf('staging').write(draft)
  expect(afterReload()).toEqual(draft)
})

test('a pet that was sent to another base URL is dropped; the values stay', () => {
  draftsOf('staging').write(SENT)
  const elsewhere = createDraftStorage('staging', 'https://other.example.com/v1')
  expect(elsewhere.read()).toEqual({ values: SENT.values, isKept: false, sent: [] })
})

test('the draft is in sessionStorage only', () => {
  draftsOf('staging').write(SENT)
  expect(localStorage.length).toBe(0)
  expect(sessionStorage.length).toBe(1)
})

test('each environment has its own draft', () => {
  draftsOf('staging').write(TYPED)
  expect(afterReload('production')).toEqual(NOTHING)
  draftsOf('production').write(SENT)
  expect(afterReload()).toEqual(TYPED)
})

test('an empty draft leaves no entry in the storage', () => {
  draftsOf('staging').write(SENT)
  draftsOf('staging').write(NOTHING)
  expect(sessionStorage.length).toBe(0)
  expect(afterReload()).toEqual(NOTHING)
})

test('sent pets can be removed without the values', () => {
  const drafts = draftsOf('staging')
  drafts.write(SENT)
  drafts.write({ ...drafts.read(), sent: [] })
  expect(afterReload()).toEqual({ ...SENT, sent: [] })
})

const VALUES = { name: 'Rex', category: '1', status: '' }
const NEW_PET = { name: 'Rex', categoryId: '1' }

test.each([
  ['is not JSON', '{"values":'],
  ['is empty', ''],
  ['is null', 'null'],
  ['is a list', '[]'],
  ['has no values', {}],
  ['lacks a field', { values: { name: 'Rex', status: '' } }],
  ['has a name that is not a string', { values: { ...VALUES, name: 7 } }],
  ['has an unknown status', { values: { ...VALUES, status: 'on loan' } }],
  [
    'has a sent pet without a name',
    { values: VALUES, sent: [{ at: 1, newPet: { categoryId: '1' }, knownIds: [] }] },
  ],
  [
    'has a category id that is a number',
    { values: VALUES, sent: [{ at: 1, newPet: { ...NEW_PET, categoryId: 1 }, knownIds: [] }] },
  ],
  [
    'has a category id that is not an int64',
    { values: VALUES, sent: [{ at: 1, newPet: { ...NEW_PET, categoryId: 'x' }, knownIds: [] }] },
  ],
  [
    'has a known id that is out of range',
    { values: VALUES, sent: [{ at: 1, newPet: NEW_PET, knownIds: ['9223372036854775808'] }] },
  ],
  ['has no known ids', { values: VALUES, sent: [{ at: 1, newPet: NEW_PET }] }],
])('an entry that %s is read as an empty draft', (_what, entry) => {
  sessionStorage.setItem(NAME, typeof entry === 'string' ? entry : JSON.stringify(entry))
  expect(afterReload()).toEqual(NOTHING)
})

test('the entries above would be valid but for that one fault', () => {
  const entry = { values: VALUES, sent: [{ at: 1, newPet: NEW_PET, knownIds: ['7'] }] }
  sessionStorage.setItem(NAME, JSON.stringify(entry))
  expect(afterReload()).toEqual({
    values: VALUES,
    isKept: false,
    sent: [{ at: 1, newPet: { ...NEW_PET, status: undefined }, knownIds: new Set(['7']) }],
  })
})

describe('a storage that throws is ignored', () => {
  test.each(['setItem', 'getItem', 'removeItem'] as const)('%s throws', (method) => {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    const drafts = draftsOf('staging')
    expect(() => drafts.write(TYPED)).not.toThrow()
    expect(() => drafts.write(NOTHING)).not.toThrow()
    expect(() => drafts.read()).not.toThrow()
  })
})
