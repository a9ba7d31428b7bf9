// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { guardCell, guardCellAndDigits } from '#src/lib/csv.ts'
import { int64 } from '#tests/support/int64.ts'
import type { Pet } from '#src/pets/pet.ts'
import { petsCsv, petsCsvName } from './pets-csv.ts'

const LABELS = new Map([
  ['1', 'Dogs'],
  ['2', '=HYPERLINK("//x")'],
  ['3', '2026'],
])
const HEADER = '\uFEFFid,name,categoryId,category,status\r\n'
const MAX = '9223372036854775807'
const MIN = '-9223372036854775808'

function pet(
  name: string,
  { id = '981', categoryId = '4', status }: Partial<Record<keyof Pet, string>> = {},
) {
  return { id: int64(id), name, categoryId: int64(categoryId), status }
}

test.each([
  ['a pet', pet('Rex', { categoryId: '1', status: 'available' }), '981,Rex,1,Dogs,available'],
  [
    '64 bits, no label and no status',
    pet('Rex', { id: MAX, categoryId: MIN }),
    '9223372036854775807,Rex,-9223372036854775808,,',
  ],
  ['a status that is not documented', pet('Rex', { status: '=cmd' }), "981,Rex,4,,'=cmd"],
  ['a label that is a formula', pet('Rex', { categoryId: '2' }), `981,Rex,2,"'=HYPERLINK(""//x"")",`],
  // lib/csv.test.ts has the other texts that are quoted and guarded.
  ['what the other form writes', pet('="1"'), `981,"'=""1""",4,,`],
  ['half an emoji, which the encoding of the file turns into �', pet('Rex\uD83D'), '981,Rex\uD83D,4,,'],
])('%s', (_, one, line) => {
  expect(petsCsv([one], LABELS, guardCell)).toBe(`${HEADER}${line}\r\n`)
})

test.each([
  ['a pet', pet('Rex', { categoryId: '1', status: 'sold' }), '"=""981""",Rex,"=""1""",Dogs,sold'],
  [
    '64 bits, no label and no status',
    pet('Rex', { id: MAX, categoryId: MIN }),
    '"=""9223372036854775807""",Rex,"=""-9223372036854775808""",,',
  ],
  ['texts of digits', pet('007', { categoryId: '3' }), '"=""981""","=""007""","=""3""","=""2026""",'],
  ['a formula', pet('=1+1', { status: '=cmd' }), `"=""981""",'=1+1,"=""4""",,'=cmd`],
])('The form for spreadsheet programs writes: %s', (_, one, line) => {
  expect(petsCsv([one], LABELS, guardCellAndDigits)).toBe(`${HEADER}${line}\r\n`)
})

test('A file has its header even without pets', () => {
  expect(petsCsv([], LABELS, guardCell)).toBe(HEADER)
})

test.each([
  [{ status: 'available', isTruncated: false }, new Date(2026, 10, 22, 1, 42), 'available-2026-11-22-0142'],
  [{ status: undefined, isTruncated: true }, new Date(2026, 0, 2, 13, 5, 59), '2026-01-02-1305-cut'],
  [{ status: 'sold', isTruncated: true }, new Date(2030, 11, 31, 0, 0), 'sold-2030-12-31-0000-cut'],
] as const)('The file of %o has a name with its date', ({ status, isTruncated }, at, name) => {
  vi.useFakeTimers({ now: at, toFake: ['Date'] })
  expect(petsCsvName('staging', status, isTruncated)).toBe(`pets-staging-${name}.csv`)
  vi.useRealTimers()
})
