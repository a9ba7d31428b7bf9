import type { Entry } from './entry.ts'
import type { OutboxPorts } from './ports.ts'
import { isPausedBy, type PauseReason } from './run-state.ts'
import { createSender, type Sender, type SenderOptions } from './sender.ts'

type Options = Omit<SenderOptions, 'onUnwrittenChange'> &
  Pick<OutboxPorts, 'heldLocks'> & {
    /** Called when a run is in another state. */
    readonly onStateChange: () => void
    /** Called with all that is not saved in any batch, when that has changed. */
    readonly onUnsavedChange: (unsaved: readonly Entry[]) => void
  }

/** The senders of this tab: one for each batch that anybody has asked for. */
export function createSenders({ heldLocks, onStateChange, onUnsavedChange, ...options }: Options) {
  const byBatch = new Map<string, Sender>()

  function senderOf(batch: string): Sender {
    const existing = byBatch.get(batch)
    if (existing !== undefined) return existing
    const sender = createSender(batch, { ...options, onUnwrittenChange: reportUnsaved })
    sender.subscribe(onStateChange)
    byBatch.set(batch, sender)
    return sender
  }

  const all = (): readonly Sender[] => [...byBatch.values()]

  function reportUnsaved(): void {
    onUnsavedChange(all().flatMap((sender) => sender.unsaved().map(({ entry }) => entry)))
  }

  /**
   * Ends the pauses of these batches whose reason is gone: the tab that was sending them is done,
   * or the disk can be read again.
   */
  function reconsiderPauses(isMeant: (batch: string) => boolean): void {
    for (const [batch, sender] of byBatch) {
      const mayPauseBeOver = isPausedBy(sender.get(), 'elsewhere') || isPausedBy(sender.get(), 'storage')
      if (mayPauseBeOver && isMeant(batch)) void sender.reconsiderPause()
    }
  }

  return {
    senderOf,
    all,
    reconsiderPauses,

    /** Stops what was pressed before, in all batches or in those that are meant. */
    pauseAll(reason: PauseReason, isMeant: (batch: string) => boolean = () => true): void {
      for (const [batch, sender] of byBatch) if (isMeant(batch)) sender.pause(reason)
    },

    /**
     * Reads which locks are held. Returns a function that says whether another tab has that of a
     * batch: then that tab shows and sends it. A pause because of a tab that is gone ends, which no
     * message tells.
     */
    async readBatchesElsewhere(): Promise<(batch: string) => boolean> {
      const locks = await heldLocks()
      reconsiderPauses((batch) => !locks.has(batch))
      return (batch) => locks.has(batch) && byBatch.get(batch)?.maySend() !== true
    },

    /** Returns whether a run or a recovery is queued or under way. */
    isAnyBusy: (): boolean => all().some((sender) => sender.isBusy()),

    /** Returns whether the ledger does not have something yet. */
    isAnyUnwritten: (): boolean => all().some((sender) => sender.unwritten().length > 0),

    /** Returns the entries whose outcome the ledger does not have yet, as they will be. */
    unwrittenOutcomes(): readonly Entry[] {
      const unwritten = all().flatMap((sender) => sender.unwritten())
      return unwritten.filter(({ kind }) => kind === 'outcome').map(({ entry }) => entry)
    },

    /** Pauses everything and gives all locks back at once, because the page goes to sleep. */
    suspend(): void {
      for (const sender of byBatch.values()) {
        sender.pause('user')
        sender.giveLockBackAtOnce()
      }
    },

    /** Asks again for the locks of the imports that are open in this tab, after the page slept. */
    resume(): void {
      for (const sender of byBatch.values()) void sender.takeLockBack()
    },

    /** Lets other tabs send what this one had begun to send. */
    giveLocksBack(): void {
      for (const sender of byBatch.values()) void sender.giveLockBack()
    },

    /** Pauses everything, aborts the request on its way, and lets other tabs send the rest. */
    signedOut(): void {
      for (const sender of byBatch.values()) {
        sender.pause('key')
        sender.abortRequest()
        void sender.leaveUnlessShown()
      }
    },
  }
}
