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

const PREFILLED = { category: 'Cats', status: 'sold' }

test.each<[typed: PetFormValues, initial: PetFormValues]>([
  [
    { name: '', category: '', status: '' },
    { name: '', category: 'Cats', status: 'sold' },
  ],
  [
    { name: 'Rex', category: '1', status: '' },
    { name: 'Rex', category: '1', status: 'sold' },
  ],
  [
    { name: '', category: '', status: 'pending' },
    { name: '', category: 'Cats', status: 'pending' },
  ],
])('After %j was typed, an address that fills in a category and a status leads to %j', (typed, initial) => {
  const draft = { ...emptyForm(), keepsCategoryAndStatus: true, ...typed }
  expect(initialValues(draft, PREFILLED)).toEqual({ ...draft, ...initial })
})

test.each([
  [false, { name: '', category: '', status: '' }],
  [true, { name: '', category: 'Dogs', status: 'sold' }],
])('After Rex was entered, a form that keeps category and status (%s) has %j', (keeps, remaining) => {
  const entered = { ...emptyForm(), name: 'Rex', category: 'Dogs', status: 'sold' }
  expect(valuesForNextPet({ ...entered, keepsCategoryAndStatus: keeps })).toEqual(remaining)
})
