import { expect, test } from 'vitest'
import { dueAt } from './next-reading.ts'

type Situation = Parameters<typeof dueAt>[0]

const situation = (part: Partial<Situation>): Situation => ({
  ends: [10_000],
  requestedAt: undefined,
  failedAt: undefined,
  now: 10_000,
  ...part,
})

test.each<[when: string, part: Partial<Situation>, at: number | undefined]>([
  ['not at all where nothing waits for them', { ends: [] }, undefined],
  ['not at all where nothing waits for them, also after a failure', { ends: [], failedAt: 9000 }, undefined],
  ['at once after a request', {}, 10_000],
  ['at once where the end is long past', { now: 900_000 }, 10_000],
  ['when the request ends, where that is still to come', { now: 9000 }, 10_000],
  ['again where the last reading was requested before the end', { requestedAt: 9999 }, 10_000],
  ['a minute after the end where they were read at the end', { requestedAt: 10_000 }, 70_000],
  ['a minute after the end where the first reading came late', { requestedAt: 69_999 }, 70_000],
  ['not again once they were requested a minute after the end', { requestedAt: 70_000 }, undefined],
  ['together for all that come within 5 s', { ends: [10_000, 12_000, 15_000], now: 9999 }, 15_000],
  ['before one that comes after more than 5 s', { ends: [10_000, 15_001], now: 9999 }, 10_000],
  [
    'within 5 s of the first one, whatever comes later',
    { ends: [10_000, 14_000, 18_000], now: 9999 },
    14_000,
  ],
  ['at once for one that is due, without waiting for the next', { ends: [10_000, 12_000] }, 10_000],
  ['together a minute later', { ends: [10_000, 12_000], requestedAt: 12_000, now: 12_000 }, 72_000],
  ['for a new end before the minute of an old one', { ends: [10_000, 30_000], requestedAt: 10_000 }, 30_000],
  ['a minute after a failure', { failedAt: 11_000, now: 11_000 }, 71_000],
  ['when they are due, where that is later', { failedAt: 1000, ends: [90_000] }, 90_000],
  ['a minute after a failure of the second reading', { requestedAt: 10_000, failedAt: 70_500 }, 130_500],
])('The lists are read %s.', (_when, part, at) => {
  expect(dueAt(situation(part))).toBe(at)
})
