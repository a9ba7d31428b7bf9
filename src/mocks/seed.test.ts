// @vitest-environment node
import { expect, test } from 'vitest'
import { int64FromText } from '#src/lib/int64.ts'
import { LIMIT_DEFAULT, LIMIT_MAX, PET_STATUSES } from '#src/pets/pet.ts'
import { seedPets } from './seed.ts'

const pets = seedPets()

test('the seed is deterministic', () => {
  expect(seedPets()).toEqual(pets)
})

test('ids are canonical int64 and unique', () => {
  expect(new Set(pets.map(({ id }) => id)).size).toBe(pets.length)
  for (const { id, categoryId } of pets) {
    expect(int64FromText(id)).toBe(id)
    expect(int64FromText(categoryId)).toBe(categoryId)
  }
})

test('the unfiltered list is truncated, those of one status are complete', () => {
  expect(pets.length).toBeGreaterThan(LIMIT_MAX)
  for (const status of PET_STATUSES) {
    expect(pets.filter((pet) => pet.status === status).length).toBeLessThan(LIMIT_MAX)
  }
  expect(pets.filter(({ status }) => status === 'available').length).toBeGreaterThan(60)
})

test('the first page has every status, none, and ids beyond 2^53', () => {
  const page = pets.slice(0, LIMIT_DEFAULT)
  expect(new Set(page.map(({ status }) => status))).toEqual(new Set([...PET_STATUSES, undefined]))
  expect(page.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['9007199254740993', '9223372036854775807']),
  )
})

test('there is a name of 200 characters, and no empty one', () => {
  const lengths = pets.map(({ name }) => name.length)
  expect(Math.max(...lengths)).toBe(200)
  expect(Math.min(...lengths)).toBeGreaterThan(0)
})

test.each([
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Chinese', /\p{Script=Han}/u],
  ['Japanese', /\p{Script=Hiragana}|\p{Script=Katakana}/u],
  ['Korean', /\p{Script=Hangul}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['accented Latin', /[ëñöÅÇ]/u],
  ['emoji', /\p{Emoji_Presentation}/u],
])('there are names in %s', (_script, pattern) => {
  expect(pets.some(({ name }) => pattern.test(name))).toBe(true)
})

test('there are categories without a label, up to the largest int64', () => {
  const categories = new Set(pets.map(({ categoryId }) => categoryId as string))
  for (const id of ['1', '2', '3', '4', '5', '6', '12', '40', '9223372036854775807']) {
    expect(categories).toContain(id)
  }
})
