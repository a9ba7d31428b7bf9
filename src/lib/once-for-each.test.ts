import { expect, test } from 'vitest'
import { onceForEach } from './once-for-each.ts'

test('each key has one value, also where that is undefined', () => {
  let calls = 0
  const create = onceForEach((_key: object, value: string | undefined) => {
    calls += 1
    return value
  })
  const [first, second] = [{}, {}]
  expect([create(first, 'a'), create(first, 'b'), create(second, 'c')]).toEqual(['a', 'a', 'c'])
  const third = {}
  create(third, undefined)
  create(third, 'd')
  expect(calls).toBe(3)
})
