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
import { recheckHeld, unholdBy, unholdByDeleted } from './unhold.ts'

const heldBy = (...by: readonly (`own ${number}` | `gone ${number}`)[]): EntryState => ({ kind: 'held', by })

test('An entry by hand waits and its ID is returned, because the same press sends it.', async () => {
  const entries = [own(rejected), own(heldBy('own 0'), { position: 1 })]
  const { result, states } = await change(entries, (ledger) => unholdBy(ledger, own(rejected)))
  expect([...states, ...result]).toEqual([rejected, waiting, 'own 1'])
})

test('A row waits and its ID is not returned, because nobody pressed for it.', async () => {
  const entries = [row(rejected), row({ kind: 'held', by: ['file 0'] }, { position: 1 })]
  const { result, states } = await change(entries, (ledger) => unholdBy(ledger, row(rejected)))
  expect([...states, ...result]).toEqual([rejected, waiting])
})

test('An entry with another conflict stays held by that conflict alone.', async () => {
  const entries = [
    own(rejected),
    own(heldBy('own 0', 'own 2'), { position: 1 }),
    own(unknown, { position: 2 }),
  ]
  const { result, states } = await change(entries, (ledger) => unholdBy(ledger, own(rejected)))
  expect(states[1]).toEqual(heldBy('own 2'))
  expect(result).toEqual([])
})

test('A conflict that no longer exists does not keep an entry held.', async () => {
  const entries = [own(rejected), own(heldBy('own 0', 'gone 1'), { position: 1 })]
  const { result } = await change(entries, (ledger) => unholdBy(ledger, own(rejected)))
  expect(result).toEqual(['own 1'])
})

test('What an entry holds in another batch stays held.', async () => {
  const entries = [own(rejected), other(heldBy('own 0'))]
  const { result, find } = await change(entries, (ledger) => unholdBy(ledger, own(rejected)))
  expect([find('other 0')?.state, result]).toEqual([heldBy('own 0'), []])
})

test('A row that a person has left out stays held once what else held it was rejected.', async () => {
  const leftOut: EntryState = { kind: 'held', by: ['file 0'], isByPerson: true }
  const entries = [row(rejected), row(leftOut, { position: 1 })]
  const { states } = await change(entries, (ledger) => unholdBy(ledger, row(rejected)))
  expect(states[1]).toEqual(leftOut)
})

test('A row stays left out because a row of another import became unconfirmed after the answer about that import.', async () => {
  const leftOut = row(
    { kind: 'held', by: ['file 0', 'other 1'] },
    {
      position: 1,
      askedAbout: { entries: ['other 0', 'other 1'], imports: ['other'] },
      accepted: { entries: ['other 0'], imports: ['other'] },
    },
  )
  const { states } = await change([row(rejected), leftOut], (ledger) => unholdBy(ledger, row(rejected)))
  expect(states[1]).toEqual(leftOut.state)
})

test('What another entry holds stays as it is.', async () => {
  const entries = [own(rejected), own(heldBy('gone 1'), { position: 1 })]
  const { states } = await change(entries, (ledger) => unholdBy(ledger, own(rejected)))
  expect(states[1]).toEqual(heldBy('gone 1'))
})

test('When an entry is deleted, a pet by hand that it held waits, and a row stays held by what else holds it.', async () => {
  const deleted = other(waiting)
  const entries = [
    own({ kind: 'held', by: ['other 0'] }),
    row({ kind: 'held', by: ['other 0'] }),
    row({ kind: 'held', by: ['other 0', 'gone 1'] }, { position: 1 }),
  ]
  const { find } = await change(entries, (ledger) => unholdByDeleted(ledger, [deleted]))
  expect(find('own 0')?.state).toEqual(waiting)
  expect(find('file 0')?.state).toEqual({ kind: 'held', by: [] })
  expect(find('file 1')?.state).toEqual({ kind: 'held', by: ['gone 1'] })
})

test('All entries that nothing holds any more wait, in a batch of any length.', async () => {
  const entries = Array.from({ length: 101 }, (_, position) => own(heldBy('gone 1'), { position }))
  const { result, left } = await change(entries, (ledger) => recheckHeld(ledger, entries))
  expect(result).toHaveLength(101)
  expect(left.every(({ state }) => state.kind === 'waiting')).toBe(true)
})
