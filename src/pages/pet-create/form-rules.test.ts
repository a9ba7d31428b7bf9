import { expect, test } from 'vitest'
import type { PetFormValues } from '#src/pets/form/pet-form.ts'
import { emptyForm, holdsPet, initialValues, nextField, valuesForNextPet } from './form-rules.ts'

test.each<[name: string, category: string, isKept: boolean, isHeld: boolean]>([
  ['', '', false, false],
  [' ', ' ', false, false],
  ['Rex', '', false, true],
  ['', '1', false, true],
  ['', '1', true, false],
  ['Rex', '1', true, true],
])(
  'A form with the name "%s" and the category "%s" (kept: %s) must not be overwritten: %s',
  (name, category, isKept, isHeld) => {
    expect(holdsPet({ ...emptyForm(), name, category, keepsCategoryAndStatus: isKept })).toBe(isHeld)
  },
)

test.each<['name' | 'category', name: string, category: string, next: string | undefined]>([
  ['name', 'Rex', '', 'category'],
  ['name', 'Rex', ' ', 'category'],
  ['name', 'Rex', '1', undefined],
  ['name', '', '', undefined],
  ['category', '', '1', 'name'],
  ['category', '', '', undefined],
])('Enter in %s, with the name "%s" and the category "%s", leads to %s', (field, name, category, next) => {
  expect(nextField(field, { name, category, status: '' })).toBe(next)
})

const PREFILLED = { category: 'Cats', status: 'sold', historyEntry: 'this one' }

test.each<[draftValues: PetFormValues, keepsCategoryAndStatus: boolean, opensWith: PetFormValues]>([
  [{ name: '', category: '', status: '' }, false, { name: '', category: 'Cats', status: 'sold' }],
  [{ name: 'Rex', category: '', status: '' }, false, { name: 'Rex', category: 'Cats', status: 'sold' }],
  [{ name: '', category: '', status: 'pending' }, false, { name: '', category: 'Cats', status: 'pending' }],
  [{ name: 'Rex', category: '1', status: '' }, true, { name: 'Rex', category: '1', status: '' }],
  [{ name: '', category: '1', status: '' }, false, { name: '', category: '1', status: '' }],
  [{ name: '', category: '1', status: 'pending' }, true, { name: '', category: 'Cats', status: 'sold' }],
])(
  'A form with %j ("Keep category and status": %s) becomes %j at an address with a category and a status',
  (draftValues, keepsCategoryAndStatus, opensWith) => {
    const draft = { ...emptyForm(), keepsCategoryAndStatus, ...draftValues }
    expect(initialValues(draft, PREFILLED)).toMatchObject(opensWith)
  },
)

test('An address fills in the form once, and an address without values fills in nothing.', () => {
  const filledIn = initialValues(emptyForm(), PREFILLED)
  const changed = { ...filledIn, category: '', status: '' }
  expect(initialValues(changed, PREFILLED)).toEqual(changed)
  expect(initialValues(changed, { category: '', status: '', historyEntry: 'another one' })).toEqual(changed)
  expect(initialValues(changed, { ...PREFILLED, historyEntry: 'another one' })).toMatchObject({
    category: 'Cats',
    status: 'sold',
  })
})

test('An address that is opened while the form holds a pet does not fill in the next pet, either.', () => {
  const typed = { ...emptyForm(), name: 'Luna', category: 'Cats', keepsCategoryAndStatus: true }
  const opened = initialValues(typed, PREFILLED)
  const kept = { ...opened, name: '' }
  expect(initialValues(kept, PREFILLED)).toEqual(kept)
})

test('An address with a status alone replaces the status that was kept, and leaves the category.', () => {
  const kept = { ...emptyForm(), keepsCategoryAndStatus: true, category: 'Dogs' }
  expect(initialValues(kept, { ...PREFILLED, category: '' })).toMatchObject({
    category: 'Dogs',
    status: 'sold',
  })
})

test.each([
  [false, { name: '', category: '', status: '' }],
  [true, { name: '', category: 'Dogs', status: 'sold' }],
])('After Rex was entered, a form that keeps category and status (%s) has %j', (keeps, remaining) => {
  const entered = { ...emptyForm(), name: 'Rex', category: 'Dogs', status: 'sold' }
  expect(valuesForNextPet({ ...entered, keepsCategoryAndStatus: keeps })).toEqual(remaining)
})
