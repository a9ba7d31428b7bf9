import { expect, test } from 'vitest'
import type { EntryState } from '#src/outbox/entry.ts'
import { int64 } from '#tests/support/int64.ts'
import { outcomeCells } from './downloads.ts'

test.each<[EntryState, readonly string[]]>([
  [{ kind: 'added', id: int64('7') }, ['added', '7', '']],
  [{ kind: 'added', id: undefined }, ['added', '', 'Added, but its ID is not known']],
  [{ kind: 'added', id: int64('7'), note: 'Possible duplicate' }, ['added', '7', 'Possible duplicate']],
  [{ kind: 'rejected', message: 'No.' }, ['rejected', '', 'No.']],
  [{ kind: 'unknown', message: 'Lost.', endedAt: 0 }, ['unknown', '', 'Lost.']],
  [{ kind: 'not-sent', message: 'Name is missing' }, ['not sent', '', 'Name is missing']],
  [{ kind: 'held', by: [] }, ['left out', '', 'It may already have been added']],
  [
    { kind: 'sending', claim: '', at: 0 },
    ['unknown', '', 'This row was being sent when the report was created'],
  ],
  [{ kind: 'waiting' }, ['waiting', '', 'Not sent yet']],
])('the cells of a report for %j', (state, cells) => {
  expect(outcomeCells(state)).toEqual(cells)
})
