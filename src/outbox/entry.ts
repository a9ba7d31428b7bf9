import type { Int64 } from '#src/lib/int64.ts'
import { animalKey } from '#src/pets/animal-key.ts'
import type { PetFormField } from '#src/pets/pet-form.ts'
import type { NewPet } from '#src/pets/pet.ts'

/** Of an entry: its batch, and its position in it (from 0). */
export type Key = `${string} ${number}`

/** Times are milliseconds since 1970. */
export type EntryState =
  | { readonly kind: 'waiting' }
  /** It may already be there by these. It waits for the person. */
  | { readonly kind: 'held'; readonly by: readonly Key[] }
  | { readonly kind: 'sending'; readonly claim: string; readonly at: number }
  /** `id: undefined`: the person said that it was added, and did not say as which pet. */
  | { readonly kind: 'added'; readonly id: Int64 | undefined; readonly note?: string | undefined }
  /** The service proved that it did not add it. */
  | { readonly kind: 'rejected'; readonly message: string }
  /** A row with a problem. */
  | { readonly kind: 'not-sent'; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string; readonly endedAt: number }
  /** The person decided. */
  | { readonly kind: 'discarded' }

/** A pet that somebody decided to add (src/outbox/README.md). */
export type Entry = {
  /** A file, or what was typed in one visit of a tab (until a reload or a sign-out). */
  readonly batch: string
  readonly position: number
  readonly environmentId: string
  /** Evidence belongs to a service, whatever the environment is called. Absolute. */
  readonly baseUrl: string
  /** `undefined`: a row with a problem, or what is left of a discarded import. */
  readonly newPet: NewPet | undefined
  /** `animalKey(newPet)` */
  readonly animal: string
  readonly enteredAt: number
  /** The sign-in whose key sent it; '' before, and one that no key has where it was more than one. Never the key. */
  readonly keyId: string
  /** Of a file; `fileName: undefined`: pasted rows. */
  readonly row?:
    | { readonly number: number; readonly cells: readonly string[]; readonly fileName?: string | undefined }
    | undefined
  readonly state: EntryState
  /** What the person has said is another animal. */
  readonly accepted: readonly Key[]
  /** An earlier request of it may have been accepted: a later 4xx proves nothing about that one. */
  readonly wasUnknown: boolean
  /** Pets like it that were known to exist before it was first sent. */
  readonly before: readonly Int64[]
}

/** A file. */
export type Batch = {
  readonly id: string
  readonly environmentId: string
  readonly baseUrl: string
  readonly startedAt: number
  /** `undefined`: pasted rows. */
  readonly fileName?: string | undefined
  /** `undefined`: its first row was a pet. */
  readonly header?: readonly string[] | undefined
  /** Columns from 0. */
  readonly columns?: Readonly<Record<PetFormField, number | undefined>>
}

export function keyOf({ batch, position }: Pick<Entry, 'batch' | 'position'>): Key {
  return `${batch} ${position}`
}

export function partsOf(key: Key): [batch: string, position: number] {
  const [batch = '', position] = key.split(' ')
  return [batch, Number(position)]
}

export function newEntry(
  given: Pick<Entry, 'batch' | 'position' | 'environmentId' | 'baseUrl' | 'newPet' | 'enteredAt'> &
    Partial<Entry>,
): Entry {
  return {
    keyId: '',
    animal: given.newPet === undefined ? '' : animalKey(given.newPet),
    state: { kind: 'waiting' },
    accepted: [],
    wasUnknown: false,
    before: [],
    ...given,
  }
}

/** Whether it may have been added, as far as anybody knows. */
export function mayBeAdded({ state, wasUnknown }: Entry): boolean {
  return state.kind === 'unknown' || (state.kind === 'discarded' && wasUnknown)
}

/** Whether lists can tell what became of it. */
export function isCheckable({ newPet, state }: Entry): boolean {
  return newPet !== undefined && state.kind === 'unknown'
}

/** Added, but an earlier request of it may have been accepted, too: lists can tell of a second pet. */
export function mayHaveTwin({ newPet, state, wasUnknown }: Entry): boolean {
  return newPet !== undefined && wasUnknown && state.kind === 'added' && state.id !== undefined
}

/** By hand, and not settled: it is shown until it is. */
export function isOpenByHand({ row, state }: Entry): boolean {
  return row === undefined && ['waiting', 'held', 'sending', 'rejected', 'unknown'].includes(state.kind)
}

/** By hand, or of a discarded file, and settled: it is accounted for, and forgotten in time. */
export function isOver(entry: Entry): boolean {
  const { row, state } = entry
  return row === undefined && ['added', 'discarded'].includes(state.kind) && !mayBeAdded(entry)
}

/**
 * The one question at the one gate: by which of the entries that are like it (`alike`, itself included or not) this one may
 * already be there. By hand, what one of them has accepted is the answer for all of the batch. Whoever enters "Hamster" ten
 * times means ten hamsters, so what waits or was added in the same batch is no cause; of a file, what any other batch has
 * added is one, too.
 */
export function causesOf(entry: Entry, alike: readonly Entry[]): readonly Entry[] {
  const answered = alike.filter(({ row, batch }) => row === undefined && batch === entry.batch)
  const accepted = new Set([entry, ...answered].flatMap((one) => one.accepted))
  return alike.filter((other) => {
    if (keyOf(other) === keyOf(entry) || accepted.has(keyOf(other))) return false
    const isElsewhere = other.batch !== entry.batch
    switch (other.state.kind) {
      case 'unknown':
      case 'discarded':
        return mayBeAdded(other)
      case 'sending':
        return isElsewhere
      case 'waiting':
        return isElsewhere && isEnteredBefore(other, entry)
      case 'added':
        return isElsewhere && entry.row !== undefined
      case 'held':
      case 'rejected':
      case 'not-sent':
        return false
      default:
        // Of a newer version of the app.
        return true
    }
  })
}

function isEnteredBefore(a: Entry, b: Entry): boolean {
  return a.enteredAt < b.enteredAt || (a.enteredAt === b.enteredAt && keyOf(a) < keyOf(b))
}

/** In the order in which they are shown. */
export const COUNTED = ['added', 'rejected', 'not-sent', 'held', 'unknown', 'waiting'] as const

/** Entries of a batch by what became of them; one that is being sent still waits for its outcome. */
export type Counts = Readonly<Record<(typeof COUNTED)[number], number>>

export function countEntries(entries: Iterable<Entry>): Counts {
  const counts = { added: 0, rejected: 0, 'not-sent': 0, held: 0, unknown: 0, waiting: 0 }
  for (const { state } of entries) {
    if (state.kind !== 'discarded') counts[state.kind === 'sending' ? 'waiting' : state.kind]++
  }
  return counts
}
