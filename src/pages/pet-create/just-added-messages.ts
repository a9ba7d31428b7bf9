import { errorText } from '#src/http/describe-error.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { truncate } from '#src/lib/truncate.ts'
import type { CheckState } from '#src/outbox/check.ts'
import type { JustAddedItem, JustAddedSnapshot } from '#src/outbox/just-added.ts'
import type { PauseReason } from '#src/outbox/sender.ts'
import type { NewPet } from '#src/pets/pet.ts'

/** Characters that are shown; the page of the pet shows all. */
export const MAX_NAME_LENGTH = 200

/** Why nothing is sent, in one line; `undefined` where there is nothing to say. */
export function pauseText({ run, waiting }: JustAddedSnapshot, service: string): string | undefined {
  if (waiting.length === 0 || run.phase !== 'paused') return undefined
  const reasons: Record<PauseReason, string | undefined> = {
    key: 'Not added: your key no longer works.',
    offline: 'You are offline.',
    'consecutive-unknown': `${service} did not confirm three pets in a row.`,
    storage: 'Your browser could not save what became of the last pet.',
    elsewhere: 'Another tab is adding these.',
    user: undefined,
  }
  return reasons[run.reason]
}

/** What the service, or the lack of its answer, says besides the headline; `undefined`: nothing. */
export function outcomeText({ entry: { state, newPet }, check }: JustAddedItem): string | undefined {
  if (state.kind === 'added') return state.note
  if (check?.kind === 'not-added') return undefined
  if (state.kind !== 'unknown') return 'message' in state ? state.message : undefined
  return `${shownName(newPet)} may have been added. ${state.message}`
}

/** For screen readers. */
export function addedText({ entry: { newPet, state } }: JustAddedItem, service: string): string {
  const id = 'id' in state ? state.id : undefined
  return `${shownName(newPet)} added${id === undefined ? `. ${service} did not return an ID.` : ` (ID ${id})`}`
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

/** What became of it, in a few words, and until when it waits (milliseconds since 1970). */
export function headlineOf({ entry: { state }, run, check }: JustAddedItem, service: string) {
  const isAbsent = state.kind === 'unknown' && check?.kind === 'not-added'
  const until = state.kind === 'waiting' && run.phase === 'running' ? run.waitingUntil : undefined
  const texts = {
    waiting: ['waiting', until === undefined ? 'Waiting' : `Waiting: ${service} is busy, until`],
    sending: ['sending', 'Adding…'],
    added: ['added', 'id' in state && state.id ? `Added (ID ${state.id})` : 'Added, without an ID'],
    rejected: ['rejected', 'Not added'],
    'not-sent': ['rejected', 'Not added'],
    held: ['unknown', 'May already be added'],
    unknown: ['unknown', 'Unconfirmed'],
    discarded: ['rejected', 'Discarded'],
  } as const
  const [icon, text] = texts[isAbsent ? 'rejected' : state.kind]
  return { icon, text, until }
}
