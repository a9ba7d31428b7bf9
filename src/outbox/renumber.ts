import type { Entry } from './entry.ts'
import { enteredPlaceOf, pressOf } from './entry-rules.ts'

/**
 * Returns entries of a deleted database as a new one gets them: in their old order, with sequence
 * numbers from `first` on.
 */
export function renumber(entries: readonly Entry[], first: number): readonly Entry[] {
  const asEntered = entries.toSorted((earlier, later) => enteredPlaceOf(earlier) - enteredPlaceOf(later))
  const newPlaces = new Map(asEntered.map((entry, index) => [entry, first + index]))
  const inOrder = entries.toSorted((earlier, later) => earlier.sequence - later.sequence)
  return inOrder.map((entry, index) => {
    const firstSequence = newPlaces.get(entry) ?? first
    return withNumbers(askingAboutAllAdded(entry), first + index, firstSequence)
  })
}

/** Returns the entry with these numbers. Only an entry that was unheld gets the second one. */
function withNumbers(entry: Entry, sequence: number, firstSequence: number): Entry {
  const renumbered = { ...entry, sequence, press: pressOf(entry) }
  return entry.firstSequence === undefined ? renumbered : { ...renumbered, firstSequence }
}

/**
 * Has a pet by hand that is or was held ask about all that was added, because the new numbers do
 * not tell what was added while it was held.
 */
function askingAboutAllAdded(entry: Entry): Entry {
  const wasHeld = entry.state.kind === 'held' || entry.firstSequence !== undefined
  return entry.importId === '' && wasHeld ? { ...entry, askedAfter: 0 } : entry
}
