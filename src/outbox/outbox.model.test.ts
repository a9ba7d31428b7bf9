import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Answer } from '#tests/support/device.ts'
import { ACTS } from '#tests/support/outbox-model/acts.ts'
import { judgeNextTab, judgeTabs } from '#tests/support/outbox-model/invariants.ts'
import { createWorld, type World } from '#tests/support/outbox-model/world.ts'

/** How many histories are played. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 1000)

/** Done more often than others. */
const OFTEN = [
  'add',
  'add',
  'signInAgain',
  'loadAgain',
  'decide',
  'decide',
  'decide',
  'decide',
  'startImport',
  'startImport',
  'workOnImport',
  'workOnImport',
  'workOnImport',
  'includeOrLeaveOut',
  'includeOrLeaveOut',
  'includeOrLeaveOut',
  'leavePage',
  'goBack',
  'goBack',
  'leaveOrReturn',
  'wait',
  'wait',
]

/** One act, and how much of what is under way ends before the next one. */
const command = (name: string) =>
  fc
    .record({
      isInSecondTab: fc.boolean(),
      pick: fc.nat(59),
      tasks: fc.oneof(fc.nat(8), fc.constant(undefined)),
    })
    .map(({ isInSecondTab, pick, tasks }) => ({
      check: () => true,
      async run(_model: object, world: World) {
        // A press is a task of its own: what follows at once from the last one happens before it.
        await new Promise((resolve) => setImmediate(resolve))
        ACTS[name]?.(world, world.tabs[isInSecondTab ? 1 : 0], pick)
        await world.goOn(tasks)
      },
      toString: () => `${name}(tab ${isInSecondTab ? 2 : 1}, ${pick}), ${tasks ?? 'all'}`,
    }))

const answerOfService = fc.constantFrom<Answer>(
  'answer-lost',
  'request-lost',
  'late',
  'added',
  'not-a-pet',
  'rejected',
  'key-refused',
  'busy',
)

test(
  'Whatever happens to two tabs, no pet is added twice, lost, or shown to be there or not there without proof',
  async () => {
    const histories = fc.asyncProperty(
      fc.scheduler(),
      fc.commands([...Object.keys(ACTS), ...OFTEN].map(command), { maxCommands: 40, size: 'max' }),
      fc.array(answerOfService, { maxLength: 12, size: 'max' }),
      fc.record({
        otherPets: fc.constantFrom(0, 0, 0, 100),
        hasLocks: fc.constantFrom(true, true, true, false),
        mayLag: fc.constantFrom(false, false, false, true),
        mayMistake: fc.constantFrom(false, false, true),
      }),
      async (scheduler, commands, answers, circumstances) => {
        const world = createWorld(scheduler, circumstances)
        world.service.answers.push(...answers)
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
        await judgeTabs(world)
        await judgeNextTab(world)
      },
    )
    await expect(fc.assert(histories, { numRuns: RUNS })).resolves.toBeUndefined()
  },
  Math.max(600_000, 60 * RUNS),
)
