import { describe, expect, test } from 'vitest'
import { fillSheets, labelsPerSheet, marginsOf, type Sheet, sheetById, SHEETS } from './sheets.ts'

describe.each([
  // Places as the makers of the sheets give them, in millimetres.
  ['a4-24', 24, { top: 0.5, left: 0 }, { right: 70, below: 37 }],
  ['a4-14', 14, { top: 15.15, left: 4.65 }, { right: 101.6, below: 38.1 }],
  ['letter-30', 30, { top: 12.7, left: 4.7625 }, { right: 69.85, below: 25.4 }],
  ['single', 1, { top: 0, left: 0 }, { right: 62, below: 29 }],
])('%s', (id, count, margins, pitch) => {
  const sheet = sheetById(id)

  test('has as many labels as it is sold with', () => {
    expect(labelsPerSheet(sheet)).toBe(count)
  })

  test('has its first label in its place', () => {
    const { top, left } = marginsOf(sheet)
    expect(top).toBeCloseTo(margins.top, 5)
    expect(left).toBeCloseTo(margins.left, 5)
  })

  test('has the others as far apart as they are', () => {
    expect(sheet.label.width + sheet.gap).toBeCloseTo(pitch.right, 5)
    expect(sheet.label.height).toBeCloseTo(pitch.below, 5)
  })

  test('ends on the paper', () => {
    const { top, left } = marginsOf(sheet)
    const { label, gap, columns, rows, page } = sheet
    expect(left + columns * label.width + (columns - 1) * gap).toBeLessThanOrEqual(page.width + 1e-9)
    expect(top + rows * label.height).toBeLessThanOrEqual(page.height + 1e-9)
  })
})

test('an unknown sheet is the first one', () => {
  expect(sheetById('a4-24')).toBe(SHEETS[0])
  expect(sheetById('single').columns).toBe(1)
  expect(sheetById('a5')).toBe<Sheet>(SHEETS[0])
})

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('filling sheets', () => {
  test.each([
    ['no labels', 0, 1, []],
    ['one', 1, 1, [[0, 1, 1]]],
    ['a full sheet', 4, 1, [[0, 1, 4]]],
    [
      'one more',
      5,
      1,
      [
        [0, 1, 4],
        [0, 5, 5],
      ],
    ],
    ['a begun sheet', 2, 3, [[2, 1, 2]]],
    [
      'a begun sheet and another',
      3,
      3,
      [
        [2, 1, 2],
        [0, 3, 3],
      ],
    ],
    [
      'the last label of a sheet',
      5,
      4,
      [
        [3, 1, 1],
        [0, 2, 5],
      ],
    ],
  ])('%s', (_what, count, start, expected) => {
    expect(
      fillSheets(numbers(count), start, 4).map(({ used, items }) => [used, items[0], items.at(-1)]),
    ).toEqual(expected)
  })

  test('leaves none out', () => {
    expect(fillSheets(numbers(1000), 7, 24).flatMap(({ items }) => items)).toEqual(numbers(1000))
    expect(fillSheets(numbers(1000), 7, 24)).toHaveLength(42)
    expect(fillSheets(numbers(3), 1, 1)).toHaveLength(3)
  })
})
