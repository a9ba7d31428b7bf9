import { errorText } from '#src/http/describe-error.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { CheckState } from '#src/outbox/check.ts'
import type { JustAddedItem } from '#src/outbox/just-added.ts'
import type { PauseReason } from '#src/outbox/sender.ts'
import type { NewPet } from '#src/pets/pet.ts'

/** Characters that are shown; the page of the pet shows all. */
export const MAX_NAME_LENGTH = 200

/** Why nothing is sent, where the person has not paused it. */
export const PAUSES: { readonly [reason in PauseReason]?: string } = {
  key: 'Not added: your key no longer works.',
  offline: 'You are offline.',
  'consecutive-unknown': 'Three pets in a row were not confirmed.',
  storage: 'Your browser could not save what became of the last pet.',
  elsewhere: 'Another tab is adding these.',
}

/**
 * What became of it: a headline, until when it waits (milliseconds since 1970), and what the service, or the lack of its
 * answer, says besides.
 */
export function wordsFor({ entry: { state, newPet }, run, check }: JustAddedItem, service: string) {
  const until = state.kind === 'waiting' && run.phase === 'running' ? run.waitingUntil : undefined
  const { id, note } = state.kind === 'added' ? state : {}
  const isAbsent = state.kind === 'unknown' && check?.kind === 'not-added'
  const said = 'message' in state && !isAbsent ? state.message : undefined
  const lost = `${shownName(newPet)} may have been added. ${said}`
  const texts = {
    waiting: ['waiting', until === undefined ? 'Waiting' : `Waiting: ${service} is busy, until`, undefined],
    sending: ['sending', 'Adding…', undefined],
    added: ['added', id === undefined ? 'Added' : `Added (ID ${id})`, note],
    rejected: ['rejected', 'Not added', said],
    'not-sent': ['rejected', 'Not added', said],
    held: ['unknown', 'May already be added', undefined],
    unknown: ['unknown', 'Unconfirmed', lost],
    discarded: ['rejected', 'Discarded', undefined],
  } as const
  const [icon, headline, message] = texts[isAbsent ? 'rejected' : state.kind]
  return { icon, headline, message, until }
}

/** For screen readers. */
export function addedText({ entry: { newPet, state } }: JustAddedItem): string {
  const id = 'id' in state ? state.id : undefined
  return `${shownName(newPet)} added${id === undefined ? '' : ` (ID ${id})`}`
}

/** What the lists say of a pet that may have been added, where they do not have it. */
export function checkText(
  { entry: { newPet } }: JustAddedItem,
  check: CheckState,
  service: string,
  hasKeyEnded: boolean,
): string {
  if (hasKeyEnded && !('causes' in check)) return 'Not checked: your key no longer works.'
  switch (check.kind) {
    case 'checking':
      return 'Checking…'
    case 'failed':
      return `The check failed. ${errorText(check.error, service)}`
    case 'not-found-yet':
      return `Not found yet. Looking again at ${formatTime(check.againAt ?? check.at)}.`
    case 'not-added':
      return `${shownName(newPet)} was not added (${service} checked at ${formatTime(check.at)}).`
    case 'cannot-tell':
    case 'found':
      return `Not among the pets ${service} shows. Adding it again could create a duplicate.`
  }
}

const shownName = (newPet: NewPet | undefined) => bidiIsolate(truncate(newPet?.name ?? '', MAX_NAME_LENGTH))
