import { expect, test } from 'vitest'
import type { Counts } from '#src/outbox/entry-rules.ts'
import type { RunState } from '#src/outbox/run-state.ts'
import { type RunStage, runStage } from './run-stage.ts'

const COUNTS: Counts = { added: 1, rejected: 0, 'not-sent': 0, held: 0, unknown: 0, waiting: 0 }

test.each<[RunState, waiting: number, RunStage]>([
  [{ phase: 'running' }, 2, 'running'],
  [{ phase: 'pausing', reason: 'user' }, 2, 'running'],
  [{ phase: 'paused', reason: 'user' }, 2, 'paused'],
  [{ phase: 'paused', reason: 'storage' }, 0, 'paused'],
  [{ phase: 'idle' }, 2, 'paused'],
  [{ phase: 'idle' }, 0, 'finished'],
])('The run %j with %i rows waiting is %s', (run, waiting, stage) => {
  expect(runStage({ run, counts: { ...COUNTS, waiting } })).toBe(stage)
})
