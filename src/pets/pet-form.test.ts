import { expect, test } from 'vitest'
import type { NewPet } from '#src/pets/pet.ts'
import { int64 } from '#tests/support/int64.ts'
import { UNTRUSTED_STRINGS } from '#tests/support/untrusted-strings.ts'
import {
  checkPetForm,
  EMPTY_VALUES,
  fieldOfRejection,
  type PetFormValues,
  valuesFromSearch,
} from './pet-form.ts'

const LABELS = new Map([
  ['1', 'Dogs'],
  ['2', 'Cats'],
])
const REX: PetFormValues = { name: 'Rex', category: '12', status: 'sold' }

test.each<[Partial<PetFormValues>, Partial<NewPet>]>([
  [{}, {}],
  [{ status: 'available' }, { status: 'available' }],
  [{ status: 'pending' }, { status: 'pending' }],
  [{ status: '' }, { status: undefined }],
  [{ name: ' Rex  the\t2nd ' }, { name: ' Rex  the\t2nd ' }],
  [{ name: '0' }, { name: '0' }],
  [{ category: ' 0012 ' }, { categoryId: int64('12') }],
  [{ category: '0' }, { categoryId: int64('0') }],
  [{ category: '-1' }, { categoryId: int64('-1') }],
  [{ category: 'dogs' }, { categoryId: int64('1') }],
  [{ category: '9007199254740993' }, { categoryId: int64('9007199254740993') }],
  [{ category: '9223372036854775807' }, { categoryId: int64('9223372036854775807') }],
  [{ category: '-9223372036854775808' }, { categoryId: int64('-9223372036854775808') }],
])('a valid form with %j is a pet with %j, and the name is exactly as typed', (values, newPet) => {
  expect(checkPetForm({ ...REX, ...values }, LABELS)).toEqual({
    newPet: { name: 'Rex', categoryId: '12', status: 'sold', ...newPet },
  })
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

test.each<[Partial<PetFormValues>, object]>([
  [EMPTY_VALUES, { name: NAME, category: CATEGORY }],
  [{ name: '' }, { name: NAME }],
  [{ name: ' \t' }, { name: NAME }],
  [{ category: '' }, { category: CATEGORY }],
  [{ category: ' ' }, { category: CATEGORY }],
  [{ category: 'Birds' }, { category: WHOLE }],
  [{ category: '1.5' }, { category: WHOLE }],
  [{ category: '1e3' }, { category: WHOLE }],
  [{ category: '0x10' }, { category: WHOLE }],
  [{ category: '1,000' }, { category: WHOLE }],
  [{ category: '9223372036854775808' }, { category: BOUNDS }],
  [{ status: 'lost' }, { status: 'Status must be available, pending, sold or blank' }],
  [
    { name: '', category: '-9223372036854775809' },
    { name: NAME, category: BOUNDS },
  ],
])('an invalid form with %j has an error message for each wrong field: %j', (values, errors) => {
  expect(checkPetForm({ ...REX, ...values }, LABELS)).toEqual({ errors })
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
  ['status must be one of available, pending, sold', 'status'],
  ['name or status is wrong', undefined],
  ['The username may not do this', undefined],
  ['renamed fields are not taken', undefined],
  ['subcategory is closed', undefined],
  ['Bad request', undefined],
  ['', undefined],
])('the rejection %j is shown at the field %s', (message, field) => {
  expect(fieldOfRejection(message)).toBe(field)
})

test.each([
  ['', '', ''],
  ['?categoryId=2&status=pending', 'Cats', 'pending'],
  ['?categoryId=12', '12', ''],
  ['?categoryId=9223372036854775808&status=asleep', '', ''],
  ['?categoryId=&status=', '', ''],
  ['?category=2&state=sold', '', ''],
])('the address %j fills in %j and %j', (search, category, status) => {
  expect(valuesFromSearch(search, LABELS)).toEqual({ category, status })
})
