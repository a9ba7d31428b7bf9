// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { labelsPath, petUrl } from './pet-url.ts'

test('The page with the labels of some pets has their IDs in its address', () => {
  expect(labelsPath('staging', [{ id: int64('981') }])).toBe('/staging/pets/labels?ids=981')
  expect(labelsPath('staging', [{ id: int64('9223372036854775807') }, { id: int64('-7') }])).toBe(
    '/staging/pets/labels?ids=9223372036854775807,-7',
  )
})

test('The address of a pet for other programs is complete', () => {
  expect(petUrl('staging', int64('9223372036854775807'))).toBe(
    `${window.location.origin}/staging/pets/9223372036854775807`,
  )
})
