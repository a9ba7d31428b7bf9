import { type EntryId, entryIdOf } from './entry.ts'
import { isCheckable } from './entry-rules.ts'
import { createEvidenceReader } from './evidence-reader.ts'
import type { Judge } from './lists/judge.ts'
import type { ListReader } from './lists/read-lists.ts'
import { type CheckState, isSendableAfter, isVerdict } from './lists/verdict.ts'
import type { Clock, OutboxPorts } from './ports.ts'
import type { Sender } from './sender.ts'
import type { DecideSendAgain } from './transitions/claim.ts'

type Options = {
  readonly lists: Pick<ListReader, 'read'>
  readonly judge: Pick<Judge, 'judge'>
  readonly session: Pick<OutboxPorts['session'], 'signInId'>
  readonly clock: Pick<Clock, 'now' | 'elapsed'>
  readonly senderOf: (batch: string) => Pick<Sender, 'send'>
}

type ShownChecks = ReadonlyMap<EntryId, CheckState | undefined>

/** Creates the command that sends unconfirmed entries once more. */
export function createSendAgain({ lists, judge, session, clock, senderOf }: Options) {
  /** Returns the rule for these entries, by lists that are read now. */
  async function readEvidence(shownChecks: ShownChecks): Promise<DecideSendAgain> {
    const evidence = await lists.read()
    return async (ledger, entry) => {
      const shownCheck = shownChecks.get(entryIdOf(entry))
      if (!isVerdict(shownCheck) || !isCheckable(entry)) return 'do-not-send'
      // Another API key sees other pets.
      if (evidence === undefined || evidence.signInId !== session.signInId()) return 'do-not-send'
      const verdict = await judge.judge(ledger, entry, evidence)
      if (!isSendableAfter(shownCheck, verdict)) return 'do-not-send'
      return verdict.kind === 'not-added' ? 'send-as-new' : 'send-as-unknown'
    }
  }

  /**
   * "Add it again", "Send again": sends these entries once more, unless the lists, which are read
   * now, show a pet that was not on the screen at the press.
   */
  return function sendAgain(batch: string, shownChecks: ShownChecks): Promise<void> {
    const evidence = createEvidenceReader(() => readEvidence(shownChecks), clock)
    // The lists are requested at the press. Where the run has to wait long for its turn, they are
    // requested again.
    void evidence.get(session.signInId())
    return senderOf(batch).send({ only: shownChecks.keys(), evidence })
  }
}
