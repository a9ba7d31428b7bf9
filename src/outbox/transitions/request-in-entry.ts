import { type Entry, SEVERAL_SIGN_INS } from '#src/outbox/entry.ts'
import { claimsWith, petsBeforeRequestIn, wasEverRequested } from '#src/outbox/entry-rules.ts'
import type { Claim } from './claim.ts'

/** Returns whether the entry is still being sent by the request of this claim. */
export function isSentBy(claim: Claim, { state }: Entry): boolean {
  return state.kind === 'sending' && state.claim === claim.state.claim
}

/** Returns whether the entry has a note of the request of this claim. */
export function hasNoteOf(claim: Claim, entry: Entry): boolean {
  const { claims = [] } = entry
  return openRequestOf(entry)?.claim === claim.state.claim || claims.includes(claim.state.claim)
}

/**
 * Returns whether the entry may have been added by another request than that of this claim.
 *
 * That is so if another request has no outcome yet, or an unknown one. Of earlier requests, the
 * entry only knows whether any of them may have added it (`wasUnknown`).
 */
export function mayOtherRequestHaveAdded(claim: Claim, entry: Entry): boolean {
  const openRequest = openRequestOf(entry)
  if (openRequest !== undefined && openRequest.claim !== claim.state.claim) return true
  const isOnlyRequest = entry.claims?.length === 1 && hasNoteOf(claim, entry)
  if (isOnlyRequest) return false
  return entry.wasUnknown || claim.claimed.wasUnknown
}

/**
 * Returns the request whose outcome is not certain, if there is one. Older versions wrote no claim
 * for an unknown outcome.
 */
function openRequestOf({ state }: Entry): { readonly claim?: string } | undefined {
  return state.kind === 'sending' || state.kind === 'unknown' ? state : undefined
}

/**
 * Returns the entry with what the claim had noted in it. It lacks that where another tab has
 * written it back as it was before the claim.
 */
export function withNoteOf(claim: Claim, entry: Entry): Entry {
  if (hasNoteOf(claim, entry)) return entry
  const { claimed } = claim
  const isFirst = entry.signInId === ''
  const isOneSignIn = isFirst || entry.signInId === claimed.signInId
  const firstRequested = wasEverRequested(entry) ? entry : claimed
  return {
    ...entry,
    claims: claimsWith(entry, claim.state.claim),
    sentAt: claim.state.at,
    wasUnknown: mayOtherRequestHaveAdded(claim, entry),
    signInId: isOneSignIn ? claimed.signInId : SEVERAL_SIGN_INS,
    ...petsBeforeRequestIn(firstRequested),
    requestedBy: firstRequested.requestedBy,
  }
}
