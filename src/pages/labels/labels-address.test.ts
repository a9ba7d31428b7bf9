import { expect, test } from 'vitest'
import { wantedLabels } from './labels-address.ts'

const wanted = (search: string) => wantedLabels(new URLSearchParams(search))

test.each<[string, string, string[], string[]]>([
  ['one ID', 'ids=981', ['981'], []],
  ['several', 'ids=2,1', ['2', '1'], []],
  [
    '64 bits',
    'ids=9223372036854775807,-9223372036854775808',
    ['9223372036854775807', '-9223372036854775808'],
    [],
  ],
  ['more than 64 bits', 'ids=9223372036854775808,1', ['1'], ['9223372036854775808']],
  ['each once', 'ids=1,2,1,01', ['1', '2'], []],
  ['spaces, semicolons and empty places', 'ids=,1,+2;3,,', ['1', '2', '3'], []],
  ['what is no ID', 'ids=abc,1,1.5,abc', ['1'], ['abc', '1.5']],
  ['the parameter twice', 'ids=1&ids=2', ['1', '2'], []],
  ['none', 'ids=', [], []],
  ['no parameter', '', [], []],
  ['an import without an id', 'import=', [], []],
])('%s', (_what, search, ids, invalid) => {
  expect(wanted(search)).toEqual({ kind: 'ids', ids, invalid, given: ids.length })
})

test('an import, unless there are IDs', () => {
  expect(wanted('import=x1')).toEqual({ kind: 'import', importId: 'x1' })
  expect(wanted('import=x1&ids=1')).toMatchObject({ kind: 'ids', ids: ['1'] })
  expect(wanted('import=x1&ids=x')).toMatchObject({ kind: 'ids', invalid: ['x'] })
})
