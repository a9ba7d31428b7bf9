// @vitest-environment node
import { expect, test } from 'vitest'
import type { NewValues } from './draft-changes.ts'
import { givenMeanings } from './given-meanings.ts'
import { reviewOf } from './review.ts'

const LABELS = new Map([['1', 'Dogs']])
const REVIEW = reviewOf(
  {
    sheet: {
      columns: { name: 0, category: 1, status: 2 },
      notes: [],
      rows: [
        { number: 2, cells: ['Rex', 'Hamster', ''] },
        { number: 3, cells: ['Mia', 'hamster', ''] },
        { number: 4, cells: ['Tom', 'Gerbil', 'avail'] },
        { number: 5, cells: ['Ben', '', ''] },
      ],
    },
  },
  { labels: LABELS, environmentNames: new Map([['staging', 'Staging']]) },
  new Map(),
)

test.each<[what: string, numbers: readonly number[], values: NewValues, expected: [string, string][]]>([
  ['all rows of a word', [2, 3], { category: '6' }, [['hamster', '6']]],
  ['the only row of a word', [4], { name: 'Tom', category: 'Dogs', status: 'sold' }, [['gerbil', '1']]],
  ['one of several rows', [2], { category: '6' }, []],
  ['another field', [4], { status: 'available' }, []],
  ['what is no category either', [4], { category: 'Rodents' }, []],
  ['a row without a word', [5], { category: '6' }, []],
])('A change of %s gives these words a meaning', (_what, numbers, values, expected) => {
  const rows = REVIEW.rows.filter(({ number }) => numbers.includes(number))
  expect([...givenMeanings(REVIEW.problemGroups, rows, () => values, LABELS)]).toEqual(expected)
})
