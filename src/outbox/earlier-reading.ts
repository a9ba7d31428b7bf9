import { createStore } from '#src/lib/create-store.ts'
import type { OutboxPorts } from './ports.ts'

/**
 * How far the reading of what was entered by hand before the page was loaded is.
 *
 * - `not-begun`: nobody has opened the page for pets by hand.
 * - `reading`: this mostly takes some milliseconds, so the page says nothing.
 * - `reading-slowly`: the disk is busy.
 * - `unreadable`: the disk could not be read. It is tried again.
 * - `read`
 */
export type EarlierReading = 'not-begun' | 'reading' | 'reading-slowly' | 'unreadable' | 'read'

/** Milliseconds after which the reading counts as slow. */
const SLOW_AFTER_MS = 1000

type Options = {
  readonly clock: Pick<OutboxPorts['clock'], 'sleep'>
  /** Returns whether all of it could be read. Never rejects. */
  readonly read: () => Promise<boolean>
}

/** Reads what was entered by hand before the page was loaded. */
export function createEarlierReading({ clock, read }: Options) {
  const state = createStore<EarlierReading>('not-begun')

  async function noteIfSlow(): Promise<void> {
    await clock.sleep(SLOW_AFTER_MS, new AbortController().signal)
    if (state.get() === 'reading') state.set('reading-slowly')
  }

  return {
    get: state.get,
    subscribe: state.subscribe,

    /** Somebody has opened the page. */
    begin(): void {
      if (state.get() === 'read') return
      state.set('reading')
      void noteIfSlow()
    },

    /** Reads it, and notes whether it could. Never rejects. */
    async read(): Promise<void> {
      const isRead = await read()
      if (state.get() !== 'read') state.set(isRead ? 'read' : 'unreadable')
    },

    /**
     * Returns whether a person may not see yet what was entered before, so that a pet which is
     * entered now has to ask about it.
     */
    mayLackSome: (): boolean => state.get() !== 'not-begun' && state.get() !== 'read',
  }
}
