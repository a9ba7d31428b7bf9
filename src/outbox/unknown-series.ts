import type { EntryId, EntryState } from './entry.ts'
import type { View } from './view.ts'

const MAX_CONSECUTIVE_UNKNOWN = 3

/** An entry in one of these states is no longer unconfirmed. */
const CERTAIN: ReadonlySet<EntryState['kind']> = new Set(['added', 'rejected', 'discarded'])

/**
 * The unknown outcomes of this tab since the last certain one, whatever batches they belong to. A
 * press does not end the series. A decision that settles an entry takes its outcome out of it.
 */
export function createUnknownSeries(view: Pick<View, 'find' | 'subscribe'>) {
  let series: readonly EntryId[] = []

  function isOpen(id: EntryId): boolean {
    const entry = view.find(id)
    return entry === undefined || !CERTAIN.has(entry.state.kind)
  }

  view.subscribe(() => {
    series = series.filter(isOpen)
  })

  return {
    add(id: EntryId): void {
      series = [...series, id]
    },

    /** An outcome was certain, or somebody has signed out. */
    end(): void {
      series = []
    },

    /** Returns whether nothing more is sent but one entry for each press. */
    isTooLong: (): boolean => series.length >= MAX_CONSECUTIVE_UNKNOWN,
  }
}

export type UnknownSeries = ReturnType<typeof createUnknownSeries>
