import { expect, test, vi } from 'vitest'
import { createEmptyLedger } from '#tests/support/device.ts'
import { createRest } from './rest.ts'
import { createRunControl } from './run-control.ts'
import { createTabRole } from './tab-role.ts'

test.each([
  ['keeps the lock while a pet is being entered, which the ledger does not have yet', true, 0],
  ['gives the lock back when nothing waits', false, 1],
])('A tab in which pets are entered %s.', async (_what, isEntering, releases) => {
  const lock = { acquire: async () => true, release: vi.fn<() => void>() }
  const role = createTabRole(lock)
  role.enter()
  const rest = createRest('visit', {
    storage: createEmptyLedger(),
    run: createRunControl(),
    lock,
    role,
    isEntering: () => isEntering,
  })
  await rest.endRun('nothing-left')
  expect(lock.release).toHaveBeenCalledTimes(releases)
})
