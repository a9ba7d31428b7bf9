// @vitest-environment node
import { expect, test } from 'vitest'
import { columnsOf, isPet, kindOfCell, kindOfHeading } from './headings.ts'

const LABELS = new Map([
  ['1', 'Dogs'],
  ['2', 'Cats'],
])

test.each([
  [['name', 'categoryId', 'status'], { name: 0, category: 1, status: 2 }],
  [['Status', 'note', 'CATEGORYID', ' Name '], { name: 3, category: 2, status: 0 }],
  [['name', 'category id'], { name: 0, category: 1, status: undefined }],
  [['name', 'Category  ID'], { name: 0, category: 1, status: undefined }],
  [['name', 'category_id'], { name: 0, category: 1, status: undefined }],
  [['\u00A0name\uFEFF', 'category\t'], { name: 0, category: 1, status: undefined }],
  // In the CSV of a list, "category" is the label.
  [['id', 'name', 'categoryId', 'category', 'status'], { name: 1, category: 2, status: 4 }],
  [['Category', 'name', 'Category ID'], { name: 1, category: 2, status: undefined }],
  [['__proto__', 'constructor', 'name', 'category'], { name: 2, category: 3, status: undefined }],
])('The columns of the headings %j are understood', (header, columns) => {
  expect(columnsOf(header.map(kindOfHeading))).toEqual(columns)
})

const none = { name: undefined, category: undefined, status: undefined }

test.each([
  // There is no such column.
  [['name'], { ...none, name: 0 }],
  [['Naam', 'Soort'], none],
  [['category-id', 'pet name', 'status'], { ...none, status: 2 }],
  // Two columns could have the category, or the name.
  [['name', 'category', 'category id', 'categoryId'], { ...none, name: 0 }],
  [['name', 'name', 'category'], { ...none, category: 2 }],
  // A known name among numbers makes them headings.
  [['name', '2025', '2026'], { ...none, name: 0 }],
])('The row %j has headings, of which %j is known', (header, columns) => {
  expect(isPet(header, LABELS)).toBe(false)
  expect(columnsOf(header.map(kindOfHeading))).toEqual(columns)
})

test.each([
  [['Rex', '12', 'available'], { name: 0, category: 1, status: 2 }],
  [['Sold', 'Rex', '-7'], { name: 1, category: 2, status: 0 }],
  [[' Rex', ' 12 ', ' sold '], { name: 0, category: 1, status: 2 }],
  [['Rex', ' 12 ', ' ', ''], { ...none, name: 0, category: 1 }],
  [[' dogs', 'Rex'], { ...none, name: 1, category: 0 }],
  [['Rex', '9.00719E+15'], { ...none, name: 0, category: 1 }],
  // Beside a label, a number is something else.
  [['981', 'Rex', '1', 'Dogs', 'sold'], { name: 1, category: 3, status: 4 }],
])('The row %j is a pet', (cells, columns) => {
  expect(isPet(cells, LABELS)).toBe(true)
  expect(columnsOf(cells.map((cell) => kindOfCell(cell, LABELS)))).toEqual(columns)
})

test.each([
  [[' 12', '13 ', 'Rex'], { ...none, name: 2 }],
  [['Rex', '12', '13'], { ...none, name: 0 }],
  [['Rex', '12', 'brown'], { ...none, category: 1 }],
  [['Dogs', 'cats', '1'], none],
  [['Rex', 'Hamster', 'sold'], { ...none, status: 2 }],
])('The row %j is a pet, of which %j is known', (cells, columns) => {
  expect(isPet(cells, LABELS)).toBe(true)
  expect(columnsOf(cells.map((cell) => kindOfCell(cell, LABELS)))).toEqual(columns)
})
