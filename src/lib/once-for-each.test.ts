import { expect, test } from 'vitest'
import { onceForEach } from './once-for-each.ts'

test('Each key has one value', () => {
  const create = onceForEach((_key: object, value: string) => ({ value }))
  const [first, second] = [{}, {}]
  expect([create(first, 'a'), create(first, 'b'), create(second, 'c')].map(({ value }) => value)).toEqual([
    'a',
    'a',
    'c',
  ])
})
