import { expect, test } from 'vitest'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import type { JustAddedItem } from '#src/outbox/just-added.ts'
import type { RunState } from '#src/outbox/sender.ts'
import { int64 } from '#tests/support/int64.ts'
import { addedAnnouncement, pauseMessage } from './just-added-messages.ts'

const WAITING = [{} as JustAddedItem]

test.each<[RunState, string | undefined]>([
  [{ phase: 'idle' }, undefined],
  [{ phase: 'running' }, undefined],
  [{ phase: 'paused', reason: 'user' }, undefined],
  [{ phase: 'paused', reason: 'key' }, 'Not added: your key no longer works.'],
  [{ phase: 'paused', reason: 'offline' }, 'You are offline.'],
  [{ phase: 'paused', reason: 'consecutive-unknown' }, 'Three pets in a row were not confirmed.'],
  [{ phase: 'paused', reason: 'storage' }, 'Your browser could not save what became of the last pet.'],
  [{ phase: 'paused', reason: 'elsewhere' }, 'Another tab is adding these.'],
])('pets wait while the run is %j', (run, message) => {
  expect(pauseMessage({ waiting: WAITING, run })).toBe(message)
  expect(pauseMessage({ waiting: [], run })).toBeUndefined()
})

test('the announcement of a pet names its ID, where that is known', () => {
  const newPet = { name: 'Rex', categoryId: int64('1'), status: undefined }
  const name = bidiIsolate('Rex')
  expect(addedAnnouncement({ newPet, state: { kind: 'added', id: int64('7') } })).toBe(`${name} added (ID 7)`)
  expect(addedAnnouncement({ newPet, state: { kind: 'added', id: undefined } })).toBe(`${name} added`)
})
