import '#tests/support/counts-in-english.ts'
import { expect, test } from 'vitest'
import { formatTime } from '#src/lib/format-time.ts'
import type { ImportRow } from '#src/outbox/entry.ts'
import type { Counts } from '#src/outbox/entry-rules.ts'
import type { Duplicate } from '#src/outbox/lists/duplicates.ts'
import type { OpenImportSnapshot } from '#src/outbox/open-import.ts'
import type { RunState } from '#src/outbox/run-state.ts'
import {
  enterUntil,
  expectFinished,
  expectPaused,
  mia,
  openImport,
  passMinute,
  pets,
  rex,
  setUp,
  startImport,
} from '#tests/support/outbox-scenario.ts'
import {
  importCheckMessage,
  progressText,
  runAnnouncement,
  runHeading,
  stateMessage,
} from './run-messages.ts'
import type { RunStage } from './run-stage.ts'

const NOON = new Date(2026, 10, 22, 12, 5).getTime()
const AT_NOON = formatTime(NOON)

test.each<[RunState, number | undefined, string]>([
  [{ phase: 'running' }, undefined, ''],
  [{ phase: 'running' }, 0, 'Less than a minute left'],
  [{ phase: 'running' }, 90, 'About 90 minutes left'],
  [{ phase: 'running', waitingUntil: NOON }, undefined, `Staging is busy. Continuing at ${AT_NOON}`],
  [{ phase: 'pausing', reason: 'user' }, undefined, 'Pausing after the current row'],
  [{ phase: 'pausing', reason: 'user', isReadingLists: true }, undefined, 'Pausing once the list is checked'],
  [{ phase: 'paused', reason: 'offline' }, undefined, 'You went offline.'],
  [{ phase: 'paused', reason: 'consecutive-unknown' }, undefined, 'Three pets in a row were not confirmed.'],
  [{ phase: 'paused', reason: 'storage' }, undefined, 'Progress could not be saved.'],
  [{ phase: 'paused', reason: 'elsewhere' }, undefined, 'It runs in another tab.'],
  [{ phase: 'paused', reason: 'user' }, undefined, ''],
  [{ phase: 'paused', reason: 'key' }, undefined, ''],
  [{ phase: 'idle' }, undefined, ''],
])('The state %j with %j minutes left is put into words', (run, minutesLeft, message) => {
  expect(stateMessage({ run, minutesLeft }, 'Staging', 'none')).toBe(message)
})

test('An import that pauses after one unconfirmed row, and two pets by hand, says nothing of three rows', async () => {
  const { tab } = setUp('request-lost', 'request-lost', 'request-lost')
  for (const pet of [rex, mia]) await enterUntil(tab, pet, 'unknown')
  await startImport(tab, ...pets(3))
  await expectPaused(tab)
  const { counts, ...snapshot } = openImport(tab).get()
  expect(counts).toMatchObject({ unknown: 1, waiting: 2 })
  expect(stateMessage(snapshot, 'Staging', 'none')).toBe('Three pets in a row were not confirmed.')
})

test.each<[RunState, string]>([
  [{ phase: 'running' }, ''],
  [{ phase: 'paused', reason: 'key' }, 'Your key for Staging no longer works.'],
  [{ phase: 'idle' }, 'Your key for Staging no longer works.'],
])('The state %j is put into words after the key has ended', (run, message) => {
  expect(stateMessage({ run, minutesLeft: undefined }, 'Staging', 'refused')).toBe(message)
})

test('If something in between may have refused the key of the import, the words do not blame the key', () => {
  expect(stateMessage({ run: { phase: 'idle' }, minutesLeft: undefined }, 'Staging', 'unclear')).toBe(
    'Sign in to Staging again to continue.',
  )
})

const DUPLICATES = [{} as Duplicate<ImportRow>]

type Checked = Extract<OpenImportSnapshot['check'], { readonly kind: 'checked' }>

const checked = (part: Partial<Checked>): Checked => ({
  kind: 'checked',
  readAt: NOON,
  duplicates: [],
  checkAgainAt: undefined,
  duplicatesMayBeMissing: 'no',
  ...part,
})

test('Somebody who signs in again with the same key is not told that rows were sent with another key', async () => {
  const { device, tab } = setUp()
  await startImport(tab, rex)
  await expectFinished(tab)
  device.signInId = 'key 1, sign-in 2'
  tab.outbox.lists.clear()
  passMinute(device)
  await openImport(tab).checkList()
  const message = importCheckMessage(openImport(tab).get().check, 'Staging')
  expect(message).toContain('some rows were sent in another sign-in')
})

test.each<[OpenImportSnapshot['check'], string | undefined]>([
  [{ kind: 'none' }, undefined],
  [{ kind: 'failed', error: new Error('Lost'), duplicates: [] }, undefined],
  [{ kind: 'checking', duplicates: [] }, 'Checking the list in Staging…'],
  [checked({}), `No duplicates (checked ${AT_NOON})`],
  [
    checked({ checkAgainAt: NOON + 60_000 }),
    `No duplicates found (checked ${AT_NOON}); looking again within a minute`,
  ],
  [
    checked({ checkAgainAt: NOON + 60_000, duplicates: DUPLICATES }),
    `They may be older pets (checked ${AT_NOON}); looking again within a minute`,
  ],
  [
    checked({ duplicatesMayBeMissing: 'lists-cut' }),
    `No duplicates found (checked ${AT_NOON}); Staging may have more pets than its lists show, so there may be others`,
  ],
  [
    checked({ duplicatesMayBeMissing: 'lists-incomplete' }),
    `No duplicates found (checked ${AT_NOON}); the lists may not show all pets of Staging, so there may be others`,
  ],
  [
    checked({ duplicatesMayBeMissing: 'other-sign-in' }),
    `No duplicates found (checked ${AT_NOON}); some rows were sent in another sign-in, whose key may see other pets, so there may be others`,
  ],
  [
    checked({ duplicatesMayBeMissing: 'doubtful' }),
    `No duplicates found (checked ${AT_NOON}); some pets like these rows count as other ones, which is not certain, so there may be others`,
  ],
  [
    checked({ duplicatesMayBeMissing: 'unconfirmed' }),
    `No duplicates found (checked ${AT_NOON}); some rows are not confirmed, so there may be others`,
  ],
  [checked({ duplicates: DUPLICATES }), `They may be older pets (checked ${AT_NOON})`],
  [
    checked({ duplicates: DUPLICATES, duplicatesMayBeMissing: 'lists-cut' }),
    `They may be older pets (checked ${AT_NOON}); Staging may have more pets than its lists show, so there may be others`,
  ],
])('The check %j is put into words', (check, message) => {
  expect(importCheckMessage(check, 'Staging')).toBe(message)
})

test('The progress has thousands separators', () => {
  expect(progressText({ done: 3, total: 1204 })).toBe('3 of 1,204')
})

const COUNTS: Counts = {
  added: 1204,
  rejected: 2,
  'not-sent': 0,
  held: 0,
  unknown: 3,
  waiting: 4,
}

test.each<[RunStage, checkingCount: number, heading: string]>([
  ['running', 0, 'Adding pets: 1,209 of 1,213'],
  ['paused', 0, 'Paused at 1,209 of 1,213'],
  ['finished', 0, '1,204 added, 3 need your decision, 2 rejected, 4 waiting'],
  ['finished', 2, '1,204 added, 1 needs your decision, 2 still being checked, 2 rejected, 4 waiting'],
])('An import that is %s, with %i rows that are still checked, has its heading', (stage, count, heading) => {
  const snapshot = { run: { phase: 'idle' }, counts: COUNTS, progress: { done: 1209, total: 1213 } } as const
  expect(runHeading(snapshot, stage, count, 'Staging')).toBe(heading)
})

test.each(['running', 'pausing'] as const)(
  'The heading of an import that is %s says that it reads the lists before rows are sent again',
  (phase) => {
    const run = { phase, reason: 'user', isReadingLists: true } as const
    const snapshot = { run, counts: COUNTS, progress: { done: 3, total: 3 } }
    expect(runHeading(snapshot, 'running', 0, 'Staging')).toBe('Checking the list in Staging…')
  },
)

const progressOf = (done: number, total: number) => ({ done, total })

test.each<[what: string, run: RunState, progress: ReturnType<typeof progressOf>, text: string]>([
  ['nothing of one that has just begun', { phase: 'running' }, progressOf(9, 100), ''],
  ['each tenth part', { phase: 'running' }, progressOf(29, 100), '20 % of the rows done'],
  ['the rows of a short one', { phase: 'running' }, progressOf(1, 6), '1 of 6 rows done'],
  [
    'that it reads the lists',
    { phase: 'running', isReadingLists: true },
    progressOf(3, 3),
    'Checking the list in Staging…',
  ],
  [
    'that the service is busy',
    { phase: 'running', waitingUntil: NOON },
    progressOf(1, 100),
    `Staging is busy. Continuing at ${AT_NOON}`,
  ],
])('Screen readers are told %s', (_what, run, progress, text) => {
  expect(runAnnouncement({ run, progress }, 'Staging')).toBe(text)
})
