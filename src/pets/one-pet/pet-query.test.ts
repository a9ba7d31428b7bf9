import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HttpError } from '#src/http/errors.ts'
import { int64 } from '#tests/support/int64.ts'
import type { Pet } from '#src/pets/pet.ts'
import { createPetstore } from '#src/pets/petstore.ts'
import { createKnownPets } from '#src/pets/queries/known-pets.ts'
import { petQuery } from './pet-query.ts'

const petOf = (id: string): Pet => ({ id: int64(id), name: 'Rex', categoryId: int64('1'), status: 'sold' })

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-22') }))
afterEach(() => void vi.useRealTimers())

/**
 * Looks up the pet with ID 9 at a service that answers 404 and whose lists are empty.
 *
 * @param known the pets that a list has shown before
 */
async function lookUpMissingPet(known: readonly Pet[]) {
  const petstore = createPetstore(() =>
    Promise.reject(new HttpError('GET /pets/9', 404, { code: 'x', message: 'No.' })),
  )
  const listPets = () => Promise.resolve({ pets: known, unreadable: [], returned: known.length })
  const knownPets = createKnownPets()
  knownPets.add({ source: 'list', pets: known })
  const lookup = new QueryClient().query({
    ...petQuery({ ...petstore, listPets }, knownPets, int64('9')),
    retry: false,
  })
  return { knownPets, result: await lookup.catch((error: unknown) => error) }
}

test('A 404 for a pet that a list has shown means that the operation is gone, and the lists are searched', async () => {
  const { result, knownPets } = await lookUpMissingPet([petOf('9')])
  expect(result).toEqual({ pet: petOf('9'), foundBy: 'lists' })
  // It was opened, although a list has answered.
  expect(knownPets.get().recentIds).toEqual(['9'])
})

test('A 404 for a pet that no list has shown means that there is none', async () => {
  const { result, knownPets } = await lookUpMissingPet([petOf('8')])
  expect(result).toMatchObject({ name: 'PetNotFoundError' })
  expect(knownPets.get().recentIds).toEqual([])
})
