import type { Accepted, Entry } from './entry.ts'
import { answerKeyOf, mayBeAdded } from './entry-rules.ts'

/** Returns whether the person has said that the look-alike is another pet. */
export function isAccepted({ entries, imports }: Accepted, lookalike: Entry): boolean {
  if (entries.includes(answerKeyOf(lookalike))) return true
  return imports.includes(lookalike.importId) && !mayBeAdded(lookalike)
}

/**
 * Returns whether the person has said that this entry alone is another pet, so that it stands for
 * no other row of its import.
 */
export function isAcceptedAlone({ entries, imports }: Accepted, lookalike: Entry): boolean {
  return entries.includes(answerKeyOf(lookalike)) && !imports.includes(lookalike.importId)
}

/** Returns whether the row waits, and was left out for its conflicts at some time before. */
export function canBeLeftOutAgain({ state, askedAbout }: Entry): boolean {
  return state.kind === 'waiting' && askedAbout !== undefined
}

/** Returns the answer that each of these conflicts is another pet. */
export function nameConflicts(conflicts: readonly Entry[]): Accepted {
  const ofImports = conflicts.filter((conflict) => conflict.importId !== '' && !mayBeAdded(conflict))
  return {
    entries: conflicts.map(answerKeyOf),
    imports: [...new Set(ofImports.map(({ importId }) => importId))],
  }
}

/**
 * Returns the answer "these are other pets" to the conflicts that the person was shown. A row
 * stands for its import only where it did so when it held the entry: otherwise the import may have
 * added another row since, which is on no screen.
 */
export function answerTo({ state }: Pick<Entry, 'state'>, shownConflicts: readonly Entry[]): Accepted {
  const { entries, imports } = nameConflicts(shownConflicts)
  const heldByImports = state.kind === 'held' ? (state.imports ?? []) : []
  return { entries, imports: imports.filter((id) => heldByImports.includes(id)) }
}

/** Returns both answers as one. */
export function joinAccepted(first: Accepted, second: Accepted): Accepted {
  return {
    entries: [...new Set([...first.entries, ...second.entries])],
    imports: [...new Set([...first.imports, ...second.imports])],
  }
}
