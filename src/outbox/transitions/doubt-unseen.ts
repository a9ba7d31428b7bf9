import { type Entry, entryIdOf } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { holdLookalikes } from './gate.ts'

/** The reason why a pet is unconfirmed although the service had answered. */
const UNSEEN_MESSAGE = 'You signed out before the answer was saved.'

/**
 * Makes an added pet unconfirmed, because no screen has said that it was added. Whoever signs in
 * next sees it, and is asked about pets like it, as if signing out had cut its request off.
 *
 * @param unseen the pet as it was being written
 * @param now milliseconds since 1970
 */
export async function doubtUnseen(ledger: LedgerTransaction, unseen: Entry, now: number): Promise<void> {
  const entry = await ledger.get(entryIdOf(unseen))
  if (entry === undefined || !isSameAnswer(entry, unseen)) return
  const doubted: Entry = { ...entry, state: { kind: 'unknown', message: UNSEEN_MESSAGE, endedAt: now } }
  await ledger.put(doubted)
  await holdLookalikes(ledger, doubted)
}

/** Returns whether both were added by the same answer. The word of a person is no answer. */
function isSameAnswer({ state }: Entry, { state: unseen }: Entry): boolean {
  if (state.kind !== 'added' || unseen.kind !== 'added') return false
  return state.isByPerson !== true && state.id === unseen.id
}
