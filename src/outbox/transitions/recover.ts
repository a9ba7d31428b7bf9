import type { ClaimAges } from '#src/outbox/claim-ages.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'

/** Says why a pet that a closed tab was sending is unknown. */
export const CRASHED_MESSAGE = 'The app closed while this pet was being added.'

type Recovery = {
  /** `true` where this tab has the lock of the batch, so that no other tab can be sending. */
  readonly hasExclusiveLock: boolean
  readonly claimAges: Pick<ClaimAges, 'observe' | 'hasEnded'>
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Marks as unknown the entries that a closed tab was sending: all of them if this tab has the lock,
 * else those whose request has ended. Returns whether a request may still be on its way.
 */
export async function recover(
  ledger: LedgerTransaction,
  batch: string,
  { hasExclusiveLock, claimAges, now }: Recovery,
): Promise<boolean> {
  let isOnItsWay = false
  for (const entry of await ledger.findAll(['state', batch, 'sending'])) {
    if (entry.state.kind !== 'sending') continue
    const { claim } = entry.state
    claimAges.observe(claim)
    if (hasExclusiveLock || claimAges.hasEnded(claim))
      await ledger.put({
        ...entry,
        state: { kind: 'unknown', message: CRASHED_MESSAGE, endedAt: now, claim },
      })
    else isOnItsWay = true
  }
  return isOnItsWay
}
