// @vitest-environment node
// These tests follow the CSV of a list from its bytes to the rows of an import.
import { expect, test } from 'vitest'
import { guardCell, guardCellAndDigits } from '#src/lib/csv.ts'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { petsCsv } from '#src/pets/table/pets-csv.ts'
import { PET_STATUSES } from '#src/pets/pet.ts'
import { int64 } from '#tests/support/int64.ts'
import { NAUGHTY_STRINGS } from '#tests/support/untrusted-strings.ts'
import { checkRow } from './check-row.ts'
import { valuesOf } from './sheet.ts'
import { readFile } from './read-file.ts'

const IDS = ['1', '-7', '9007199254740993', '9223372036854775807', '-9223372036854775808'].map(int64)
const LABELS = new Map([
  ['1', '=1+1'],
  ['-7', '="7"'],
  ['9007199254740993', 'Cats, "big"\r\n'],
])
const HOSTILE = [
  ...NAUGHTY_STRINGS,
  '007',
  '="007"',
  `'="007"`,
  '="Rex"',
  'May 5',
  '+31612345678',
  '=1;2',
  '"=1+1"',
  '@',
  '-',
]

test.each([guardCell, guardCellAndDigits])(
  'For %o, the import reads the same names, categories and statuses, whatever they contain',
  async (guard) => {
    const pets = HOSTILE.filter((name) => !isVisuallyBlank(name)).map((name, index) => ({
      id: IDS[index % 5] ?? int64('0'),
      name,
      categoryId: IDS[index % 3] ?? int64('0'),
      status: [...PET_STATUSES, undefined][index % 4],
    }))
    const file = petsCsv(pets, LABELS, guard)
    const { sheet } = await readFile(new File([file], 'pets.csv'), { labels: LABELS })
    expect(sheet.notes).toEqual([])
    expect(sheet.rows.map(({ cells }) => cells[0])).toEqual(pets.map(({ id }) => id))
    expect(sheet.rows.map((row) => checkRow(valuesOf(row.cells, sheet.columns), LABELS))).toEqual(
      pets.map(({ name, categoryId, status }) => ({ newPet: { name, categoryId, status }, problems: [] })),
    )
  },
)
