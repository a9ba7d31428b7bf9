import { expect, test } from 'vitest'
import { otherEntry, ownEntry, rowEntry, unknown, waiting } from '#tests/support/ledger-entries.ts'
import { mia, rex } from '#tests/support/outbox-scenario.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import { type Reaction, reactionTo } from './by-hand-reaction.ts'
import type { Entry } from './entry.ts'
import type { OutboxEvent } from './news.ts'

const REX = lookalikeKeyOf(rex)
const MIA = lookalikeKeyOf(mia)

const written = (...entries: readonly Entry[]): OutboxEvent => ({
  kind: 'written',
  entries,
  lookalikeKeys: entries.map(({ lookalikeKey }) => lookalikeKey),
})

const elsewhere = (batches?: readonly string[], lookalikeKeys?: readonly string[]): OutboxEvent => ({
  kind: 'batches-changed-elsewhere',
  batches,
  lookalikeKeys,
})

const rowOfMia = rowEntry(waiting, { newPet: mia, lookalikeKey: MIA })

test.each<[what: string, event: OutboxEvent, shown: Entry, reaction: Reaction]>([
  ['A pet by hand', written(otherEntry(waiting)), ownEntry(waiting), 'refresh-now'],
  ['A row like an unconfirmed pet', written(rowEntry(waiting)), ownEntry(unknown), 'refresh-now'],
  ['A row like a pet that waits', written(rowEntry(waiting)), ownEntry(waiting), 'ignore'],
  ['Another row beside an unconfirmed pet', written(rowOfMia), ownEntry(unknown), 'refresh-at-pace'],
  ['Anything in another tab', elsewhere(), ownEntry(waiting), 'refresh-now'],
  ['A deleted entry in another tab', elsewhere(['file']), ownEntry(waiting), 'refresh-now'],
  ['A lock that is free', elsewhere(['file'], []), ownEntry(waiting), 'refresh-now'],
  ['A change of a batch that is shown', elsewhere(['own'], [MIA]), ownEntry(waiting), 'refresh-now'],
  ['A look-alike in another tab', elsewhere(['file'], [REX]), ownEntry(unknown), 'refresh-now'],
  ['Another pet in another tab', elsewhere(['file'], [MIA]), ownEntry(unknown), 'refresh-at-pace'],
  ['Another state', { kind: 'state-changed' }, ownEntry(waiting), 'refresh-now'],
  ['A pet that a list shows', { kind: 'seen-pets-changed' }, ownEntry(waiting), 'refresh-now'],
])('%s is read by "Add a pet" as soon as it matters.', (_what, event, shown, reaction) => {
  expect(reactionTo(event, [{ entry: shown }])).toBe(reaction)
})
