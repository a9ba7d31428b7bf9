import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import type { Pet } from '#src/pets/pet.ts'
import { createKnownPets, type KnownPets } from './known-pets.ts'

const petOf = (id: number, name = 'Rex'): Pet => ({
  id: int64(String(id)),
  name,
  categoryId: int64('1'),
  status: 'sold',
})

const namesOf = (knownPets: KnownPets): readonly string[] =>
  Array.from(knownPets.get().byId.values(), ({ pet }) => `${pet.name} ${pet.id}`)

test('Each pet is known as it was shown last, and the one that was loaded last comes last', () => {
  const knownPets = createKnownPets()
  knownPets.add({ source: 'list', pets: [petOf(7, 'Old'), petOf(8)] })
  knownPets.add({ source: 'list', pets: [petOf(5), petOf(7, 'New')] })
  expect(namesOf(knownPets)).toEqual(['Rex 8', 'Rex 5', 'New 7'])
})

test('Pets that were opened or added are recent, the last one last, and pets of a list are not', () => {
  const knownPets = createKnownPets()
  knownPets.add({ source: 'list', pets: [petOf(1), petOf(2), petOf(3)] })
  knownPets.add({ source: 'pet', pets: [petOf(2)] })
  knownPets.add({ source: 'answer', pets: [petOf(9)] })
  knownPets.add({ source: 'pet', pets: [petOf(2)] })
  knownPets.noteOpened(int64('3'))
  // A list that shows them again changes nothing about that.
  knownPets.add({ source: 'list', pets: [petOf(3), petOf(2)] })
  expect(knownPets.get().recentIds).toEqual(['9', '2', '3'])
})

test('A pet that was opened, but not found, is not recent', () => {
  const knownPets = createKnownPets()
  knownPets.noteOpened(int64('3'))
  expect(knownPets.get().recentIds).toEqual([])
})

test('Nothing is left of the pets once they are cleared', () => {
  const knownPets = createKnownPets()
  knownPets.add({ source: 'pet', pets: [petOf(2)] })
  knownPets.clear()
  expect([namesOf(knownPets), knownPets.get().recentIds]).toEqual([[], []])
})

test('Of more than 10,000 pets, those that were loaded first are forgotten', () => {
  const knownPets = createKnownPets()
  knownPets.add({ source: 'answer', pets: [petOf(0)] })
  knownPets.add({ source: 'list', pets: Array.from({ length: 10_000 }, (_, index) => petOf(index + 1)) })
  expect(knownPets.get().byId.size).toBe(10_000)
  expect(knownPets.get().byId.has(int64('0'))).toBe(false)
  knownPets.noteOpened(int64('10000'))
  knownPets.add({ source: 'pet', pets: [petOf(1)] })
  expect(knownPets.get().recentIds).toEqual(['10000', '1'])
})
