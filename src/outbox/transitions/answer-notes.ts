import type { Int64 } from '#src/lib/int64.ts'
import { rowName } from '#src/outbox/conflict-text.ts'
import { type Entry, entryIdOf, type EntryState } from '#src/outbox/entry.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'

type Added = Extract<EntryState, { kind: 'added' }>

/**
 * Returns the answer with a note if its ID was given before at the same address, because two
 * entries cannot be one pet.
 */
export async function withIdNote(ledger: LedgerTransaction, entry: Entry, answer: Added): Promise<Added> {
  if (answer.id === undefined) return answer
  const withThisId = await ledger.findAll(['id', entry.baseUrl, answer.id])
  const earlier = withThisId.find((candidate) => entryIdOf(candidate) !== entryIdOf(entry))
  if (earlier === undefined) return answer
  const idNote = `ID ${answer.id} was already given to ${nameInNoteOf(entry, earlier)}.`
  return { ...answer, note: joinNotes(answer.note, idNote) }
}

/** Returns the first answer with a note of the second pet that another request has added. */
export function withSecondRequest(first: Added, secondId: Int64 | undefined): Added {
  if (secondId === undefined || secondId === first.id) return first
  return { ...first, note: joinNotes(first.note, possibleDuplicate(secondId)) }
}

/** Names an entry in a note of another one. A row of another import is named with its file. */
function nameInNoteOf(notedEntry: Entry, { row, newPet, batch }: Entry): string {
  if (row === undefined) return newPet?.name ?? 'another pet'
  return batch === notedEntry.batch ? `row ${row.number}` : rowName(row)
}

export function possibleDuplicate(id: Int64): string {
  return `Possible duplicate: ID ${id}.`
}

/** Joins two notes, and leaves out the second where the first contains it. */
export function joinNotes(note: string | undefined, more: string): string {
  if (note === undefined) return more
  return note.includes(more) ? note : `${note} ${more}`
}
