import { expect, test, vi } from 'vitest'
import { createClaimAges } from './claim-ages.ts'

/** Never ends. */
const sleep = () => new Promise<void>(() => undefined)

test('A request has ended more than a minute after this tab first saw its claim, whatever the clock on the wall shows.', () => {
  let elapsed = 500
  const claimAges = createClaimAges({ elapsed: () => elapsed, sleep })
  claimAges.observe('first')
  expect(claimAges.hasEnded('first')).toBe(false)
  elapsed += 60_000
  claimAges.observe('first')
  claimAges.observe('second')
  expect(claimAges.hasEnded('first')).toBe(false)
  elapsed += 1
  expect(claimAges.hasEnded('first')).toBe(true)
  expect(claimAges.hasEnded('second')).toBe(false)
})

test('Asking about a claim that this tab has not seen begins no minute.', () => {
  let elapsed = 0
  const claimAges = createClaimAges({ elapsed: () => elapsed, sleep })
  expect(claimAges.hasEnded('unseen')).toBe(false)
  elapsed += 60_001
  expect(claimAges.hasEnded('unseen')).toBe(false)
})

test('A request that may be on its way is notified once when it has ended, however often it was asked about.', async () => {
  let elapsed = 0
  const nap = Promise.withResolvers<void>()
  const claimAges = createClaimAges({ elapsed: () => elapsed, sleep: () => nap.promise })
  const onEnd = vi.fn<() => void>()
  claimAges.subscribe(onEnd)
  expect([claimAges.isOnItsWay('claim'), claimAges.isOnItsWay('claim')]).toEqual([true, true])
  elapsed += 60_001
  expect(onEnd).not.toHaveBeenCalled()
  nap.resolve()
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce())
  expect(claimAges.isOnItsWay('claim')).toBe(false)
})
