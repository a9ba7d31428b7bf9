import { expect, test } from 'vitest'
import { createClaimAges } from './claim-ages.ts'

test('A request has ended more than a minute after this tab first saw its claim, whatever the clock on the wall shows.', () => {
  let elapsed = 500
  const { hasEnded } = createClaimAges({ elapsed: () => elapsed })
  expect(hasEnded('first')).toBe(false)
  elapsed += 60_000
  expect(hasEnded('first')).toBe(false)
  expect(hasEnded('second')).toBe(false)
  elapsed += 1
  expect(hasEnded('first')).toBe(true)
  expect(hasEnded('second')).toBe(false)
})
