import type { DiskContent } from './ledger/in-memory.ts'
import { isPausedBy } from './run-state.ts'
import { beginPresses, sendAll } from './presses.ts'
import type { Sender } from './sender.ts'
import { isAsking, type Storage } from './storage.ts'

type Options = {
  readonly storage: Pick<Storage, 'state' | 'continueInMemory' | 'reconnect' | 'write'>
  /** Returns what this tab shows or has shown, as the ledger has it. */
  readonly shown: () => DiskContent
  /** Returns the senders of this tab. */
  readonly senders: () => readonly Sender[]
  readonly senderOf: (batch: string) => Sender
}

/** Creates the commands of a person whose browser cannot save. */
export function createStorageCommands({ storage, shown, senders, senderOf }: Options) {
  /** Writes what could not be written. */
  async function flushAll(): Promise<void> {
    for (const sender of senders()) await sender.flush()
  }

  /**
   * "Add without saving": the person goes on without a record. What was entered into this batch, if
   * any, is sent. What was entered into others, by somebody who has signed out or before a crash,
   * waits for a press of its own.
   */
  async function continueWithoutRecord(batch?: string): Promise<void> {
    const sender = batch === undefined ? undefined : senderOf(batch)
    const hasEntered = sender?.unwritten().some(({ kind }) => kind === 'entered') === true
    const presses = beginPresses(sender !== undefined && hasEntered ? [sender] : [])
    await storage.continueInMemory(shown())
    // The disk turned out to be unreadable, so the person is asked again.
    if (isAsking(storage.state.get())) return
    await flushAll()
    await sendAll(presses)
  }

  /**
   * "Try again": opens the disk anew, and sends what waits in this batch, if any, where storage had
   * paused it.
   */
  async function tryAgain(batch?: string): Promise<void> {
    const sender = batch === undefined ? undefined : senderOf(batch)
    const isPaused = sender !== undefined && isPausedBy(sender.get(), 'storage')
    const presses = beginPresses(isPaused ? [sender] : [])
    storage.reconnect()
    // Shows whether the disk can be written, also where nothing is left to write.
    await storage.write((ledger) => ledger.takeSequence(1)).catch(() => undefined)
    await flushAll()
    await sendAll(presses)
  }

  return { flushAll, continueWithoutRecord, tryAgain }
}
