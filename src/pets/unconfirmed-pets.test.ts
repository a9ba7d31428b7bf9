// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { draftName, readUnconfirmedPets } from './unconfirmed-pets.ts'

const BASE_URL = 'https://staging.example.com/v1'
const REX = { name: 'Rex', categoryId: '9223372036854775807' }

test.each<[what: string, stored: unknown, found: number]>([
  [
    'pets that were sent',
    { baseUrl: BASE_URL, sent: [{ newPet: REX }, { newPet: { ...REX, status: 'sold' } }] },
    2,
  ],
  ['a draft of an older version, which names no address', { sent: [{ newPet: REX }] }, 1],
  ['pets that were sent to another address', { baseUrl: 'https://example.org', sent: [{ newPet: REX }] }, 0],
  [
    'a category that is no int64',
    { baseUrl: BASE_URL, sent: [{ newPet: { ...REX, categoryId: '1.5' } }] },
    0,
  ],
  ['nothing that was sent', { baseUrl: BASE_URL, sent: [] }, 0],
  ['something else', 7, 0],
])('%s', (_what, stored, found) => {
  window.sessionStorage.setItem(draftName('staging'), JSON.stringify(stored))
  const pets = readUnconfirmedPets('staging', BASE_URL)
  expect(pets.map(({ name, categoryId }) => ({ name, categoryId }))).toEqual(
    Array.from({ length: found }, () => ({ name: 'Rex', categoryId: int64('9223372036854775807') })),
  )
  expect(readUnconfirmedPets('production', BASE_URL)).toEqual([])
})
