import { expect, test } from 'vitest'
import { wantedIds } from './labels-address.ts'

test.each<[string, string, string[], string[]]>([
  [
    '64 bits, in their order',
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
])('%s', (_what, search, ids, invalid) => {
  expect(wantedIds(new URLSearchParams(search))).toEqual({ ids, invalid })
})
