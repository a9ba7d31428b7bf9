import { expect, test } from 'vitest'
import { importName } from './import-name.ts'

test.each([
  ['delivery.csv', 'delivery.csv'],
  [undefined, 'Pasted rows'],
])('the name of an import of the file %j', (fileName, name) => {
  expect(importName({ fileName })).toBe(name)
})
