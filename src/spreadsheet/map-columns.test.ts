// @vitest-environment node
import { expect, test } from 'vitest'
import { checkColumns, isPet, mapColumns } from './map-columns.ts'

const LABELS = new Map([
  ['1', 'Dogs'],
  ['2', 'Cats'],
])

test.each([
  [['name', 'categoryId', 'status'], { name: 0, categoryId: 1, status: 2 }],
  [['name', 'categoryId'], { name: 0, categoryId: 1, status: undefined }],
  [['Status', 'note', 'CATEGORYID', ' Name '], { name: 3, categoryId: 2, status: 0 }],
  [['name', 'category id'], { name: 0, categoryId: 1, status: undefined }],
  [['name', 'Category  ID'], { name: 0, categoryId: 1, status: undefined }],
  [['name', 'category_id'], { name: 0, categoryId: 1, status: undefined }],
  [['name', 'Category'], { name: 0, categoryId: 1, status: undefined }],
  [['\u00A0name\uFEFF', 'category\t'], { name: 0, categoryId: 1, status: undefined }],
  // A CSV of pets, in which "category" is the label
  [['id', 'name', 'categoryId', 'category', 'status'], { name: 1, categoryId: 2, status: 4 }],
  [['Category', 'name', 'Category ID'], { name: 1, categoryId: 2, status: undefined }],
  // A report read back
  [['name', 'category', 'outcome', 'id', 'message'], { name: 0, categoryId: 1, status: undefined }],
  [['__proto__', 'constructor', 'name', 'category'], { name: 2, categoryId: 3, status: undefined }],
])('%j is understood', (header, columns) => {
  expect(mapColumns({ header, headerRow: 1, rows: [] }, LABELS)).toEqual(columns)
})

const none = { name: undefined, categoryId: undefined, status: undefined }

test.each([
  // No such column
  [['name'], ['categoryId'], { ...none, name: 0 }],
  [['category'], ['name'], { ...none, categoryId: 0 }],
  [['Naam', 'Soort'], ['name', 'categoryId'], none],
  [['category-id', 'pet name', 'status'], ['name', 'categoryId'], { ...none, status: 2 }],
  [['__proto__', 'toString'], ['name', 'categoryId'], none],
  // Two that could be it
  [['name', 'category_id', 'categoryId'], ['categoryId'], { ...none, name: 0 }],
  [['name', 'category', 'category id', 'categoryId'], ['categoryId'], { ...none, name: 0 }],
  [['name', 'name', 'category'], ['name'], { ...none, categoryId: 2 }],
  // A known name among numbers
  [['name', '2025', '2026'], ['categoryId'], { ...none, name: 0 }],
])('%j are headings, of which the user has to map %j', (header, missing, guess) => {
  expect(isPet(header, LABELS)).toBe(false)
  expect(mapColumns({ header, headerRow: 1, rows: [] }, LABELS)).toEqual({ missing, guess })
})

test.each([
  [['Rex', '12', 'available'], { name: 0, categoryId: 1, status: 2 }],
  [['Sold', 'Rex', '-7'], { name: 1, categoryId: 2, status: 0 }],
  [[' Rex', ' 12 ', ' sold '], { name: 0, categoryId: 1, status: 2 }],
  [['Rex', ' 12 ', ' ', ''], { ...none, name: 0, categoryId: 1 }],
  [[' dogs', 'Rex'], { ...none, name: 1, categoryId: 0 }],
  [['Rex', '9.00719E+15'], { ...none, name: 0, categoryId: 1 }],
  // Beside a label, a number is something else.
  [['981', 'Rex', '1', 'Dogs', 'sold'], { name: 1, categoryId: 3, status: 4 }],
])('%j is a pet', (cells, columns) => {
  expect(isPet(cells, LABELS)).toBe(true)
  expect(mapColumns(sheetOf(cells), LABELS)).toEqual(columns)
})

test.each([
  [[' 12', '13 ', 'Rex'], ['categoryId'], { ...none, name: 2 }],
  [['Rex', '12', '13'], ['categoryId'], { ...none, name: 0 }],
  [['Rex', '12', 'brown'], ['name'], { ...none, categoryId: 1 }],
  [['Dogs', 'cats', '1'], ['name', 'categoryId'], none],
  [['Rex', 'Hamster', 'sold'], ['name', 'categoryId'], { ...none, status: 2 }],
])('%j is a pet, of which the user has to map %j', (cells, missing, guess) => {
  expect(isPet(cells, LABELS)).toBe(true)
  expect(mapColumns(sheetOf(cells), LABELS)).toEqual({ missing, guess })
})

/** Without headings. */
const sheetOf = (cells: readonly string[]) => ({
  header: cells,
  headerRow: undefined,
  rows: [{ number: 1, cells }],
})

test.each([
  [{ name: 0, categoryId: 1, status: undefined }, undefined],
  [{ name: 2, categoryId: 0, status: 1 }, undefined],
  [{ name: undefined, categoryId: 1, status: undefined }, { name: 'Choose the name column' }],
  [
    { name: undefined, categoryId: undefined, status: undefined },
    { name: 'Choose the name column', categoryId: 'Choose the category ID column' },
  ],
  [
    { name: 1, categoryId: 1, status: undefined },
    { categoryId: 'Choose another column. This one is the name column' },
  ],
  [
    { name: 0, categoryId: 1, status: 1 },
    { status: 'Choose another column. This one is the category ID column' },
  ],
])('the choice %o: %o', (chosen, problems) => {
  expect(checkColumns(chosen)).toEqual(problems === undefined ? { columns: chosen } : { problems })
})
