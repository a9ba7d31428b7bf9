// @vitest-environment node
import { expect, test } from 'vitest'
import { doubtAbout, repeatsHeadings } from './row-marks.ts'

test.each([
  ['Total', 'total'],
  ['TOTAL:', 'total'],
  ['Grand total', 'total'],
  ['Dogs total', 'total'],
  ['Total (2 animals)', 'total'],
  ['Gesamtergebnis', 'total'],
  ['Summe 12', 'total'],
  ['Итого', 'total'],
  ['合計', 'total'],
  ['-', 'placeholder'],
  ['n/a', 'placeholder'],
  ['NULL', 'placeholder'],
  ['Rex', undefined],
  ['Totally Rex', undefined],
  ['Summer', undefined],
  ['Count Dracula', undefined],
  ['Nanuk', undefined],
])('The name %s is in doubt: %s', (name, doubt) => {
  expect(doubtAbout([name, '5'], name)).toBe(doubt)
})

test('A total in another column than the name is a total as well', () => {
  expect(doubtAbout(['Total', '2', '11'], '2')).toBe('total')
})

const COLUMNS = { name: 1, category: 0, status: undefined }
const HEADINGS = { number: 1, cells: ['Soort', 'Naam'] }

test.each([
  [['Soort', 'naam'], HEADINGS, true],
  [['categoryId', 'Name'], HEADINGS, true],
  [['categoryId', 'Name'], undefined, true],
  [['Soort', 'Rex'], HEADINGS, false],
  [['5', 'Name'], HEADINGS, false],
  [['', ''], { number: 1, cells: ['', ''] }, false],
])('The row %j repeats the headings: %j', (cells, headings, isRepeated) => {
  expect(repeatsHeadings(cells, { headings, columns: COLUMNS, notes: [] })).toBe(isRepeated)
})
