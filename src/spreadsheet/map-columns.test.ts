// @vitest-environment node
import { expect, test } from 'vitest'
import { checkColumns, mapColumns } from './map-columns.ts'

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
  expect(mapColumns(header)).toEqual(columns)
})

const none = { name: undefined, categoryId: undefined, status: undefined }

test.each([
  // No such column
  [['name'], ['categoryId'], { ...none, name: 0 }, false],
  [['category'], ['name'], { ...none, categoryId: 0 }, false],
  [['Naam', 'Soort'], ['name', 'categoryId'], none, false],
  [['category-id', 'pet name', 'status'], ['name', 'categoryId'], { ...none, status: 2 }, false],
  [['__proto__', 'toString'], ['name', 'categoryId'], none, false],
  // Two that could be it
  [['name', 'category_id', 'categoryId'], ['categoryId'], { ...none, name: 0 }, false],
  [['name', 'category', 'category id', 'categoryId'], ['categoryId'], { ...none, name: 0 }, false],
  [['name', 'name', 'category'], ['name'], { ...none, categoryId: 2 }, false],
  // No header
  [['Rex', '12', 'available'], ['name', 'categoryId'], { name: 0, categoryId: 1, status: 2 }, true],
  [['Sold', 'Rex', '-7'], ['name', 'categoryId'], { name: 1, categoryId: 2, status: 0 }, true],
  [[' Rex', ' 12 ', ' sold '], ['name', 'categoryId'], { name: 0, categoryId: 1, status: 2 }, true],
  [['Rex', ' 12 ', ' ', ''], ['name', 'categoryId'], { ...none, name: 0, categoryId: 1 }, true],
  [[' 12', '13 ', 'Rex'], ['name', 'categoryId'], { ...none, name: 2 }, true],
  [['Rex', '12', '13'], ['name', 'categoryId'], { ...none, name: 0 }, true],
  [['Rex', '12', 'brown'], ['name', 'categoryId'], { ...none, categoryId: 1 }, true],
  // A known name among numbers: a header
  [['name', '2025', '2026'], ['categoryId'], { ...none, name: 0 }, false],
])('%j: the user has to map %j', (header, missing, guess, looksLikeData) => {
  expect(mapColumns(header)).toEqual({ missing, guess, looksLikeData })
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
