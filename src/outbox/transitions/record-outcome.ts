import { newId } from '#src/lib/new-id.ts'
import { type Entry, type EntryId, entryIdOf, type EntryState } from '#src/outbox/entry.ts'
import { pressOf } from '#src/outbox/entry-rules.ts'
import { findAnswered } from '#src/outbox/ledger/addresses-of.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { withIdNote, withSecondRequest } from './answer-notes.ts'
import type { Claim } from './claim.ts'
import { holdLookalikes } from './gate.ts'
import { hasNoteOf, isSentBy, mayOtherRequestHaveAdded, withNoteOf } from './request-in-entry.ts'
import { unholdBy } from './unhold.ts'

/**
 * The result of a claim. After `not-requested` and `not-acted-on`, the same entry is sent later.
 *
 * - `not-requested`: no request has left.
 * - `not-acted-on`: the service says so, because it is too busy (429) or refuses the API key (401).
 *   If the browser has sent the request twice, the service may have acted on the other copy.
 */
export type Outcome =
  | Extract<EntryState, { kind: 'added' | 'rejected' | 'unknown' }>
  | 'not-requested'
  | 'not-acted-on'

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
  const current = (await ledger.get(entryIdOf(claim.entry))) ?? (await createAnew(ledger, claim))
  if (outcome === 'not-requested' || outcome === 'not-acted-on')
    await giveBack(ledger, claim, current, outcome)
  else if (outcome.kind === 'added') await recordAdded(ledger, claim, current, outcome)
  else await recordFailure(ledger, claim, current, outcome)
  return unholdBy(ledger, current)
}

/**
 * Gives an entry back whose claim has failed, if the claim was written all the same. Returns the
 * entries by hand that this unholds.
 */
export async function giveBackIfClaimed(
  ledger: LedgerTransaction,
  claim: Claim,
): Promise<readonly EntryId[]> {
  const current = await ledger.get(entryIdOf(claim.entry))
  if (current === undefined) return []
  await giveBack(ledger, claim, current, 'not-requested')
  return unholdBy(ledger, current)
}

/**
 * Returns the entry as it is written where its record was deleted, because the answer of the
 * service is proof. It gets another number: a new database may have taken the place of the one that
 * had given it one.
 */
async function createAnew(ledger: LedgerTransaction, { claimed }: Claim): Promise<Entry> {
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
  outcome: 'not-requested' | 'not-acted-on',
): Promise<void> {
  if (!isSentBy(claim, current)) return
  const { state, claims, wasUnknown, signInId, sentAt } = claim.entry
  // A request that has left stays noted, so that the next claim keeps `knownBefore`.
  const { requestedBy } = outcome === 'not-acted-on' ? current : claim.entry
  await ledger.put({ ...current, state, claims, wasUnknown, signInId, sentAt, requestedBy })
}

/** Writes a pet that was added. A 2xx always counts, because the pet is there. */
async function recordAdded(
  ledger: LedgerTransaction,
  claim: Claim,
  current: Entry,
  answer: Added,
): Promise<void> {
  const entry = mustStayAsItIs(current, claim)
    ? await createBeside(ledger, claim, current)
    : { ...withNoteOf(claim, current), wasUnknown: mayOtherRequestHaveAdded(claim, current) }
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
 *
 * If another tab has taken the request for lost, even a rejection does not count. Since then, the
 * screen has said "unknown", which is not wrong, and a person may have decided by that.
 */
async function recordFailure(
  ledger: LedgerTransaction,
  claim: Claim,
  current: Entry,
  answer: Failure,
): Promise<void> {
  const unknown = { endedAt: claim.state.at, ...answer, kind: 'unknown', claim: claim.state.claim } as const
  if (isSentBy(claim, current))
    await ledger.put({ ...current, state: answer.kind === 'rejected' ? answer : unknown })
  else if (wasWrittenBack(current, claim)) await ledger.put({ ...withNoteOf(claim, current), state: unknown })
}

/**
 * Returns whether another tab has written the entry back as it was before the claim, and nobody has
 * sent or settled it since.
 */
function wasWrittenBack(current: Entry, claim: Claim): boolean {
  const isOpen = ['unknown', 'waiting', 'held'].includes(current.state.kind)
  return isOpen && !isOtherPet(current, claim) && !hasNoteOf(claim, current)
}

/**
 * Returns whether the entry cannot take the answer. It stands for another pet by now, or was
 * discarded while another request of it was in doubt: a discarded entry stays a conflict for that
 * doubt alone.
 */
function mustStayAsItIs(current: Entry, claim: Claim): boolean {
  const isDiscarded = current.state.kind === 'discarded'
  return isOtherPet(current, claim) || (isDiscarded && mayOtherRequestHaveAdded(claim, current))
}

/**
 * Returns whether a corrected row has taken the place of the one that was sent. What is left of a
 * discarded row has no pet, so that only its look-alike key tells.
 */
function isOtherPet(current: Entry, { claimed }: Claim): boolean {
  const { newPet: sent } = claimed
  if (current.lookalikeKey !== claimed.lookalikeKey) return true
  if (current.newPet === undefined || sent === undefined) return false
  return current.newPet.name !== sent.name || current.newPet.status !== sent.status
}

/**
 * Returns a new entry for the pet of a request, where the entry of its claim must stay as it is. A
 * row comes at the end of its import, and a pet by hand into a visit of its own.
 */
async function createBeside(ledger: LedgerTransaction, { claimed }: Claim, current: Entry): Promise<Entry> {
  const entry = { ...claimed, sequence: await ledger.takeSequence(1) }
  // The tab of a visit counts its positions itself.
  if (claimed.importId === '') return { ...entry, batch: newId(), position: 0 }
  const rows = await ledger.findAll(['batch', claimed.batch])
  const position = 1 + Math.max(...rows.map((row) => row.position))
  // A discarded import has no rows left.
  const isDiscarded = current.row === undefined
  return isDiscarded ? { ...entry, position, row: undefined, newPet: undefined } : { ...entry, position }
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
