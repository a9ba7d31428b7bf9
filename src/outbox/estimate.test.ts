import { expect, test } from 'vitest'
import { estimateMinutes } from './estimate.ts'

const running = { phase: 'running' } as const

test.each([
  ['ten rows took a minute, and twenty wait', { run: running, sent: 10, waiting: 20, elapsed: 60_000 }, 2],
  ['little is left', { run: running, sent: 10, waiting: 1, elapsed: 60_000 }, 0],
  ['five rows were sent', { run: running, sent: 5, waiting: 5, elapsed: 60_000 }, 1],
  ['four rows were sent', { run: running, sent: 4, waiting: 5, elapsed: 60_000 }, undefined],
  [
    'the service is busy',
    { run: { phase: 'running', waitingUntil: 1 }, sent: 10, waiting: 20, elapsed: 60_000 },
    undefined,
  ],
  [
    'the run is being paused',
    { run: { phase: 'pausing', reason: 'user' }, sent: 10, waiting: 20, elapsed: 60_000 },
    undefined,
  ],
] as const)('The minutes that are left if %s are estimated.', (_situation, progress, minutes) => {
  expect(estimateMinutes(progress)).toBe(minutes)
})
