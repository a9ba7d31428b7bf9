import type { Int64 } from '#src/lib/int64.ts'
import { newId } from '#src/lib/new-id.ts'
import { type Entry, type EntryId, entryIdOf, type EntryState, SEVERAL_SIGN_INS } from '#src/outbox/entry.ts'
import { claimsWith, pressOf, wasEverRequested } from '#src/outbox/entry-rules.ts'
import { rowName } from '#src/outbox/conflict-text.ts'
import { findAnswered } from '#src/outbox/ledger/addresses-of.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import type { Claim } from './claim.ts'
import { holdLookalikes } from './gate.ts'
import { unholdBy } from './unhold.ts'

/**
 * The result of a claim. After `not-processed` and `too-busy`, the same entry is sent later.
 *
 * - `not-processed`: no request has left, or its API key was refused (401).
 * - `too-busy`: the service says that it has not acted (429). If the browser has sent the request
 *   twice, the service may have acted on the other copy.
 */
export type Outcome =
  | Extract<EntryState, { kind: 'added' | 'rejected' | 'unknown' }>
  | 'not-processed'
  | 'too-busy'

type Added = Extract<EntryState, { kind: 'added' }>

/** An outcome that is no pet. */
type Failure = Extract<EntryState, { kind: 'rejected' | 'unknown' }>

/**
 * Writes what became of a request. An outcome belongs to its claim: it settles the doubt about that
 * request, and leaves the doubt about every other request of the entry. Returns the entries by hand
 * that this unholds.
 */
export async function recordOutcome(
  ledger: LedgerTransaction,
  claim: Claim,
  outcome: Outcome,
): Promise<readonly EntryId[]> {
  const current = (await ledger.get(entryIdOf(claim.entry))) ?? (await writtenAnew(ledger, claim))
  if (outcome === 'not-processed' || outcome === 'too-busy') await giveBack(ledger, claim, current, outcome)
  else if (outcome.kind === 'added') await recordAdded(ledger, claim, current, outcome)
  else await recordFailure(ledger, claim, current, outcome)
  return unholdBy(ledger, current)
}

/**
 * Returns the entry as it is written where its record was deleted, because the answer of the
 * service is proof. Another database may have taken the place of the one that gave its number.
 */
async function writtenAnew(ledger: LedgerTransaction, { claimed }: Claim): Promise<Entry> {
  return { ...claimed, sequence: await ledger.takeSequence(1), press: pressOf(claimed) }
}

/**
 * Takes back what the claim has changed in the entry, so that it can be claimed again. The sequence
 * number stays, because a new database may have given another one meanwhile.
 */
async function giveBack(
  ledger: LedgerTransaction,
  claim: Claim,
  current: Entry,
  outcome: 'not-processed' | 'too-busy',
): Promise<void> {
  if (!stillHasClaim(current, claim)) return
  const { state, claims, wasUnknown, signInId, sentAt } = claim.entry
  // A request that has left stays noted, so that the next claim keeps `knownBefore`.
  const { wasRequested } = outcome === 'too-busy' ? current : claim.entry
  await ledger.put({ ...current, state, claims, wasUnknown, signInId, sentAt, wasRequested })
}

/** A 2xx always counts, because the pet is there. */
async function recordAdded(
  ledger: LedgerTransaction,
  claim: Claim,
  current: Entry,
  answer: Added,
): Promise<void> {
  const mustStay = isOtherPet(current, claim) || isDiscardedInDoubtOfAnother(current, claim)
  const entry = mustStay
    ? await entryBeside(ledger, claim, current)
    : { ...withRequestOf(claim, current), wasUnknown: leavesDoubt(current, claim) }
  await unmarkOthers(ledger, entry, answer)
  await ledger.put({ ...entry, state: await stateAfterAnswer(ledger, entry, answer) })
}

/**
 * Takes back what a person has said of other entries, where the answer gives their pet to this one:
 * a pet answers one entry, and an answer is proof. They are unconfirmed again. Another address of
 * the environment may be another service, but a doubt does less harm than a word that is wrong.
 */
async function unmarkOthers(ledger: LedgerTransaction, answered: Entry, answer: Added): Promise<void> {
  if (answer.id === undefined) return
  for (const other of await findAnswered(ledger, answered, answer.id)) {
    const { state } = other
    const isMarked = state.kind === 'added' && state.before !== undefined
    if (!isMarked || entryIdOf(other) === entryIdOf(answered)) continue
    const unmarked = { ...other, state: state.before }
    await ledger.put(unmarked)
    await holdLookalikes(ledger, unmarked)
  }
}

/**
 * Writes a failure, if the entry still has the claim of the request. An entry that was written back
 * as it was before the claim becomes unknown, because it must not be sent as if it were new.
 */
async function recordFailure(
  ledger: LedgerTransaction,
  claim: Claim,
  current: Entry,
  answer: Failure,
): Promise<void> {
  const unknown = { endedAt: claim.state.at, ...answer, kind: 'unknown', claim: claim.state.claim } as const
  if (stillHasClaim(current, claim))
    await ledger.put({ ...current, state: answer.kind === 'rejected' ? answer : unknown })
  else if (!isOtherPet(current, claim) && lacksRequestOf(claim, current))
    await ledger.put({ ...withRequestOf(claim, current), state: unknown })
}

/**
 * Returns whether a corrected row has taken the place of the one that was sent. What is left of a
 * discarded row has no pet, so that only its look-alike key tells.
 */
function isOtherPet(current: Entry, { claimed }: Claim): boolean {
  const { newPet: sent } = claimed
  const isAlike = current.lookalikeKey === claimed.lookalikeKey
  if (current.newPet === undefined || sent === undefined) return !isAlike
  return !isAlike || current.newPet.name !== sent.name || current.newPet.status !== sent.status
}

/**
 * Returns whether the entry was discarded while another request of it was in doubt. A discarded
 * entry stays a conflict for that doubt alone, so it must stay as it is.
 */
function isDiscardedInDoubtOfAnother(current: Entry, claim: Claim): boolean {
  return current.state.kind === 'discarded' && leavesDoubt(current, claim)
}

/**
 * Returns a new entry for the pet of a request, because that of its claim stands for another pet by
 * now, or must stay for another doubt.
 */
async function entryBeside(ledger: LedgerTransaction, { claimed }: Claim, current: Entry): Promise<Entry> {
  const entry = { ...claimed, sequence: await ledger.takeSequence(1) }
  // The tab of a visit counts its positions itself.
  if (claimed.importId === '') return { ...entry, batch: newId(), position: 0 }
  const rows = await ledger.findAll(['batch', claimed.batch])
  const position = 1 + Math.max(...rows.map((row) => row.position))
  // A discarded import has no rows left.
  const isDiscarded = current.row === undefined
  return isDiscarded ? { ...entry, position, row: undefined, newPet: undefined } : { ...entry, position }
}

/** Returns whether another request of the entry may have added a pet, once this one has. */
function leavesDoubt(current: Entry, claim: Claim): boolean {
  const { state } = current
  const isPending = state.kind === 'sending' || state.kind === 'unknown'
  if (isPending && state.claim !== claim.state.claim) return true
  const isOnlyRequest = current.claims?.length === 1 && knowsRequestOf(claim, current)
  return !isOnlyRequest && (current.wasUnknown || claim.claimed.wasUnknown)
}

function knowsRequestOf({ state: { claim } }: Claim, { state, claims = [] }: Entry): boolean {
  const isCurrent = (state.kind === 'sending' || state.kind === 'unknown') && state.claim === claim
  return isCurrent || claims.includes(claim)
}

/**
 * Returns whether the entry is not being sent, and knows nothing of the request: another tab has
 * written it back as it was before the claim.
 */
function lacksRequestOf(claim: Claim, current: Entry): boolean {
  return ['unknown', 'waiting', 'held'].includes(current.state.kind) && !knowsRequestOf(claim, current)
}

/** Returns the entry with what the claim had noted in it, where it does not know the request. */
function withRequestOf(claim: Claim, current: Entry): Entry {
  if (knowsRequestOf(claim, current)) return current
  const { claimed } = claim
  const isFirst = current.signInId === ''
  const isOneSignIn = isFirst || current.signInId === claimed.signInId
  const { knownBefore, lastSeenId, wasRequested } = wasEverRequested(current) ? current : claimed
  return {
    ...current,
    claims: claimsWith(current, claim.state.claim),
    sentAt: claim.state.at,
    wasUnknown: leavesDoubt(current, claim),
    signInId: isOneSignIn ? claimed.signInId : SEVERAL_SIGN_INS,
    knownBefore,
    lastSeenId,
    wasRequested,
  }
}

function stillHasClaim({ state }: Entry, claim: Claim): boolean {
  return state.kind === 'sending' && state.claim === claim.state.claim
}

/**
 * Returns the state of the entry after an answer. The first answer stays, but takes the place of
 * what a person has said, because an answer is proof.
 */
async function stateAfterAnswer(ledger: LedgerTransaction, entry: Entry, answer: Added): Promise<Added> {
  const { state } = entry
  const wasAnswered = state.kind === 'added' && state.id !== undefined && state.isByPerson !== true
  return wasAnswered ? withSecondRequest(state, answer.id) : withIdNote(ledger, entry, answer)
}

/**
 * Returns the answer with a note if its ID was given before at the same address, because two
 * entries cannot be one pet.
 */
async function withIdNote(ledger: LedgerTransaction, entry: Entry, answer: Added): Promise<Added> {
  if (answer.id === undefined) return answer
  const withThisId = await ledger.findAll(['id', entry.baseUrl, answer.id])
  const earlier = withThisId.find((candidate) => entryIdOf(candidate) !== entryIdOf(entry))
  if (earlier === undefined) return answer
  const idNote = `ID ${answer.id} was already given to ${nameInNoteOf(entry, earlier)}.`
  return { ...answer, note: joinNotes(answer.note, idNote) }
}

/** Returns the first answer with a note of the second pet that another request has added. */
function withSecondRequest(first: Added, secondId: Int64 | undefined): Added {
  if (secondId === undefined || secondId === first.id) return first
  return { ...first, note: joinNotes(first.note, possibleDuplicate(secondId)) }
}

/** Names an entry in a note of another one. A row of another import is named with its file. */
function nameInNoteOf(notedEntry: Entry, { row, newPet, batch }: Entry): string {
  if (row === undefined) return newPet?.name ?? 'another pet'
  return batch === notedEntry.batch ? `row ${row.number}` : rowName(row)
}

export function possibleDuplicate(id: Int64): string {
  return `Possible duplicate: ID ${id}.`
}

/** Joins two notes, and leaves out the second where the first contains it. */
export function joinNotes(note: string | undefined, more: string): string {
  if (note === undefined) return more
  return note.includes(more) ? note : `${note} ${more}`
}
