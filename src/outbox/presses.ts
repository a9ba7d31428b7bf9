import type { Sender } from './sender.ts'

/** A sender with the signal of a press, which is aborted when the sender is paused after it. */
type Press = { readonly sender: Sender; readonly signal: AbortSignal }

/** Begins a press at each of these senders. */
export function beginPresses(senders: readonly Sender[]): readonly Press[] {
  return senders.map((sender) => ({ sender, signal: sender.beginPress() }))
}

/**
 * Sends what waits in these batches, one after the other. A pause ends the whole press: what makes
 * one batch pause would make the next one pause, too.
 */
export async function sendAll(presses: readonly Press[]): Promise<void> {
  for (const { sender, signal } of presses) {
    await sender.send({}, signal)
    if (signal.aborted) return
  }
}
