import { expect, test } from 'vitest'
import type { EntryState } from '#src/outbox/entry.ts'
import {
  change,
  otherEntry as other,
  ownEntry as own,
  rejected,
  rowEntry as row,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { recheckHeld, unholdBy } from './unhold.ts'

const heldBy = (...by: readonly (`own ${number}` | `gone ${number}`)[]): EntryState => ({ kind: 'held', by })

test('What an entry has held by hand waits, and is named, because the same press sends it.', async () => {
  const entries = [own(rejected), own(heldBy('own 0'), { position: 1 })]
  const { result, states } = await change(entries, (ledger) => unholdBy(ledger, own(rejected)))
  expect([...states, ...result]).toEqual([rejected, waiting, 'own 1'])
})

test('A row waits, and is not named, because nobody has pressed for it.', async () => {
  const entries = [row(rejected), row({ kind: 'held', by: ['file 0'] }, { position: 1 })]
  const { result, states } = await change(entries, (ledger) => unholdBy(ledger, row(rejected)))
  expect([...states, ...result]).toEqual([rejected, waiting])
})

test('What something else holds, too, stays held by that alone.', async () => {
  const entries = [
    own(rejected),
    own(heldBy('own 0', 'own 2'), { position: 1 }),
    own(unknown, { position: 2 }),
  ]
  const { result, states } = await change(entries, (ledger) => unholdBy(ledger, own(rejected)))
  expect(states[1]).toEqual(heldBy('own 2'))
  expect(result).toEqual([])
})

test('What only entries that are gone hold besides is free.', async () => {
  const entries = [own(rejected), own(heldBy('own 0', 'gone 1'), { position: 1 })]
  const { result } = await change(entries, (ledger) => unholdBy(ledger, own(rejected)))
  expect(result).toEqual(['own 1'])
})

test('What an entry holds in another batch stays held.', async () => {
  const entries = [own(rejected), other(heldBy('own 0'))]
  const { result, find } = await change(entries, (ledger) => unholdBy(ledger, own(rejected)))
  expect([find('other 0')?.state, result]).toEqual([heldBy('own 0'), []])
})

test('What another entry holds stays as it is.', async () => {
  const entries = [own(rejected), own(heldBy('gone 1'), { position: 1 })]
  const { states } = await change(entries, (ledger) => unholdBy(ledger, own(rejected)))
  expect(states[1]).toEqual(heldBy('gone 1'))
})

test('regate frees all that nothing holds any more, in a batch of any length.', async () => {
  const entries = Array.from({ length: 101 }, (_, position) => own(heldBy('gone 1'), { position }))
  const { result, left } = await change(entries, (ledger) => recheckHeld(ledger, entries))
  expect(result).toHaveLength(101)
  expect(left.every(({ state }) => state.kind === 'waiting')).toBe(true)
})
