import type { Int64 } from '#src/lib/int64.ts'
import { type Entry, type EntryId, entryIdOf, type EntryState, SEVERAL_SIGN_INS } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import type { Claim } from './claim.ts'
import { unholdBy } from './unhold.ts'

/**
 * The result of a request. After `not-processed` (401, 429) the service has not acted, and the same
 * entry is sent later.
 */
export type Outcome = Extract<EntryState, { kind: 'added' | 'rejected' | 'unknown' }> | 'not-processed'

/** An outcome that says what the service made of the request, as far as that is known. */
type Answer = Exclude<Outcome, 'not-processed'>

/**
 * Writes what became of a request onto its own claim; where another tab has changed the entry
 * meanwhile, `answerOnto` says what counts. Returns the entries by hand that this unholds.
 */
export async function recordOutcome(
  ledger: LedgerTransaction,
  claim: Claim,
  outcome: Outcome,
): Promise<readonly EntryId[]> {
  // Where the record was deleted, it is written anew, because the answer of the service is proof.
  const current = (await ledger.get(entryIdOf(claim.entry))) ?? claim.claimed
  if (outcome === 'not-processed') await giveBack(ledger, claim, current)
  else if (isOtherPet(current, claim.entry)) await recordBeside(ledger, claim, outcome)
  else await recordOnEntry(ledger, claim, current, outcome)
  return unholdBy(ledger, current)
}

/** Writes the entry as it was before its claim. */
async function giveBack(ledger: LedgerTransaction, claim: Claim, current: Entry): Promise<void> {
  if (stillHasClaim(current, claim)) await ledger.put(claim.entry)
}

/** Returns whether a corrected row has taken the place of the one that was sent. */
function isOtherPet({ newPet: current }: Entry, { newPet: sent }: Entry): boolean {
  if (current === undefined || sent === undefined) return false
  const isSame =
    current.name === sent.name && current.categoryId === sent.categoryId && current.status === sent.status
  return !isSame
}

/**
 * Writes a 2xx for a row that was corrected meanwhile as a row of its own, so that it stays
 * evidence. A failure says nothing about the pet that has taken the place.
 */
async function recordBeside(ledger: LedgerTransaction, { claimed }: Claim, answer: Answer): Promise<void> {
  if (answer.kind !== 'added') return
  const rows = await ledger.findAll(['batch', claimed.batch])
  const position = 1 + Math.max(...rows.map((row) => row.position))
  const entry = { ...claimed, position, sequence: await ledger.takeSequence(1) }
  await ledger.put({ ...entry, state: await withIdNote(ledger, entry, answer) })
}

async function recordOnEntry(
  ledger: LedgerTransaction,
  claim: Claim,
  current: Entry,
  answer: Answer,
): Promise<void> {
  const state = answerOnto(current, claim, answer)
  if (state === undefined) return
  const base = stillHasClaim(current, claim) ? current : withRequestOf(claim, current)
  await ledger.put({ ...base, state: await withIdNote(ledger, current, state) })
}

/**
 * Returns the state that an answer gives the entry; `undefined` if it leaves the entry as it is. A
 * 2xx always counts, because the pet is there.
 */
function answerOnto(current: Entry, claim: Claim, answer: Answer): EntryState | undefined {
  const isOwnClaim = stillHasClaim(current, claim)
  if (answer.kind === 'added' || (isOwnClaim && answer.kind === 'rejected')) return answer
  const unknown = { endedAt: claim.state.at, ...answer, kind: 'unknown', claim: claim.state.claim } as const
  return isOwnClaim || lacksRequestOf(claim, current) ? unknown : undefined
}

/**
 * Returns whether nobody has the entry, and it knows nothing of the request: another tab has
 * written it back as it was before the claim. It must not be sent by itself as if it were new.
 */
function lacksRequestOf(claim: Claim, { state }: Entry): boolean {
  if (state.kind === 'unknown') return state.claim !== claim.state.claim
  return state.kind === 'waiting' || state.kind === 'held'
}

/** Returns the entry with what the claim had noted in it, where it has that claim no longer. */
function withRequestOf({ claimed }: Claim, current: Entry): Entry {
  const isFirst = current.signInId === ''
  const isOneSignIn = isFirst || current.signInId === claimed.signInId
  // Another request of the entry is on its way, and may be accepted, too.
  const isSentElsewhere = current.state.kind === 'sending'
  return {
    ...current,
    wasUnknown: current.wasUnknown || claimed.wasUnknown || isSentElsewhere,
    signInId: isOneSignIn ? claimed.signInId : SEVERAL_SIGN_INS,
    knownBefore: isFirst ? claimed.knownBefore : current.knownBefore,
  }
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
