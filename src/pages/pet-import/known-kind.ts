import type { Entry } from '#src/outbox/entry.ts'
import { isProvedAdded } from '#src/outbox/entry-rules.ts'

/**
 * This says how much the ledger knows of the pet of a row, by the entries that are like it.
 *
 * - `added`: answers prove that such pets were added, in this environment and at its address.
 *   Another environment has another API key, and a former address may be that of another service.
 * - `waiting`: such pets wait elsewhere, and cannot have been added yet.
 * - `may-be-added`: anything else.
 */
export type KnownKind = 'added' | 'waiting' | 'may-be-added'

/** The environment of a row, and its address. */
export type Place = Pick<Entry, 'environmentId' | 'baseUrl'>

/** @param conflicts the entries that are like the row: at least one */
export function knownKindOf(conflicts: readonly Entry[], place: Place): KnownKind {
  if (conflicts.every((entry) => isProvedAdded(entry) && isAt(place, entry))) return 'added'
  return conflicts.every(isWaiting) ? 'waiting' : 'may-be-added'
}

function isAt({ environmentId, baseUrl }: Place, entry: Entry): boolean {
  return entry.environmentId === environmentId && entry.baseUrl === baseUrl
}

/** Returns whether the entry waits, and no request of it can have added a pet. */
function isWaiting({ state, wasUnknown }: Entry): boolean {
  return (state.kind === 'waiting' || state.kind === 'held') && !wasUnknown
}
