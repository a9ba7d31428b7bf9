import type { Entry, EntryId } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { holdLookalikes } from './gate.ts'

/** The reason why a pet is unconfirmed although the service had answered. */
const UNSEEN_MESSAGE = 'You signed out before the answer was saved.'

/**
 * Makes an added pet unconfirmed, because no screen has said that it was added. Whoever signs in
 * next sees it, and is asked about pets like it, as if signing out had cut its request off.
 *
 * @param now milliseconds since 1970
 */
export async function doubtUnseen(ledger: LedgerTransaction, id: EntryId, now: number): Promise<void> {
  const entry = await ledger.get(id)
  if (entry?.state.kind !== 'added') return
  const doubted: Entry = { ...entry, state: { kind: 'unknown', message: UNSEEN_MESSAGE, endedAt: now } }
  await ledger.put(doubted)
  await holdLookalikes(ledger, doubted)
}
