import { expect, test } from 'vitest'
import type { Counts } from '#src/outbox/entry.ts'
import type { RunState } from '#src/outbox/sender.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { countsText, stateMessage } from './import-messages.ts'

const NONE: Counts = { added: 0, rejected: 0, 'not-sent': 0, held: 0, unknown: 0, waiting: 0 }
const COUNTS: Counts = { ...NONE, added: 1204, rejected: 2, unknown: 3, waiting: 4 }
const NOON = new Date(2026, 10, 22, 12, 5).getTime()
const AT_NOON = formatTime(NOON)

test.each<[Partial<Counts>, string]>([
  [COUNTS, '1,204 added, 3 need your decision, 2 rejected, 4 waiting'],
  [{ 'not-sent': 1, held: 2 }, '0 added, 1 not sent, 2 left out'],
  [{}, '0 added'],
])('the counts %j: %s', (counts, message) => {
  expect(countsText({ ...NONE, ...counts })).toBe(message)
})

test.each<[RunState, number | undefined, string]>([
  [{ phase: 'running' }, undefined, ''],
  [{ phase: 'running' }, 0, 'Less than a minute left'],
  [{ phase: 'running' }, 90, 'About 90 minutes left'],
  [{ phase: 'running', waitingUntil: NOON }, undefined, `Staging is busy. Continuing at ${AT_NOON}`],
  [{ phase: 'pausing', reason: 'user' }, undefined, 'Pausing after the current row'],
  [{ phase: 'paused', reason: 'offline' }, undefined, 'You went offline.'],
  [{ phase: 'idle' }, undefined, ''],
])('the state %j, minutes left: %j', (run, minutesLeft, message) => {
  expect(stateMessage({ run, minutesLeft }, 'Staging', false)).toBe(message)
})
