import type { Int64 } from '#src/lib/int64.ts'
import { type Entry, type EntryId, entryIdOf, type EntryState } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import type { Claim } from './claim.ts'
import { unholdBy } from './unhold.ts'

/**
 * The result of a request. After `not-processed` (401, 429) the service has not acted, and the same
 * entry is sent later.
 */
export type Outcome = Extract<EntryState, { kind: 'added' | 'rejected' | 'unknown' }> | 'not-processed'

/**
 * Writes what became of a request onto its own claim. If another tab has taken the request for
 * lost, a 2xx still counts and a failure does not. Returns the entries by hand that this unholds.
 */
export async function recordOutcome(
  ledger: LedgerTransaction,
  claim: Claim,
  outcome: Outcome,
): Promise<readonly EntryId[]> {
  const current = await ledger.get(entryIdOf(claim.entry))
  if (current === undefined) {
    await rewriteDeleted(ledger, claim, outcome)
    return []
  }
  if (outcome === 'not-processed') await giveBack(ledger, claim, current)
  else await recordOnEntry(ledger, claim, current, outcome)
  return unholdBy(ledger, current)
}

/**
 * Writes a new record in place of one that was deleted, because the answer of the service is proof.
 */
async function rewriteDeleted(
  ledger: LedgerTransaction,
  { entry, signInId, mayHaveBeenAccepted }: Claim,
  outcome: Outcome,
): Promise<void> {
  if (outcome === 'not-processed') await ledger.put(entry)
  else await ledger.put({ ...entry, signInId, wasUnknown: mayHaveBeenAccepted, state: outcome })
}

/** Writes the entry as it was before its claim. */
async function giveBack(ledger: LedgerTransaction, claim: Claim, current: Entry): Promise<void> {
  if (stillHasClaim(current, claim)) await ledger.put(claim.entry)
}

async function recordOnEntry(
  ledger: LedgerTransaction,
  claim: Claim,
  current: Entry,
  outcome: Exclude<Outcome, 'not-processed'>,
): Promise<void> {
  const isOwnClaim = stillHasClaim(current, claim)
  if (!isOwnClaim && outcome.kind !== 'added') return
  // Another request of the entry is on its way, and may be accepted, too.
  const wasUnknown = current.wasUnknown || (!isOwnClaim && current.state.kind === 'sending')
  const state = outcome.kind === 'unknown' ? { ...outcome, claim: claim.state.claim } : outcome
  await ledger.put({ ...current, wasUnknown, state: await withIdNote(ledger, current, state) })
}

function stillHasClaim({ state }: Entry, claim: Claim): boolean {
  return state.kind === 'sending' && state.claim === claim.state.claim
}

/** Returns the outcome with a note where its ID was given before: two entries cannot be one pet. */
async function withIdNote(ledger: LedgerTransaction, entry: Entry, outcome: EntryState): Promise<EntryState> {
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
  first: Extract<EntryState, { kind: 'added' }>,
  secondId: Int64 | undefined,
): EntryState {
  if (secondId === undefined || secondId === first.id) return first
  return { ...first, note: joinNotes(first.note, possibleDuplicate(secondId)) }
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
