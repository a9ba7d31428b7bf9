import { expect, test } from 'vitest'
import {
  change,
  otherEntry as other,
  ownEntry as own,
  sending,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { recover } from './recover.ts'

const recovery = (hasExclusiveLock: boolean, endedClaims: readonly string[] = []) => ({
  hasExclusiveLock,
  claimAges: { observe: () => undefined, hasEnded: (claim: string) => endedClaims.includes(claim) },
  now: 9,
})

test.each([
  ['with the lock, at once', true, [], 'unknown'],
  ['without a lock, not before its request has ended', false, [], 'sending'],
  ['without a lock, once its request has ended', false, [sending.claim], 'unknown'],
] as const)(
  'What a tab was sending becomes unknown %s.',
  async (_when, hasExclusiveLock, endedClaims, kind) => {
    const { result, states } = await change([own(sending)], (ledger) =>
      recover(ledger, 'own', recovery(hasExclusiveLock, endedClaims)),
    )
    expect(states).toMatchObject([{ kind }])
    expect(result).toBe(kind === 'sending')
  },
)

test('What has become unknown says why, and since when.', async () => {
  const { states } = await change([own(sending)], (ledger) => recover(ledger, 'own', recovery(true)))
  const message = 'The app closed while this pet was being added.'
  expect(states).toEqual([{ kind: 'unknown', message, endedAt: 9, claim: sending.claim }])
})

test('Nothing else changes: not what waits, nor what another batch is sending.', async () => {
  const entries = [other(sending), own(waiting), own(unknown, { position: 1 })]
  const { result, states } = await change(entries, (ledger) => recover(ledger, 'own', recovery(true)))
  expect(states).toEqual([sending, waiting, unknown])
  expect(result).toBe(false)
})

test('Where one of two requests has ended, something may still be on its way.', async () => {
  const entries = [own(sending), own({ ...sending, claim: 'another claim' }, { position: 1 })]
  const { result, states } = await change(entries, (ledger) =>
    recover(ledger, 'own', recovery(false, [sending.claim])),
  )
  expect(states.map(({ kind }) => kind)).toEqual(['unknown', 'sending'])
  expect(result).toBe(true)
})
