import { describe, expect, test } from 'vitest'
import { UNTRUSTED_STRINGS } from '#tests/support/untrusted-strings.ts'
import { checkPetForm, EMPTY_VALUES, fieldOfRejection, type PetFormValues } from './pet-form.ts'

const LABELS = new Map([
  ['1', 'Dogs'],
  ['2', 'Cats'],
])
const REX: PetFormValues = { name: 'Rex', category: '12', status: 'sold' }

describe('a valid form', () => {
  test.each([
    [REX, { name: 'Rex', categoryId: '12', status: 'sold' }],
    [
      { ...REX, status: 'available' },
      { name: 'Rex', categoryId: '12', status: 'available' },
    ],
    [
      { ...REX, status: 'pending' },
      { name: 'Rex', categoryId: '12', status: 'pending' },
    ],
    [
      { ...REX, status: '' },
      { name: 'Rex', categoryId: '12', status: undefined },
    ],
    [
      { ...REX, name: ' Rex  the\t2nd ' },
      { name: ' Rex  the\t2nd ', categoryId: '12', status: 'sold' },
    ],
    [
      { ...REX, name: '0' },
      { name: '0', categoryId: '12', status: 'sold' },
    ],
    [
      { ...REX, category: ' 0012 ' },
      { name: 'Rex', categoryId: '12', status: 'sold' },
    ],
    [
      { ...REX, category: '-1' },
      { name: 'Rex', categoryId: '-1', status: 'sold' },
    ],
    [
      { ...REX, category: 'dogs' },
      { name: 'Rex', categoryId: '1', status: 'sold' },
    ],
    [
      { ...REX, category: '9007199254740993' },
      { name: 'Rex', categoryId: '9007199254740993', status: 'sold' },
    ],
    [
      { ...REX, category: '9223372036854775807' },
      { name: 'Rex', categoryId: '9223372036854775807', status: 'sold' },
    ],
  ] satisfies [PetFormValues, unknown][])(
    '%j is the pet %j, with the name exactly as typed',
    (values, newPet) => {
      expect(checkPetForm(values, LABELS)).toEqual({ newPet })
    },
  )
})

test('every untrusted name is either sent exactly or gets an error message', () => {
  const results = UNTRUSTED_STRINGS.map((name) => {
    const { newPet, errors } = checkPetForm({ ...REX, name }, LABELS)
    return newPet?.name ?? errors?.name
  })
  expect(results).toEqual(
    UNTRUSTED_STRINGS.map((name) => {
      if (name.trim() === '') return 'Enter a name'
      return name.isWellFormed() ? name : 'Name contains a character that cannot be read.'
    }),
  )
})

const NAME = 'Enter a name'
const CATEGORY = 'Enter a category ID'
const WHOLE = 'Choose a category or enter a whole number, such as 12'
const BOUNDS = 'Category ID must be between -9223372036854775808 and 9223372036854775807'

describe('an invalid form has an error message for each wrong field', () => {
  test.each([
    [EMPTY_VALUES, { name: NAME, category: CATEGORY }],
    [{ ...REX, name: '' }, { name: NAME }],
    [{ ...REX, name: ' \t' }, { name: NAME }],
    [{ ...REX, category: '' }, { category: CATEGORY }],
    [{ ...REX, category: ' ' }, { category: CATEGORY }],
    [{ ...REX, category: 'Birds' }, { category: WHOLE }],
    [{ ...REX, category: '1.5' }, { category: WHOLE }],
    [{ ...REX, category: '9223372036854775808' }, { category: BOUNDS }],
    [
      { ...REX, name: '', category: '-9223372036854775809' },
      { name: NAME, category: BOUNDS },
    ],
  ] satisfies [PetFormValues, unknown][])('%j: %j', (values, errors) => {
    expect(checkPetForm(values, LABELS)).toEqual({ errors })
  })
})

test.each([
  ['name must not be empty', 'name'],
  ['The Name is too long.', 'name'],
  ['"name": expected string', 'name'],
  ['body.name is required', 'name'],
  ['categoryId does not exist', 'category'],
  ['Category 12 does not exist.', 'category'],
  ['CATEGORY_ID out of range', 'category'],
  ['name and categoryId are required', undefined],
  ['status must be one of available, pending, sold', undefined],
  ['name or status is wrong', undefined],
  ['The username may not do this', undefined],
  ['renamed fields are not taken', undefined],
  ['subcategory is closed', undefined],
  ['Bad request', undefined],
  ['', undefined],
])('the rejection %j is shown at the field %s', (message, field) => {
  expect(fieldOfRejection(message)).toBe(field)
})
