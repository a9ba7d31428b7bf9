import type { EntryId, EntryState } from './entry.ts'
import type { View } from './view.ts'

const MAX_CONSECUTIVE_UNKNOWN = 3

/** An entry in one of these states is no longer unconfirmed. */
const CERTAIN: ReadonlySet<EntryState['kind']> = new Set(['added', 'rejected', 'discarded'])

/** An unknown outcome, and the sign-in whose request it belongs to. */
type UnknownOutcome = { readonly id: EntryId; readonly signInId: string }

type Options = {
  readonly view: Pick<View, 'find' | 'subscribe'>
  /** Returns the ID of the current sign-in. */
  readonly currentSignIn: () => string
  /** Called when an outcome has made the series too long. */
  readonly onTooLong: () => void
}

/**
 * The unknown outcomes of this tab since the last certain one, whatever batches they belong to. Each
 * sign-in has a series of its own, also where an outcome comes once it is over. A press does not
 * end the series. A decision that settles an entry takes its outcome out of it.
 */
export function createUnknownSeries({ view, currentSignIn, onTooLong }: Options) {
  let series: readonly UnknownOutcome[] = []

  function isOpen({ id }: UnknownOutcome): boolean {
    const entry = view.find(id)
    return entry === undefined || !CERTAIN.has(entry.state.kind)
  }

  view.subscribe(() => {
    series = series.filter(isOpen)
  })

  /** Returns whether nothing more is sent but one entry for each press. */
  function isTooLong(): boolean {
    const current = currentSignIn()
    return series.filter(({ signInId }) => signInId === current).length >= MAX_CONSECUTIVE_UNKNOWN
  }

  return {
    isTooLong,

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
