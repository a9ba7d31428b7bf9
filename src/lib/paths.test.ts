// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { importLabelsPath, labelsPath, newPetPath, pathOnSite, petListPath, petPath, urlOf } from './paths.ts'

const LARGEST_ID = int64('9223372036854775807')

test('Every page is below its environment', () => {
  expect(petListPath('staging')).toBe('/staging/pets')
  expect(petListPath('staging', '?status=sold')).toBe('/staging/pets?status=sold')
  expect(petPath('staging', LARGEST_ID)).toBe('/staging/pets/9223372036854775807')
})

test('The form for a new pet may be filled in by its address', () => {
  expect(newPetPath('staging')).toBe('/staging/pets/new')
  expect(newPetPath('staging', new URLSearchParams({ status: 'sold' }))).toBe('/staging/pets/new?status=sold')
})

test('The page with the labels of some pets has their IDs in its address, and that of an import its ID', () => {
  expect(labelsPath('staging', [{ id: int64('981') }])).toBe('/staging/pets/labels?ids=981')
  expect(labelsPath('staging', [{ id: LARGEST_ID }, { id: int64('-7') }])).toBe(
    '/staging/pets/labels?ids=9223372036854775807,-7',
  )
  expect(importLabelsPath('staging', 'a1')).toBe('/staging/pets/labels?import=a1')
})

test('The address of a page for other programs is complete', () => {
  expect(pathOnSite('/staging/pets')).toBe('/staging/pets')
  expect(urlOf(petPath('staging', LARGEST_ID))).toBe(
    `${window.location.origin}/staging/pets/9223372036854775807`,
  )
})
