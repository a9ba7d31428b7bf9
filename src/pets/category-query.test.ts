import { expect, test } from 'vitest'
import { categoryQuery, queriedCategory } from './category-query.ts'

test.each(['7', '-7', '9223372036854775807'])('category %s is found by what asks for it', (id) => {
  expect(categoryQuery(id)).toBe(`category:${id}`)
  expect(queriedCategory(categoryQuery(id))).toBe(id)
})

test.each(['dogs', 'category:', 'category:dogs', 'xcategory:7', 'category:7x', 'category:--7'])(
  '%j asks for no category',
  (word) => {
    expect(queriedCategory(word)).toBeUndefined()
  },
)
