import { expect, test } from 'vitest'
import { createInstanceCache } from './instance-cache.ts'

const createList = (name: string) => [name]
const createOther = (name: string) => [name]

test('each factory is called once in each cache', () => {
  const [cache, other] = [createInstanceCache(), createInstanceCache()]
  const list = cache(createList, 'first')
  expect(list).toEqual(['first'])
  expect(cache(createList, 'second')).toBe(list)
  expect(cache(createOther, 'third')).toEqual(['third'])
  expect(other(createList, 'fourth')).toEqual(['fourth'])
})
