import { createEmitter } from '#src/lib/create-store.ts'
import { batchOf, type Entry } from './entry.ts'
import type { OutboxPorts } from './ports.ts'
import type { Changes } from './storage.ts'

/** A message in which a tab tells the other tabs what it has changed. */
export type ChangesElsewhere = {
  /** The batches that it wrote to or let go of; `undefined`: any may have changed. */
  readonly batches: readonly string[] | undefined
  /**
   * The look-alike keys of what it wrote; `undefined`: it deleted something, or any may have
   * changed.
   */
  readonly lookalikeKeys: readonly string[] | undefined
}

/**
 * Anything may have changed: another tab did not say what, or this tab has missed changes, or a
 * reading that has failed is tried again.
 */
export const UNKNOWN_CHANGES: ChangesElsewhere = { batches: undefined, lookalikeKeys: undefined }

/** The news that pages get. */
export type OutboxEvent =
  /** A transaction of this tab is complete. */
  | {
      readonly kind: 'written'
      readonly entries: readonly Entry[]
      readonly lookalikeKeys: ChangesElsewhere['lookalikeKeys']
    }
  /** Another tab has changed something, or may have (`UNKNOWN_CHANGES`). */
  | ({ readonly kind: 'batches-changed-elsewhere' } & ChangesElsewhere)
  /** A run, the lists or the storage are in another state. */
  | { readonly kind: 'state-changed' }
  /** A GET has shown pets to this tab. */
  | { readonly kind: 'seen-pets-changed' }

/** Carries the news of the outbox to the pages of this tab, and to the other tabs. */
export function createNews(channel: OutboxPorts['channel']) {
  const events = createEmitter<[event: OutboxEvent]>()

  function tellOtherTabs(changes: ChangesElsewhere): void {
    channel.postMessage(changes)
  }

  return {
    subscribe: events.subscribe,

    /** Tells the other tabs what this one has changed. */
    tellOtherTabs,

    /** Tells everybody about a transaction of this tab that is complete. */
    announceWritten({ written, deleted }: Changes): void {
      const lookalikeKeys = keysOf({ written, deleted })
      events.notify({ kind: 'written', entries: written, lookalikeKeys })
      const batches = [...written.map(({ batch }) => batch), ...deleted.map(batchOf)]
      if (batches.length > 0) tellOtherTabs({ batches: [...new Set(batches)], lookalikeKeys })
    },

    /** Tells the other tabs that this one does not send the batch any more. */
    announceFreeBatch: (batch: string): void => tellOtherTabs({ batches: [batch], lookalikeKeys: [] }),

    /** Tells the pages what another tab has changed, or may have. */
    announceElsewhere: (changes: ChangesElsewhere): void =>
      events.notify({ ...changes, kind: 'batches-changed-elsewhere' }),

    announceState: (): void => events.notify({ kind: 'state-changed' }),

    announceSeenPets: (): void => events.notify({ kind: 'seen-pets-changed' }),

    /** Calls `listener` for each message of another tab. */
    listenToOtherTabs(listener: (changes: ChangesElsewhere) => void): void {
      channel.addEventListener('message', ({ data }: MessageEvent<ChangesElsewhere | string>) => {
        // A tab with version 1.0.0 of the app sends a text that names nothing.
        listener(typeof data === 'string' ? UNKNOWN_CHANGES : data)
      })
    },
  }
}

/**
 * Returns the look-alike keys of what was changed; `undefined` where deleted entries hide theirs.
 */
function keysOf({ written, deleted }: Changes): readonly string[] | undefined {
  if (deleted.length > 0) return undefined
  return [...new Set(written.map(({ lookalikeKey }) => lookalikeKey))]
}
