// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import { createDraftStorage, type Draft } from './draft.ts'
import { EMPTY_VALUES } from './pet-form.ts'

const NAME = 'petstore-admin.draft.staging'
const NOTHING: Draft = { values: EMPTY_VALUES, sent: [] }
const id = (text: string) => text as Int64

const TYPED: Draft = {
  values: { name: ' Rex "2"\n🐕 ', category: 'twelve', status: 'sold' },
  sent: [],
}
const SENT: Draft = {
  values: { name: 'Rex', category: '9007199254740993', status: '' },
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

/** As a page does that was loaded anew. */
const afterReload = (environment = 'staging') => draftsOf(environment).read()

test('before anything is typed, the form is empty', () => {
  expect(afterReload()).toEqual(NOTHING)
})

test.each([
  ['what was typed, even where it is not right yet', TYPED],
  ['a name alone', { values: { ...EMPTY_VALUES, name: 'R' }, sent: [] }],
  ['a blank', { values: { ...EMPTY_VALUES, name: ' ' }, sent: [] }],
  ['a status alone', { values: { ...EMPTY_VALUES, status: 'pending' }, sent: [] }],
  ['that a pet was sent, and all digits of the ids that were known', SENT],
  ['that a pet was sent, from a form that is empty now', { values: EMPTY_VALUES, sent: SENT.sent }],
  [
    'that a pet was sent with a status, when no pet was known',
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

test('a pet that was sent to another base URL is not in doubt here; what is typed stays', () => {
  draftsOf('staging').write(SENT)
  const elsewhere = createDraftStorage('staging', 'https://other.example.com/v1')
  expect(elsewhere.read()).toEqual({ values: SENT.values, sent: [] })
})

test('it lasts as long as the tab: nothing of it is on the device', () => {
  draftsOf('staging').write(SENT)
  expect(localStorage.length).toBe(0)
  expect(sessionStorage.length).toBe(1)
})

test('what was typed for one environment is not there in another', () => {
  draftsOf('staging').write(TYPED)
  expect(afterReload('production')).toEqual(NOTHING)
  draftsOf('production').write(SENT)
  expect(afterReload()).toEqual(TYPED)
})

test('an empty form leaves nothing behind', () => {
  draftsOf('staging').write(SENT)
  draftsOf('staging').write(NOTHING)
  expect(sessionStorage.length).toBe(0)
  expect(afterReload()).toEqual(NOTHING)
})

test('the outcome takes back that a pet was sent, and keeps what was typed', () => {
  const drafts = draftsOf('staging')
  drafts.write(SENT)
  drafts.write({ ...drafts.read(), sent: [] })
  expect(afterReload()).toEqual({ ...SENT, sent: [] })
})

const VALUES = { name: 'Rex', category: '1', status: '' }
const NEW_PET = { name: 'Rex', categoryId: '1' }

test.each([
  ['is no JSON', '{"values":'],
  ['is empty', ''],
  ['is null', 'null'],
  ['is a list', '[]'],
  ['has no values', {}],
  ['lacks a field', { values: { name: 'Rex', status: '' } }],
  ['has a name that is no text', { values: { ...VALUES, name: 7 } }],
  ['has a status that the form does not have', { values: { ...VALUES, status: 'on loan' } }],
  [
    'was sent without a name',
    { values: VALUES, sent: [{ at: 1, newPet: { categoryId: '1' }, knownIds: [] }] },
  ],
  [
    'was sent with a rounded id',
    { values: VALUES, sent: [{ at: 1, newPet: { ...NEW_PET, categoryId: 1 }, knownIds: [] }] },
  ],
  [
    'was sent with a word for an id',
    { values: VALUES, sent: [{ at: 1, newPet: { ...NEW_PET, categoryId: 'x' }, knownIds: [] }] },
  ],
  [
    'knows an id that is none',
    { values: VALUES, sent: [{ at: 1, newPet: NEW_PET, knownIds: ['9223372036854775808'] }] },
  ],
  ['knows no ids', { values: VALUES, sent: [{ at: 1, newPet: NEW_PET }] }],
])('an entry that %s is an empty form', (_what, entry) => {
  sessionStorage.setItem(NAME, typeof entry === 'string' ? entry : JSON.stringify(entry))
  expect(afterReload()).toEqual(NOTHING)
})

test('the entries above would be read, if it were not for their fault', () => {
  const entry = { values: VALUES, sent: [{ at: 1, newPet: NEW_PET, knownIds: ['7'] }] }
  sessionStorage.setItem(NAME, JSON.stringify(entry))
  expect(afterReload()).toEqual({
    values: VALUES,
    sent: [{ at: 1, newPet: { ...NEW_PET, status: undefined }, knownIds: new Set(['7']) }],
  })
})

describe('where storage gives no hold, one can type all the same', () => {
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
