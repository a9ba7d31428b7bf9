import { expect, test, vi } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { change, ownEntry, petOf } from '#tests/support/ledger-entries.ts'
import { findDuplicates } from './find-duplicates.ts'

test('However many rows are alike, the ledger is asked once for each pet.', async () => {
  const pets = Array.from({ length: 100 }, (_, index) => petOf(index + 1))
  const added = Array.from({ length: 400 }, (_, position) =>
    ownEntry({ kind: 'added', id: int64(String(position + 2)) }, { position }),
  )
  const findAll = vi.fn<() => void>()
  const { result } = await change(added, (ledger) =>
    findDuplicates(
      {
        ...ledger,
        findAll: (...query) => {
          findAll()
          return ledger.findAll(...query)
        },
      },
      added,
      { lookalikesOf: () => pets, offered: [] },
    ),
  )
  expect(result.map(({ pet }) => pet.id)).toEqual(['1'])
  expect(findAll).toHaveBeenCalledTimes(100)
})
