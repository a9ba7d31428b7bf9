import { type Entry, entryIdOf } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import { holdLookalikes } from './gate.ts'

/** The reason why a pet is unconfirmed although the service had answered. */
const UNSEEN_MESSAGE = 'The page was left before it showed the answer.'

/**
 * Makes an added pet unconfirmed, because no page has shown that it was added, and somebody else
 * may have signed in since. They see it, and are asked about pets like it, as if leaving the page
 * had cut its request off.
 *
 * @param unseenPet the pet as it was added
 * @param now milliseconds since 1970
 */
export async function doubtUnseen(ledger: LedgerTransaction, unseenPet: Entry, now: number): Promise<void> {
  const entry = await ledger.get(entryIdOf(unseenPet))
  if (entry === undefined || !isSameAnswer(entry, unseenPet)) return
  const doubted: Entry = { ...entry, state: { kind: 'unknown', message: UNSEEN_MESSAGE, endedAt: now } }
  await ledger.put(doubted)
  await holdLookalikes(ledger, doubted)
}

/** Returns whether both were added by the same answer. The word of a person is no answer. */
function isSameAnswer({ state }: Entry, { state: unseen }: Entry): boolean {
  if (state.kind !== 'added' || unseen.kind !== 'added') return false
  return state.isByPerson !== true && state.id === unseen.id
}
