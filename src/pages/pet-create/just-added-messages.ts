import { counted } from '#src/lib/counted.ts'
import type { ByHandSnapshot } from '#src/outbox/by-hand-items.ts'
import type { PauseReason } from '#src/outbox/run-state.ts'
import type { Entry } from '#src/outbox/entry.ts'
import type { StorageState } from '#src/outbox/storage.ts'
import type { KeyProblem } from '#src/session/session-context.ts'
import { petName } from './cards/pet-name.ts'

/**
 * Says why nothing is sent while pets wait. It is `undefined` if the person has paused it, or the
 * reason has gone.
 */
export function pauseMessage(
  { waiting, run }: Pick<ByHandSnapshot, 'waiting' | 'run'>,
  keyProblem: KeyProblem,
): string | undefined {
  if (waiting.length === 0 || run.phase !== 'paused') return undefined
  if (run.reason === 'key' && keyProblem === 'none') return undefined
  return reasonText(run.reason, keyProblem, waiting.length)
}

const waitingText = (count: number) => `${counted(count, 'pet is', 'pets are')} waiting.`

function reasonText(reason: PauseReason, keyProblem: KeyProblem, waitingCount: number): string | undefined {
  switch (reason) {
    case 'key':
      return keyProblem === 'refused'
        ? `Your key no longer works. ${waitingText(waitingCount)}`
        : `Sign in again to continue. ${waitingText(waitingCount)}`
    case 'offline':
      return 'You went offline.'
    case 'consecutive-unknown':
      return 'Three pets in a row were not confirmed.'
    case 'storage':
      // The alert about storage says this already.
      return undefined
    case 'elsewhere':
      return 'Another tab is adding these.'
    case 'user':
      return undefined
  }
}

/**
 * Says why pets that were added before may be missing from the list, or that the list is empty;
 * `undefined` if there is nothing to say.
 */
export function listNote(
  { earlierPets, items }: Pick<ByHandSnapshot, 'earlierPets' | 'items'>,
  storage: StorageState,
): string | undefined {
  switch (earlierPets) {
    case 'reading-slowly':
      return 'Reading what you added before…'
    case 'unreadable':
      // The alert about storage says this already.
      if (storage !== 'untested' && storage !== 'on-disk') return undefined
      return 'Your browser did not let the app read what you added before.'
    case 'not-begun':
    case 'reading':
    case 'read':
      return items.length === 0 ? 'Pets you add appear here.' : undefined
  }
}

/** Tells screen readers that a pet was added. */
export function addedAnnouncement({ newPet, state }: Pick<Entry, 'newPet' | 'state'>): string {
  const id = state.kind === 'added' ? state.id : undefined
  return id === undefined ? `${petName(newPet)} added` : `${petName(newPet)} added (ID ${id})`
}
