import { newId } from '#src/lib/new-id.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { type Entry, type EntryId, SEVERAL_SIGN_INS } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { findConflicts, hold, holdLookalikes } from './gate.ts'

/**
 * "Send again" does one of these with an unconfirmed entry.
 *
 * - `send-as-new`: it is proved that no earlier request added it.
 * - `send-as-unknown`: it is not proved, so a later 4xx will prove nothing.
 */
export type SendAgainDecision = 'do-not-send' | 'send-as-unknown' | 'send-as-new'

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
}

export type Claim = {
  /** The entry before the claim. */
  readonly entry: Entry
  readonly state: Extract<Entry['state'], { kind: 'sending' }>
  /** An earlier request may have been accepted, so a later 4xx proves nothing. */
  readonly mayHaveBeenAccepted: boolean
  /** The sign-in whose API key has to send it. */
  readonly signInId: string
}

/**
 * Claims the next entry that may be sent: the one place where an entry becomes `sending`. An entry that conflicts is held
 * instead, and so is everything of its batch that is like it.
 */
export async function claimNext(
  ledger: LedgerTransaction,
  candidates: Candidates,
  claimant: Claimant,
): Promise<Claim | undefined> {
  for await (const entry of inOrder(ledger, candidates)) {
    if (entry.state.kind === 'waiting') {
      const conflicts = await findConflicts(ledger, entry)
      if (conflicts.length === 0) return claim(ledger, entry, entry.wasUnknown, claimant)
      await ledger.put(hold(entry, conflicts))
      await holdLookalikes(ledger, entry)
      continue
    }
    const decision = await candidates.decideSendAgain?.(ledger, entry)
    if (decision === 'send-as-new') return claim(ledger, entry, false, claimant)
    if (decision === 'send-as-unknown') return claim(ledger, entry, true, claimant)
  }
  return undefined
}

async function* inOrder(ledger: LedgerTransaction, { batch, only }: Candidates) {
  if (only !== undefined) {
    for (const id of only) {
      const entry = await ledger.get(id)
      if (entry !== undefined) yield entry
    }
    return
  }
  // The caller has claimed or held the entry before, so it no longer waits.
  for (;;) {
    const entry = await ledger.first(['state', batch, 'waiting'])
    if (entry === undefined) return
    yield entry
  }
}

async function claim(
  ledger: LedgerTransaction,
  entry: Entry,
  mayHaveBeenAccepted: boolean,
  { signInId, now, knownIds }: Claimant,
): Promise<Claim> {
  // It was never sent.
  const isFirst = entry.signInId === ''
  const isOneSignIn = isFirst || !mayHaveBeenAccepted || entry.signInId === signInId
  const state = { kind: 'sending', claim: newId(), at: now } as const
  await ledger.put({
    ...entry,
    state,
    wasUnknown: mayHaveBeenAccepted,
    signInId: isOneSignIn ? signInId : SEVERAL_SIGN_INS,
    knownBefore: isFirst ? knownIds(entry.lookalikeKey) : entry.knownBefore,
  })
  return { entry, state, mayHaveBeenAccepted, signInId }
}
