import { describe, expect, test, vi } from 'vitest'
import { createEmptyLedger } from '#tests/support/device.ts'
import { createRest } from './rest.ts'
import { createRunControl } from './run-control.ts'
import { createTabRole } from './tab-role.ts'

/** Ends a run after which nothing waits in the ledger. Returns the lock, which the tab has had. */
async function endRunOfVisit({ isAnyPetUnwritten }: { isAnyPetUnwritten: boolean }) {
  const lock = { acquire: async () => true, release: vi.fn<() => void>() }
  const role = createTabRole(lock)
  role.enter()
  const rest = createRest('visit', {
    storage: createEmptyLedger(),
    run: createRunControl(),
    lock,
    role,
    isAnyPetUnwritten: () => isAnyPetUnwritten,
  })
  await rest.endRun('nothing-left')
  return lock
}

describe('A tab in which pets are entered', () => {
  test('keeps the lock after a run while the ledger does not have a pet yet that was entered.', async () => {
    const lock = await endRunOfVisit({ isAnyPetUnwritten: true })
    expect(lock.release).not.toHaveBeenCalled()
  })

  test('gives the lock back after a run when nothing waits.', async () => {
    const lock = await endRunOfVisit({ isAnyPetUnwritten: false })
    expect(lock.release).toHaveBeenCalledOnce()
  })
})
