import { expect, test } from 'vitest'
import { isImportProblem, problemMessage } from './import-problem.ts'

test.each<[result: string, isProblem: boolean]>([
  ['busy', true],
  ['elsewhere', true],
  ['changed', true],
  ['failed', true],
  ['memory', true],
  ['opened', false],
  ['discarded', false],
  ['', false],
  ['toString', false],
])('The result "%s" is a problem: %s', (result, isProblem) => {
  expect(isImportProblem(result)).toBe(isProblem)
})

test('A problem names the import', () => {
  expect(problemMessage('delivery.csv', 'elsewhere')).toBe('delivery.csv is open in another tab.')
})
