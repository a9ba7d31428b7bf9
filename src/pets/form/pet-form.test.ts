import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { expect, test } from 'vitest'
import { UNTRUSTED_STRINGS } from '#tests/support/untrusted-strings.ts'
import {
  checkPetForm,
  EMPTY_VALUES,
  fieldOfRejection,
  petFormResolver,
  type PetFormValues,
  valuesFromSearch,
} from './pet-form.ts'

const LABELS = new Map([
  ['1', 'Dogs'],
  ['2', 'Cats'],
])
const REX: PetFormValues = { name: 'Rex', category: '12', status: 'sold' }

test('A valid form becomes a pet, whose name is exactly as typed', () => {
  const form = { name: ' Rex  the\t2nd ', category: 'dogs', status: ' SOLD' }
  expect(checkPetForm(form, LABELS)).toEqual({
    newPet: { name: ' Rex  the\t2nd ', categoryId: '1', status: 'sold' },
    errors: {},
  })
  expect(checkPetForm({ ...REX, status: ' ' }, LABELS)).toEqual({
    newPet: { name: 'Rex', categoryId: '12', status: undefined },
    errors: {},
  })
})

test('Every untrusted name is either sent exactly or gets an error message', () => {
  const results = UNTRUSTED_STRINGS.map((name) => {
    const { newPet, errors } = checkPetForm({ ...REX, name }, LABELS)
    return newPet?.name ?? errors.name
  })
  expect(results).toEqual(
    UNTRUSTED_STRINGS.map((name) => {
      if (isVisuallyBlank(name)) return 'Enter a name'
      return name.isWellFormed() ? name : 'Name contains a character that cannot be read.'
    }),
  )
})

test.each<[Partial<PetFormValues>, object]>([
  [EMPTY_VALUES, { name: 'Enter a name', category: 'Enter a category ID' }],
  [{ name: ' \t\u00A0' }, { name: 'Enter a name' }],
  [{ name: 'Rex \uD83D' }, { name: 'Name contains a character that cannot be read.' }],
  [{ category: '1.5' }, { category: 'Choose a category or enter a whole number, such as 12' }],
  [{ status: 'lost' }, { status: 'Status must be available, pending, sold or blank' }],
])('A form with %j has an error message for each wrong field: %j', (values, errors) => {
  expect(checkPetForm({ ...REX, ...values }, LABELS)).toEqual({ errors })
})

test('The form library gets the pet, or the message of each wrong field', async () => {
  const strict = petFormResolver(LABELS, ({ name }) => (name === 'Max' ? { name: 'Taken' } : {}))
  const resolve = (values: Partial<PetFormValues>, resolver = strict) =>
    resolver({ ...REX, ...values }, undefined, { fields: {}, shouldUseNativeValidation: false })
  const newPet = { name: 'Rex', categoryId: '12', status: 'sold' }
  expect(await resolve({})).toEqual({ values: newPet, errors: {} })
  expect(await resolve({}, petFormResolver(LABELS))).toEqual({ values: newPet, errors: {} })
  const taken = { type: 'check', message: 'Taken' }
  expect(await resolve({ name: 'Max' })).toEqual({ values: {}, errors: { name: taken } })
  expect(await resolve({ name: 'Max', category: '' })).toEqual({
    values: {},
    errors: { name: taken, category: { type: 'check', message: 'Enter a category ID' } },
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
  ['status must be one of available, pending, sold', 'status'],
  ['name or status is wrong', undefined],
  ['The username may not do this', undefined],
  ['renamed fields are not taken', undefined],
  ['subcategory is closed', undefined],
  ['Bad request', undefined],
  ['', undefined],
])('The rejection %j is shown at the field %s', (message, field) => {
  expect(fieldOfRejection(message)).toBe(field)
})

test.each([
  ['', '', ''],
  ['?categoryId=2&status=pending', 'Cats', 'pending'],
  ['?categoryId=12', '12', ''],
  ['?categoryId=9223372036854775808&status=asleep', '', ''],
  ['?categoryId=&status=', '', ''],
  ['?category=2&state=sold', '', ''],
])('The address %j fills in %j and %j', (search, category, status) => {
  expect(valuesFromSearch(search, LABELS)).toEqual({ category, status })
})
