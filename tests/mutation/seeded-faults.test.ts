import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SEEDED_FAULTS } from './seeded-faults.ts'

test.each(SEEDED_FAULTS)('“$what” fits $file in one place', ({ file, find }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2)
})
