import { expect, test, vi } from 'vitest'
import type { Int64 } from '#src/lib/int64.ts'
import type { Entry } from '#src/outbox/entry.ts'
import { int64 } from '#tests/support/int64.ts'
import { change, ownEntry, petOf } from '#tests/support/ledger-entries.ts'
import { createPendingFinder, findDuplicates } from './find-duplicates.ts'
import { createAnsweredReader, readStandings } from './standings.ts'

test('However many rows are alike, the ledger is asked once about each pet, and twice about pending look-alikes.', async () => {
  const pets = Array.from({ length: 100 }, (_, index) => petOf(index + 1))
  const added = Array.from({ length: 400 }, (_, position) =>
    ownEntry({ kind: 'added', id: int64(String(position + 2)) }, { position }),
  )
  const findAll = vi.fn<() => void>()
  const viewer = { signInId: 'key 1', doubtfulIds: new Set<Int64>(), wasSeenBefore: () => false }
  const { result } = await change(added, (ledger) => {
    const counting: typeof ledger = {
      ...ledger,
      findAll: (...query) => {
        findAll()
        return ledger.findAll(...query)
      },
    }
    const readAnswered = createAnsweredReader(counting, [])
    const standingsOf = (entry: Entry) => readStandings(readAnswered, entry, pets, viewer)
    const isLookalikePending = createPendingFinder(counting, () => false)
    return findDuplicates(added, { standingsOf, offered: [], isLookalikePending })
  })
  expect(result.duplicates.map(({ pet }) => pet.id)).toEqual(['1'])
  expect(findAll).toHaveBeenCalledTimes(102)
})
