// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { measuresOf, type Sheet, SHEETS, storedShift, storeShift } from './label-sheets.ts'

describe.each<[string, number, { top: number; left: number }, { right: number; below: number }]>([
  // The makers of the sheets give these places, in millimetres.
  ['a4-24', 24, { top: 0.5, left: 0 }, { right: 70, below: 37 }],
  ['a4-14', 14, { top: 15.15, left: 4.65 }, { right: 101.6, below: 38.1 }],
  ['letter-30', 30, { top: 12.7, left: 4.7625 }, { right: 69.85, below: 25.4 }],
  ['single', 1, { top: 0, left: 0 }, { right: 62, below: 29 }],
])('%s', (id, count, { top, left }, pitch) => {
  const sheet: Sheet = SHEETS.find((candidate) => candidate.id === id) ?? SHEETS[0]
  const { label, gap, columns, rows } = sheet

  test('has as many labels as it is sold with, each in its place on the paper', () => {
    expect(columns * rows).toBe(count)
    const measures = measuresOf(sheet) as Record<string, number>
    expect(measures['--margin-top']).toBeCloseTo(top, 5)
    expect(measures['--margin-left']).toBeCloseTo(left, 5)
    expect(label.width + gap).toBeCloseTo(pitch.right, 5)
    expect(label.height).toBeCloseTo(pitch.below, 5)
    const right = left + columns * label.width + (columns - 1) * gap
    expect(right).toBeLessThanOrEqual((measures['--page-width'] ?? 0) + 1e-9)
    expect(top + rows * label.height).toBeLessThanOrEqual((measures['--page-height'] ?? 0) + 1e-9)
  })
})

describe('the shift of a printer', () => {
  test('is remembered, and none is stored for a printer that is right', () => {
    storeShift({ right: -3, down: 10 })
    expect(storedShift()).toEqual({ right: -3, down: 10 })
    storeShift({ right: 0, down: 0 })
    expect(localStorage).toHaveLength(0)
  })

  test.each(['x', '1.5 0', '11 0', '0 -11'])('is none where %j is stored', (text) => {
    localStorage.setItem('petstore-admin.label-shift', text)
    expect(storedShift()).toEqual({ right: 0, down: 0 })
  })
})
