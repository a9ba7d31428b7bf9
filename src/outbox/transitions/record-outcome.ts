import type { Int64 } from '#src/lib/int64.ts'
import { type Entry, type EntryId, entryIdOf, type EntryState } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import type { Claim } from './claim.ts'
import { unholdBy } from './unhold.ts'

/** The result of a request. After `not-processed` (401, 429) the service has not acted, and the same entry is sent later. */
export type Outcome = Extract<EntryState, { kind: 'added' | 'rejected' | 'unknown' }> | 'not-processed'

/**
 * Writes what became of a request onto its own claim. If another tab has taken the request for lost, a 2xx still
 * counts and a failure does not. Returns the entries by hand that this unholds.
 */
export async function recordOutcome(
  ledger: LedgerTransaction,
  { entry: before, state: claimed, signInId, mayHaveBeenAccepted }: Claim,
  outcome: Outcome,
): Promise<readonly EntryId[]> {
  const current = await ledger.get(entryIdOf(before))
  if (current === undefined) {
    // The record was deleted, and a new one is written, because the answer of the service is proof.
    const sent = { ...before, signInId, wasUnknown: mayHaveBeenAccepted }
    await ledger.put(outcome === 'not-processed' ? before : { ...sent, state: outcome })
    return []
  }
  const isOwnClaim = current.state.kind === 'sending' && current.state.claim === claimed.claim
  if (outcome === 'not-processed') {
    if (isOwnClaim) await ledger.put(before)
  } else if (isOwnClaim || outcome.kind === 'added') {
    // Another request of it is on its way and may be accepted, too.
    const wasUnknown = current.wasUnknown || (!isOwnClaim && current.state.kind === 'sending')
    const state = outcome.kind === 'unknown' ? { ...outcome, claim: claimed.claim } : outcome
    await ledger.put({ ...current, wasUnknown, state: await compared(ledger, current, state) })
  }
  return unholdBy(ledger, current)
}

/** Returns the outcome with a note where its ID was given before: two entries cannot be one pet. */
async function compared(ledger: LedgerTransaction, entry: Entry, outcome: EntryState): Promise<EntryState> {
  if (outcome.kind !== 'added') return outcome
  if (entry.state.kind === 'added' && entry.state.id !== undefined)
    return withSecondRequest(entry.state, outcome.id)
  if (outcome.id === undefined) return outcome
  const withThisId = await ledger.findAll(['id', entry.baseUrl, outcome.id])
  const earlier = withThisId.find((candidate) => entryIdOf(candidate) !== entryIdOf(entry))
  if (earlier === undefined) return outcome
  return {
    ...outcome,
    note: joinNotes(outcome.note, `ID ${outcome.id} was already given to ${nameOf(earlier)}.`),
  }
}

/** Two requests of one entry may both have added a pet. */
function withSecondRequest(
  known: Extract<EntryState, { kind: 'added' }>,
  secondId: Int64 | undefined,
): EntryState {
  if (secondId === undefined || secondId === known.id) return known
  return { ...known, note: joinNotes(known.note, possibleDuplicate(secondId)) }
}

function nameOf({ row, newPet }: Entry): string {
  if (row !== undefined) return `row ${row.number}`
  return newPet?.name ?? 'another pet'
}

export function possibleDuplicate(id: Int64): string {
  return `Possible duplicate: ID ${id}.`
}

/** Joins two notes, and leaves out the second where the first contains it. */
export function joinNotes(note: string | undefined, more: string): string {
  if (note === undefined) return more
  return note.includes(more) ? note : `${note} ${more}`
}
