import type { Entry } from '#src/outbox/entry.ts'
import { isProvedAdded } from '#src/outbox/entry-rules.ts'

/**
 * This says what the ledger knows of the pets that are like a row.
 *
 * - `added`: answers to this very sign-in prove that such pets were added, in this environment and
 *   at its address. Another sign-in may have another API key, which sees other pets, and a former
 *   address may be that of another service.
 * - `waiting`: such pets wait elsewhere, and cannot have been added yet.
 * - `may-be-added`: anything else.
 */
export type KnownKind = 'added' | 'waiting' | 'may-be-added'

/** The environment of a row, its address, and the sign-in to which the row is shown. */
export type Viewer = Pick<Entry, 'environmentId' | 'baseUrl'> & { readonly signInId: string | undefined }

/** @param conflicts the entries that are like the row: at least one */
export function knownKindOf(conflicts: readonly Entry[], viewer: Viewer): KnownKind {
  const areConfirmed = conflicts.every((entry) => isConfirmedTo(viewer, entry))
  if (areConfirmed && areProvedAdded(conflicts, viewer)) return 'added'
  return conflicts.every(isWaiting) ? 'waiting' : 'may-be-added'
}

/**
 * Returns whether answers prove that these pets were added in this environment and at its address,
 * to any sign-in.
 */
function areProvedAdded(
  conflicts: readonly Entry[],
  { environmentId, baseUrl }: Pick<Viewer, 'environmentId' | 'baseUrl'>,
): boolean {
  return conflicts.every(
    (entry) => isProvedAdded(entry) && entry.environmentId === environmentId && entry.baseUrl === baseUrl,
  )
}

/** Returns whether the sign-in of the viewer was told that the pet of the entry was added. */
function isConfirmedTo({ signInId }: Viewer, { state }: Entry): boolean {
  return signInId !== undefined && state.kind === 'added' && state.confirmedTo === signInId
}

/** Returns whether the entry waits, and no request of it can have added a pet. */
function isWaiting({ state, wasUnknown }: Entry): boolean {
  return (state.kind === 'waiting' || state.kind === 'held') && !wasUnknown
}
