import { batchOf, type Entry, type EntryId, entryIdOf, type EntryState } from './entry.ts'
import type { Storage } from './storage.ts'

const MAX_CONSECUTIVE_UNKNOWN = 3

/** An entry in one of these states is no longer unconfirmed. */
const CERTAIN: ReadonlySet<EntryState['kind']> = new Set(['added', 'rejected', 'discarded'])

/** An unknown outcome, and the sign-in whose request it belongs to. */
type UnknownOutcome = { readonly id: EntryId; readonly signInId: string }

type Options = {
  readonly read: Storage['read']
  /** Returns the ID of the current sign-in. */
  readonly currentSignIn: () => string
  /** Called when an outcome has made the series too long. */
  readonly onTooLong: () => void
}

/**
 * The unknown outcomes of this tab since the last certain one, whatever batches they belong to.
 * Each sign-in has a series of its own, also where an outcome comes once it is over. A press does
 * not end the series. A decision about an entry, in whatever tab, takes its outcomes out of it.
 */
export function createUnknownSeries({ read, currentSignIn, onTooLong }: Options) {
  let series: readonly UnknownOutcome[] = []

  /** Takes out those of these entries whose outcome is certain. Returns whether there was any. */
  function takeOut(entries: readonly Entry[]): boolean {
    const certainIds = new Set(entries.filter(({ state }) => CERTAIN.has(state.kind)).map(entryIdOf))
    const countBefore = series.length
    series = series.filter(({ id }) => !certainIds.has(id))
    return series.length < countBefore
  }

  /** Returns whether nothing more is sent but one entry for each press. */
  function isTooLong(): boolean {
    const current = currentSignIn()
    return series.filter(({ signInId }) => signInId === current).length >= MAX_CONSECUTIVE_UNKNOWN
  }

  return {
    isTooLong,

    /** Takes out what this transaction of the tab has made certain. */
    noteWritten(entries: readonly Entry[]): void {
      if (series.length > 0) takeOut(entries)
    },

    /**
     * Takes out what the ledger says is certain by now, after these batches have changed;
     * `undefined`: any may have. Returns whether there was any. Never rejects: what cannot be read
     * stays unconfirmed.
     */
    async refresh(batches?: readonly string[]): Promise<boolean> {
      const changed = series.filter(({ id }) => batches?.includes(batchOf(id)) ?? true)
      if (changed.length === 0) return false
      const ids = changed.map(({ id }) => id)
      const entries = await read((ledger) => Promise.all(ids.map((id) => ledger.get(id)))).catch(() => [])
      return takeOut(entries.flatMap((entry) => entry ?? []))
    },

    add(outcome: UnknownOutcome): void {
      series = [...series, outcome]
      if (isTooLong()) onTooLong()
    },

    /** An outcome of this sign-in was certain. */
    end(signInId: string): void {
      series = series.filter((outcome) => outcome.signInId !== signInId)
    },
  }
}

export type UnknownSeries = ReturnType<typeof createUnknownSeries>
