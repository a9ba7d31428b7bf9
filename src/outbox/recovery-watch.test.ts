import { expect, test, vi } from 'vitest'
import {
  otherEntry as other,
  ownEntry as own,
  rowEntry as row,
  sending,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { REQUEST_MAX_MS } from './claim-ages.ts'
import type { Entry } from './entry.ts'
import { FIRST_LOOK_MS, watchForCrashedTabs } from './recovery-watch.ts'
import { createView } from './view.ts'

/** Creates a view, a clock that stands still, and senders that are asked to recover. */
function setUp(...busyBatches: readonly string[]) {
  const view = createView()
  const recover = vi.fn<(batch: string) => Promise<void>>(async () => undefined)
  const sleepers: { until: number; wake: () => void }[] = []
  let elapsed = 0
  watchForCrashedTabs({
    view,
    claimAges: { observe: () => undefined },
    senderOf: (batch) => ({ recoverClaims: () => recover(batch), isBusy: () => busyBatches.includes(batch) }),
    clock: {
      now: () => elapsed,
      elapsed: () => elapsed,
      sleep: (milliseconds) =>
        new Promise((resolve) => {
          sleepers.push({ until: elapsed + milliseconds, wake: resolve })
        }),
    },
  })
  async function pass(milliseconds: number): Promise<void> {
    elapsed += milliseconds
    const awake = sleepers.filter(({ until }) => until <= elapsed)
    for (const sleeper of awake) {
      sleepers.splice(sleepers.indexOf(sleeper), 1)
      sleeper.wake()
    }
    await new Promise((resolve) => setImmediate(resolve))
  }

  return {
    view,
    recover,
    pass,
    /** Lets a minute pass, in which a claim is looked at after some seconds and at the end. */
    async passBothLooks(): Promise<void> {
      await pass(FIRST_LOOK_MS)
      await pass(REQUEST_MAX_MS + 1 - FIRST_LOOK_MS)
    },
  }
}

const apply = ({ view }: ReturnType<typeof setUp>, ...written: readonly Entry[]) => view.load(written)

test('What another tab is still sending after some seconds is recovered, and not sooner.', async () => {
  const watch = setUp()
  apply(watch, other(sending))
  await watch.pass(FIRST_LOOK_MS - 1)
  expect(watch.recover).not.toHaveBeenCalled()
  await watch.pass(1)
  expect(watch.recover).toHaveBeenCalledExactlyOnceWith('other')
})

test('What another tab is still sending after a minute is recovered once more.', async () => {
  const watch = setUp()
  apply(watch, other(sending))
  await watch.pass(FIRST_LOOK_MS)
  await watch.pass(REQUEST_MAX_MS - FIRST_LOOK_MS)
  expect(watch.recover).toHaveBeenCalledOnce()
  await watch.pass(1)
  expect(watch.recover.mock.calls).toEqual([['other'], ['other']])
})

test.each([
  ['is settled', other(unknown)],
  ['is sent anew', other({ ...sending, claim: 'another claim' })],
])('A claim that %s before it is looked at is not recovered.', async (_what, entryThen) => {
  const watch = setUp()
  apply(watch, other(sending))
  await watch.pass(FIRST_LOOK_MS - 1)
  apply(watch, entryThen)
  await watch.pass(1)
  expect(watch.recover).not.toHaveBeenCalled()
})

test('For a second request, the seconds count anew.', async () => {
  const watch = setUp()
  apply(watch, other(sending))
  await watch.pass(FIRST_LOOK_MS - 1)
  apply(watch, other({ ...sending, claim: 'another claim' }))
  await watch.pass(FIRST_LOOK_MS - 1)
  expect(watch.recover).not.toHaveBeenCalled()
  await watch.pass(1)
  expect(watch.recover).toHaveBeenCalledOnce()
})

test('What this tab is sending itself is left alone.', async () => {
  const watch = setUp('own')
  apply(watch, own(sending))
  await watch.passBothLooks()
  expect(watch.recover).not.toHaveBeenCalled()
})

test.each([
  ['waits', own(waiting)],
  ['is a row of an import that is not open', row(sending)],
])('An entry that %s is not watched.', async (_what, entry) => {
  const watch = setUp()
  apply(watch, entry)
  await watch.passBothLooks()
  expect(watch.recover).not.toHaveBeenCalled()
})

test('A row of the open import that another tab is still sending is recovered.', async () => {
  const watch = setUp()
  watch.view.followImport('file')
  apply(watch, row(waiting), row(sending, { position: 1 }))
  await watch.pass(FIRST_LOOK_MS)
  expect(watch.recover).toHaveBeenCalledExactlyOnceWith('file')
})

test('A row of the open import that this tab is sending is left alone.', async () => {
  const watch = setUp('file')
  watch.view.followImport('file')
  apply(watch, row(sending))
  await watch.passBothLooks()
  expect(watch.recover).not.toHaveBeenCalled()
})

test('A row of an import that is closed before it is looked at is left alone.', async () => {
  const watch = setUp()
  watch.view.followImport('file')
  apply(watch, row(sending))
  await watch.pass(FIRST_LOOK_MS - 1)
  watch.view.unfollowImport('file')
  await watch.passBothLooks()
  expect(watch.recover).not.toHaveBeenCalled()
})

test('Each request is looked at twice a minute, however often the view changes.', async () => {
  const watch = setUp()
  apply(watch, other(sending))
  apply(watch, other(sending), own(waiting))
  await watch.passBothLooks()
  expect(watch.recover).toHaveBeenCalledTimes(2)
})

test('What could not be recovered within a minute is looked at again.', async () => {
  const watch = setUp()
  apply(watch, other(sending))
  await watch.passBothLooks()
  await watch.passBothLooks()
  expect(watch.recover).toHaveBeenCalledTimes(4)
})

test('Two tabs that are gone are both found out.', async () => {
  const watch = setUp()
  apply(watch, other(sending), own({ ...sending, claim: 'another claim' }))
  await watch.pass(FIRST_LOOK_MS)
  expect(watch.recover.mock.calls.flat().toSorted()).toEqual(['other', 'own'])
})
