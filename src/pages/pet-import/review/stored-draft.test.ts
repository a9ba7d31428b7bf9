// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Draft } from './review.ts'
import { readDraft, writeDraft } from './stored-draft.ts'

const SHEET = {
  rows: [],
  columns: { name: 0, category: 1, status: undefined },
  notes: ['Read as Windows-1252.'],
}

test('A stored review is read as it was', () => {
  const draft: Draft = {
    fileName: 'pets.xlsx',
    sheetName: 'Pets',
    sheetNames: ['Pets', 'Lists'],
    sheet: {
      ...SHEET,
      rows: [{ number: 2, cells: ['Rex', '1'], isHidden: true, decision: { kind: 'left-out' } }],
    },
  }
  expect(writeDraft('draft', draft)).toBe(true)
  expect(readDraft('draft')).toEqual(draft)
  expect(writeDraft('draft', undefined)).toBe(true)
  expect(readDraft('draft')).toBeUndefined()
})

test('Rows that version 1.0 has stored keep their decisions and their note', () => {
  const { notes: _notes, ...oldSheet } = SHEET
  const rows = [
    { number: 2, cells: ['Rex', '1'], included: false },
    { number: 3, cells: ['Mia', '1'], included: ['visit 0'] },
    { number: 4, cells: ['Tom', '1'], included: { entries: ['visit 1'], imports: ['x1'] } },
    { number: 5, cells: ['Leo', '1'] },
  ]
  const oldDraft = {
    sheet: { ...oldSheet, note: 'One sheet.', rows },
    aside: { sheet: { ...oldSheet, rows: [] } },
  }
  sessionStorage.setItem('draft', JSON.stringify(oldDraft))
  const draft = readDraft('draft')
  expect(draft?.sheet.notes).toEqual(['One sheet.'])
  expect(draft?.sheet.rows.map(({ decision }) => decision)).toEqual([
    { kind: 'left-out' },
    { kind: 'included', accepted: { entries: ['visit 0'], imports: [] } },
    { kind: 'included', accepted: { entries: ['visit 1'], imports: ['x1'] } },
    undefined,
  ])
  expect(draft?.aside?.sheet.notes).toEqual([])
})

test('Rows that an older version has stored as corrections name what they correct', () => {
  const before = { position: 3, sequence: 13, rejection: 'No.' }
  const rows = [{ number: 5, cells: ['Rex', '1'], before }]
  sessionStorage.setItem('draft', JSON.stringify({ sheet: { ...SHEET, rows } }))
  expect(readDraft('draft')?.sheet.rows).toMatchObject([
    { before: { position: 3, press: '13', rejection: 'No.' } },
  ])
})

test('More rows than a browser stores are not stored, which is reported, and the earlier rows are gone', () => {
  writeDraft('draft', { sheet: SHEET })
  const cells = ['x'.repeat(1_000_000), '1']
  const rows = [2, 3, 4, 5, 6].map((number) => ({ number, cells }))
  expect(writeDraft('draft', { sheet: { ...SHEET, rows } })).toBe(false)
  expect(readDraft('draft')).toBeUndefined()
})
