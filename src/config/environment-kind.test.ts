import { expect, test } from 'vitest'
import { nameIncludesKind } from './environment-kind.ts'

test.each([
  ['Staging', 'staging', true],
  ['EU staging 2', 'staging', true],
  ['Production', 'staging', false],
  ['Berlin', 'production', false],
] as const)('%s, of kind %s, needs no word for its kind: %j', (name, kind, expected) => {
  expect(nameIncludesKind(name, kind)).toBe(expected)
})
