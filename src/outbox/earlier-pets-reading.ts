import { createStore } from '#src/lib/create-store.ts'
import type { OutboxPorts } from './ports.ts'

/**
 * How far this tab has read the earlier pets: those that were entered by hand before the page was
 * loaded.
 *
 * - `not-begun`: nobody has opened the page for pets by hand.
 * - `reading`: the page says nothing yet, because this usually takes some milliseconds.
 * - `reading-slowly`: the disk is busy.
 * - `unreadable`: the disk could not be read. It is read again later.
 * - `read`
 */
export type EarlierPetsState = 'not-begun' | 'reading' | 'reading-slowly' | 'unreadable' | 'read'

/** Milliseconds after which the reading counts as slow. */
const SLOW_AFTER_MS = 1000

type Options = {
  readonly clock: Pick<OutboxPorts['clock'], 'sleep'>
  /** Returns whether all earlier pets could be read. Never rejects. */
  readonly read: () => Promise<boolean>
}

/** Reads the earlier pets, and says how far that is. */
export function createEarlierPetsReading({ clock, read }: Options) {
  const state = createStore<EarlierPetsState>('not-begun')

  async function noteIfSlow(): Promise<void> {
    await clock.sleep(SLOW_AFTER_MS, new AbortController().signal)
    if (state.get() === 'reading') state.set('reading-slowly')
  }

  return {
    get: state.get,
    subscribe: state.subscribe,

    /** Notes that somebody has opened the page, which waits for the earlier pets from now on. */
    begin(): void {
      if (state.get() !== 'not-begun') return
      state.set('reading')
      void noteIfSlow()
    },

    /** Reads the earlier pets, and notes whether they could be read. Never rejects. */
    async read(): Promise<void> {
      const isRead = await read()
      if (state.get() !== 'read') state.set(isRead ? 'read' : 'unreadable')
    },

    /**
     * Returns whether the page is open and may not show all earlier pets yet. A pet that is entered
     * meanwhile has to ask about them.
     */
    isIncomplete: (): boolean => state.get() !== 'not-begun' && state.get() !== 'read',
  }
}
