// @vitest-environment node
import { expect, test } from 'vitest'
import { checkRow, MAYBE_ROUNDED, problemsText } from './check-row.ts'

const valuesOf = ([name = '', category = '', status = '']: readonly string[]) => ({ name, category, status })
const LABELS = new Map([
  ['1', 'Dogs'],
  ['5', '1E5'],
  ['9223372036854775807', 'Last'],
])

const noCategory = (word: string) => `“${word}” is not a category`
const BOUNDS = 'Category ID must be between -9223372036854775808 and 9223372036854775807'
const noStatus = (word: string) => `“${word}” is not a status`

test.each([
  [['Rex', '12', 'available'], { name: 'Rex', categoryId: '12', status: 'available' }],
  [['Rex', '12', ''], { name: 'Rex', categoryId: '12', status: undefined }],
  [['Rex', '12', ' SOLD\t'], { name: 'Rex', categoryId: '12', status: 'sold' }],
  // The name is not changed, and the ID keeps all digits.
  [
    [' Rex\n', ' 9223372036854775807 ', ''],
    { name: ' Rex\n', categoryId: '9223372036854775807', status: undefined },
  ],
  [['=1', '-9223372036854775808', ''], { name: '=1', categoryId: '-9223372036854775808', status: undefined }],
  [['Rex', '007', ''], { name: 'Rex', categoryId: '7', status: undefined }],
  [['Rex', '٣', ''], { name: 'Rex', categoryId: '3', status: undefined }],
  [['R\u200Bex', '\u200B12', 'so\u200Bld'], { name: 'R\u200Bex', categoryId: '12', status: 'sold' }],
  [['🐕', 'dogs', ''], { name: '🐕', categoryId: '1', status: undefined }],
  [['Rex', ' LAST ', ''], { name: 'Rex', categoryId: '9223372036854775807', status: undefined }],
  // The label looks like scientific notation.
  [['Rex', '1e5', ''], { name: 'Rex', categoryId: '5', status: undefined }],
  [['__proto__', '1', ''], { name: '__proto__', categoryId: '1', status: undefined }],
])('The row %j is a pet', (cells, newPet) => {
  expect(checkRow(valuesOf(cells), LABELS)).toEqual({ newPet, problems: [] })
})

test.each([
  [['', '12', ''], 'Name is missing'],
  [['\u00A0', '12', ''], 'Name is missing'],
  [['a\uD83D', '12', ''], 'Name contains a character that cannot be read.'],
  [['Rex', '', ''], 'Category is missing'],
  [['Rex', '12.5', ''], noCategory('12.5')],
  [['Rex', '1.000', ''], '“1.000” may be 1, or a thousand times as much'],
  [['Rex', '12,000', ''], '“12,000” may be 12, or a thousand times as much'],
  [['#N/A', '12', ''], 'The cell shows an error of the spreadsheet: #N/A'],
  [
    ['Rex', '#BEZUG!', 'Err:502'],
    'The cell shows an error of the spreadsheet: #BEZUG!. The cell shows an error of the spreadsheet: Err:502',
  ],
  [['Rex', '1,204', ''], noCategory('1,204')],
  [['Rex', ' Cats ', ''], noCategory('Cats')],
  [['Rex', 'C'.repeat(50), ''], noCategory(`${'C'.repeat(40)}…`)],
  [['Rex', '9223372036854775808', ''], BOUNDS],
  [['Rex', '-99999999999999999999', ''], BOUNDS],
  [['Rex', '9.22337E+18', ''], MAYBE_ROUNDED],
  [['Rex', ' 9,22E18 ', ''], MAYBE_ROUNDED],
  [['Rex', '+1.5E+07', ''], MAYBE_ROUNDED],
  [['Rex', 'E+18', ''], noCategory('E+18')],
  [['Rex', 'x1E18', ''], noCategory('x1E18')],
  [['Rex', '1E18x', ''], noCategory('1E18x')],
  [['Rex', '9.22337E+', ''], noCategory('9.22337E+')],
  [['Rex', '12', 'gone'], noStatus('gone')],
  [['Rex', '12', '__proto__'], noStatus('__proto__')],
  [
    ['a\uD83D', '', 'gone'],
    `Name contains a character that cannot be read. Category is missing. ${noStatus('gone')}`,
  ],
  [['', '1e9', 'gone'], `Name is missing. ${MAYBE_ROUNDED}. ${noStatus('gone')}`],
])('The row %j has problems: %s', (cells, problem) => {
  expect(problemsText(checkRow(valuesOf(cells), LABELS).problems)).toBe(problem)
})

test.each([
  ['9007199254740990', true],
  ['9223372036854780000', true],
  ['-9007199254740990', true],
  ['009007199254740990', true],
  ['9.00719925474099E+15', true],
  ['٩٠٠٧١٩٩٢٥٤٧٤٠٩٩٠', true],
  ['1E+3', true],
  ['9007199254740993', false],
  ['1234567890123401', false],
  ['123456789012340', false],
  ['0001234567890120', false],
  ['0000000000000000', false],
  ['1E-7', false],
])('A spreadsheet may have rounded the ID %s: %j', (cell, isRounded) => {
  const { problems } = checkRow(valuesOf(['Rex', cell]), LABELS)
  expect(problems.some(({ text }) => text === MAYBE_ROUNDED)).toBe(isRounded)
})

test.each([
  [' 9007199254740990 ', '9007199254740990'],
  ['９００７１９９２５４７４０９９０', '9007199254740990'],
  ['9007199254740900', undefined],
])(
  'An ID that a person has confirmed does not count as rounded, as long as it is unchanged: %j',
  (cell, id) => {
    expect(checkRow(valuesOf(['Rex', cell]), LABELS, '9007199254740990').newPet?.categoryId).toBe(id)
  },
)
