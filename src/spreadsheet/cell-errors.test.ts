// @vitest-environment node
import { expect, test } from 'vitest'
import { cellError } from './cell-errors.ts'

test.each([
  '#N/A',
  '#NV',
  '#REF!',
  '#BEZUG!',
  '#¿NOMBRE?',
  '#Н/Д',
  '#NENÍ_K_DISPOZICI',
  '#Δ/Υ',
  '#GETTING_DATA',
  'Err:502',
  'Fehler:522',
  'Ошибка:504',
  'Loading...',
])('The text %s is an error of a spreadsheet', (text) => {
  expect(cellError(` ${text} `)).toBe(`The cell shows an error of the spreadsheet: ${text}`)
})

test('A number that does not fit into its column is reported', () => {
  expect(cellError('##########')).toBe('The cell shows ########. Widen its column in the spreadsheet.')
})

test.each(['', 'Rex', '#1', '# Rex', '#rex', 'No. 502', '##', 'Error'])('The text %j is no error', (text) => {
  expect(cellError(text)).toBeUndefined()
})
