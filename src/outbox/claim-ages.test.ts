import { expect, test } from 'vitest'
import { createClaimAges } from './claim-ages.ts'

test('A request has ended more than a minute after this tab first saw its claim, whatever the clock on the wall shows.', () => {
  let elapsed = 500
  const claimAges = createClaimAges({ elapsed: () => elapsed })
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
  const claimAges = createClaimAges({ elapsed: () => elapsed })
  expect(claimAges.hasEnded('unseen')).toBe(false)
  elapsed += 60_001
  expect(claimAges.hasEnded('unseen')).toBe(false)
})
