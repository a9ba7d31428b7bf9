import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { petOf } from '#tests/support/ledger-entries.ts'
import { petIdentity } from './pet-identity.ts'

const rex = petOf(1)

test.each([
  ['another status', petOf(1, { status: 'sold' })],
  ['no status', petOf(1, { status: undefined })],
  ['its name in another case, and with blanks', petOf(1, { name: ' rEX ' })],
])('A pet with %s is the same pet.', (_difference, pet) => {
  expect(petIdentity(pet)).toBe(petIdentity(rex))
})

test.each([
  ['another ID', petOf(2)],
  ['the same ID and another name', petOf(1, { name: 'Mia' })],
  ['the same ID and another category', petOf(1, { categoryId: int64('2') })],
  ['an ID that begins the same', petOf(11)],
])('A pet with %s is another pet.', (_difference, pet) => {
  expect(petIdentity(pet)).not.toBe(petIdentity(rex))
})
