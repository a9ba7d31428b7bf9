import { newId } from '#src/lib/new-id.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { type Entry, type EntryId, SEVERAL_SIGN_INS } from '#src/outbox/entry.ts'
import {
  claimsWith,
  type PetsBeforeRequest,
  petsBeforeRequestIn,
  wasEverRequested,
} from '#src/outbox/entry-rules.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { findConflicts, hold, holdLookalikes } from './gate.ts'

/**
 * How an entry is sent.
 *
 * - `send-as-new`: it is proved that no earlier request added it.
 * - `send-as-unknown`: it is not proved, so a later 4xx will prove nothing.
 */
type WayToSend = 'send-as-unknown' | 'send-as-new'

/** "Send again" does one of these with an unconfirmed entry. */
type SendAgainDecision = 'do-not-send' | WayToSend

export type DecideSendAgain = (ledger: LedgerTransaction, entry: Entry) => Promise<SendAgainDecision>

/** The entries of a batch that may be claimed. */
export type Candidates = {
  readonly batch: string
  /** Only these, in this order; without them, all that waits. */
  readonly only?: Iterable<EntryId> | undefined
  /** Without it, nothing unconfirmed is claimed. */
  readonly decideSendAgain?: DecideSendAgain | undefined
}

export type Claimant = {
  readonly signInId: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** Returns the IDs of look-alikes that are known to exist before the entry is sent. */
  readonly knownIds: (lookalikeKey: string) => readonly Int64[]
  /**
   * Returns the pets (`petIdentity`) that are known to exist before this one is sent, and whose
   * names the service may make of its name (`petsKeptAs`).
   */
  readonly knownUnderOtherNames: (newPet: NewPet) => readonly string[]
  /** The last ID that lists have newly shown on this device; `undefined` if there is none. */
  readonly lastSeenId: Int64 | undefined
  /** The number of IDs that lists have shown on this device. */
  readonly seenIdCount: number
}

export type Claim = {
  /** The entry before the claim. */
  readonly entry: Entry
  /** The entry as the claim has written it. */
  readonly claimed: Entry
  readonly state: Extract<Entry['state'], { kind: 'sending' }>
  /** An earlier request may have been accepted, so a later 4xx proves nothing. */
  readonly mayHaveBeenAccepted: boolean
  /** The sign-in whose API key has to send it. */
  readonly signInId: string
}

/**
 * Claims the next entry that may be sent: the one place where an entry becomes `sending`. An entry
 * that has conflicts is held instead, and so are those of its look-alikes in the batch that have
 * conflicts themselves.
 */
export async function claimNext(
  ledger: LedgerTransaction,
  { batch, only, decideSendAgain }: Candidates,
  claimant: Claimant,
): Promise<Claim | undefined> {
  if (only === undefined) return claimFirstWaiting(ledger, batch, claimant)
  return claimNamed(ledger, only, decideSendAgain, claimant)
}

/**
 * Returns whether there may be something to claim: a candidate that waits, or a named one that is
 * unconfirmed.
 *
 * @param sendsAgain whether unconfirmed entries may be sent again
 */
export async function isAnyLeft(
  ledger: LedgerTransaction,
  { batch, only }: Pick<Candidates, 'batch' | 'only'>,
  sendsAgain: boolean,
): Promise<boolean> {
  if (only === undefined) return (await ledger.first(['state', batch, 'waiting'])) !== undefined
  for (const id of only) {
    if (!(await ledger.maySend(id))) continue
    const entry = await ledger.get(id)
    if (entry?.state.kind === 'waiting' || (sendsAgain && entry?.state.kind === 'unknown')) return true
  }
  return false
}

async function claimFirstWaiting(
  ledger: LedgerTransaction,
  batch: string,
  claimant: Claimant,
): Promise<Claim | undefined> {
  for (;;) {
    const entry = await ledger.first(['state', batch, 'waiting'])
    if (entry === undefined) return undefined
    const claimed = await claimOrHold(ledger, entry, claimant)
    if (claimed !== undefined) return claimed
  }
}

async function claimNamed(
  ledger: LedgerTransaction,
  ids: Iterable<EntryId>,
  decideSendAgain: DecideSendAgain | undefined,
  claimant: Claimant,
): Promise<Claim | undefined> {
  for (const id of ids) {
    if (!(await ledger.maySend(id))) continue
    const entry = await ledger.get(id)
    const claimed = entry && (await claimWaitingOrUnknown(ledger, entry, decideSendAgain, claimant))
    if (claimed !== undefined) return claimed
  }
  return undefined
}

async function claimWaitingOrUnknown(
  ledger: LedgerTransaction,
  entry: Entry,
  decideSendAgain: DecideSendAgain | undefined,
  claimant: Claimant,
): Promise<Claim | undefined> {
  if (entry.state.kind === 'waiting') return claimOrHold(ledger, entry, claimant)
  if (entry.state.kind !== 'unknown') return undefined
  const decision = (await decideSendAgain?.(ledger, entry)) ?? 'do-not-send'
  return decision === 'do-not-send' ? undefined : claim(ledger, entry, decision, claimant)
}

/**
 * Claims a waiting entry. One that has conflicts is held, and so are those of its look-alikes that
 * have conflicts themselves.
 */
async function claimOrHold(
  ledger: LedgerTransaction,
  entry: Entry,
  claimant: Claimant,
): Promise<Claim | undefined> {
  const conflicts = await findConflicts(ledger, entry)
  if (conflicts.length === 0)
    return claim(ledger, entry, entry.wasUnknown ? 'send-as-unknown' : 'send-as-new', claimant)
  await ledger.put(hold(entry, conflicts))
  await holdLookalikes(ledger, entry)
  return undefined
}

async function claim(
  ledger: LedgerTransaction,
  entry: Entry,
  wayToSend: WayToSend,
  claimant: Claimant,
): Promise<Claim> {
  const { signInId, now } = claimant
  const mayHaveBeenAccepted = wayToSend === 'send-as-unknown'
  // The sign-in of an entry is the one whose requests may have added its pet. An entry that was
  // never sent has none, and requests that are proved to have added nothing do not count.
  const isFirst = entry.signInId === ''
  const isOneSignIn = isFirst || !mayHaveBeenAccepted || entry.signInId === signInId
  const state = { kind: 'sending', claim: newId(), at: now } as const
  const claimed = {
    ...entry,
    state,
    claims: claimsWith(entry, state.claim),
    sentAt: now,
    wasUnknown: mayHaveBeenAccepted,
    signInId: isOneSignIn ? signInId : SEVERAL_SIGN_INS,
    ...petsBeforeRequest(entry, claimant),
    requestedBy: signInId,
  }
  await ledger.put(claimed)
  return { entry, claimed, state, mayHaveBeenAccepted, signInId }
}

/**
 * Returns the pets that the entry notes as there before its first request. If the service did not
 * act on that request, and the next one is sent with another API key, the entry also notes the pets
 * that this key sees.
 */
function petsBeforeRequest(
  entry: Entry,
  { signInId, knownIds, knownUnderOtherNames, lastSeenId, seenIdCount }: Claimant,
): PetsBeforeRequest {
  const { requestedBy, state, wasUnknown, newPet } = entry
  const isOtherKey = requestedBy !== undefined && requestedBy !== signInId
  // An entry that waits again has met a 401 or a 429.
  const wasNotActedOn = state.kind === 'waiting' && !wasUnknown
  const mayNoteMore = isOtherKey && wasNotActedOn
  if (wasEverRequested(entry) && !mayNoteMore) return petsBeforeRequestIn(entry)
  // An earlier claim may have noted some.
  const knownBefore = new Set([...entry.knownBefore, ...knownIds(entry.lookalikeKey)])
  const underOtherNames = newPet === undefined ? [] : knownUnderOtherNames(newPet)
  return {
    knownBefore: [...knownBefore],
    knownUnderOtherNames: [...new Set([...(entry.knownUnderOtherNames ?? []), ...underOtherNames])],
    lastSeenId,
    seenIdCount,
  }
}
