import type { JustAddedSnapshot } from '#src/outbox/just-added.ts'
import type { PauseReason } from '#src/outbox/sender.ts'
import type { Entry } from '#src/outbox/entry.ts'
import { petName } from './cards/pet-name.ts'

/** Says why nothing is sent while pets wait; `undefined` if the person has paused it. */
export function pauseMessage({
  waiting,
  run,
}: Pick<JustAddedSnapshot, 'waiting' | 'run'>): string | undefined {
  return waiting.length > 0 && run.phase === 'paused' ? reasonText(run.reason) : undefined
}

function reasonText(reason: PauseReason): string | undefined {
  switch (reason) {
    case 'key':
      return 'Not added: your key no longer works.'
    case 'offline':
      return 'You are offline.'
    case 'consecutive-unknown':
      return 'Three pets in a row were not confirmed.'
    case 'storage':
      return 'Your browser could not save what became of the last pet.'
    case 'elsewhere':
      return 'Another tab is adding these.'
    case 'user':
      return undefined
  }
}

/** Tells screen readers that a pet was added. */
export function addedAnnouncement({ newPet, state }: Pick<Entry, 'newPet' | 'state'>): string {
  const id = state.kind === 'added' ? state.id : undefined
  return id === undefined ? `${petName(newPet)} added` : `${petName(newPet)} added (ID ${id})`
}
