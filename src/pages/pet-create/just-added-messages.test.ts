import '#tests/support/counts-in-english.ts'
import { expect, test } from 'vitest'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import type { ByHandItem } from '#src/outbox/by-hand-items.ts'
import type { EarlierPetsState } from '#src/outbox/earlier-pets-reading.ts'
import type { RunState } from '#src/outbox/run-state.ts'
import type { StorageState } from '#src/outbox/storage.ts'
import { int64 } from '#tests/support/int64.ts'
import { addedAnnouncement, listNote, pauseMessage } from './just-added-messages.ts'

const WAITING = [{} as ByHandItem]

test.each<[RunState, string | undefined]>([
  [{ phase: 'idle' }, undefined],
  [{ phase: 'running' }, undefined],
  [{ phase: 'paused', reason: 'user' }, undefined],
  [{ phase: 'paused', reason: 'key' }, 'Your key no longer works. 1 pet is waiting.'],
  [{ phase: 'paused', reason: 'offline' }, 'You went offline.'],
  [{ phase: 'paused', reason: 'consecutive-unknown' }, 'Three pets in a row were not confirmed.'],
  [{ phase: 'paused', reason: 'storage' }, undefined],
  [{ phase: 'paused', reason: 'elsewhere' }, 'Another tab is adding these.'],
])('Pets that wait are explained while the run is %j', (run, message) => {
  expect(pauseMessage({ waiting: WAITING, run }, 'refused')).toBe(message)
  expect(pauseMessage({ waiting: [], run }, 'refused')).toBeUndefined()
})

test('Nothing says that the key no longer works once somebody has signed in again', () => {
  const run = { phase: 'paused', reason: 'key' } as const
  expect(pauseMessage({ waiting: WAITING, run }, 'none')).toBeUndefined()
})

test('If something in between may have refused the key, the words do not blame the key', () => {
  const run = { phase: 'paused', reason: 'key' } as const
  expect(pauseMessage({ waiting: WAITING, run }, 'unclear')).toBe(
    'Sign in again to continue. 1 pet is waiting.',
  )
})

const EMPTY = 'Pets you add appear here.'
const READING = 'Reading what you added before…'
const UNREADABLE = 'Your browser did not let the app read what you added before.'

test.each<[EarlierPetsState, StorageState, whenEmpty: string | undefined, otherwise: string | undefined]>([
  ['not-begun', 'untested', EMPTY, undefined],
  ['reading', 'untested', EMPTY, undefined],
  ['reading-slowly', 'untested', READING, READING],
  ['unreadable', 'untested', UNREADABLE, UNREADABLE],
  ['unreadable', 'on-disk', UNREADABLE, UNREADABLE],
  ['unreadable', 'failed', undefined, undefined],
  ['read', 'on-disk', EMPTY, undefined],
])(
  'Where earlier pets are %s and the storage is %s, an empty list says %j, and any other %j',
  (earlierPets, storage, ...notes) => {
    const lists = [[], [{} as ByHandItem]]
    expect(lists.map((items) => listNote({ earlierPets, items }, storage))).toEqual(notes)
  },
)

test('The announcement of a pet names its ID if that is known', () => {
  const newPet = { name: 'Rex', categoryId: int64('1'), status: undefined }
  const name = bidiIsolate('Rex')
  expect(addedAnnouncement({ newPet, state: { kind: 'added', id: int64('7') } })).toBe(`${name} added (ID 7)`)
  expect(addedAnnouncement({ newPet, state: { kind: 'added', id: undefined } })).toBe(`${name} added`)
})
