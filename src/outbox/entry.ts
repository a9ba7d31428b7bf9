import type { Int64 } from '#src/lib/int64.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { PetFormField } from '#src/pets/form/pet-form.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'

/** The address of an entry: the ID of its batch, and its position in it (from 0). */
export type EntryId = `${string} ${number}`

/**
 * Times are milliseconds since 1970. The wall clock never decides the order of entries or what the
 * lists prove, because it can be set.
 */
export type EntryState =
  | { readonly kind: 'waiting' }
  /** It waits for the person. */
  | {
      readonly kind: 'held'
      /** The conflicts. */
      readonly by: readonly EntryId[]
      /** The imports of which `by` names only the newest row, in place of all. */
      readonly imports?: readonly string[]
      /** A person has pressed "Leave out", so it stays held, whatever becomes of the conflicts. */
      readonly isByPerson?: true
    }
  | { readonly kind: 'sending'; readonly claim: string; readonly at: number }
  /**
   * `id` is `undefined` where the person said that it was added, and not as which pet.
   * `confirmedTo` is the sign-in to which the service has shown this pet.
   */
  | {
      readonly kind: 'added'
      readonly id: Int64 | undefined
      readonly note?: string | undefined
      /** The service has a pet that does not look like the one that was sent. */
      readonly isChanged?: true
      /**
       * The pet as the service has it, where anything differs from what was sent. Answers that an
       * older version has written have none.
       */
      readonly savedAs?: Omit<Pet, 'id'>
      readonly confirmedTo?: string | undefined
      /** No answer says that it is this pet, only the person. */
      readonly isByPerson?: true
      /** When the person said so, in milliseconds since 1970. Marks of older versions have none. */
      readonly markedAt?: number
      /**
       * Its state before the person said so, which it has again once an answer gives this pet to
       * another entry. Marks of older versions have none.
       */
      readonly before?: UnknownState
      /**
       * The pets that were shown beside the entry when the person said that it was added, and not
       * as which pet. The person meant none of these, so none is reserved for the entry.
       */
      readonly shownBeforeMark?: readonly Int64[] | undefined
    }
  /** The service proved that it did not add it. */
  | { readonly kind: 'rejected'; readonly message: string }
  /** A row with a problem, which was never sent. */
  | { readonly kind: 'not-sent'; readonly message: string }
  /**
   * `claim` is that of the request, which tells it from every other one. Entries of older versions
   * have none.
   */
  | UnknownState
  /** The person took it off the screen, or corrected it: then another entry has taken its place. */
  | { readonly kind: 'discarded'; readonly isCorrected?: boolean }

type UnknownState = {
  readonly kind: 'unknown'
  readonly message: string
  readonly endedAt: number
  readonly claim?: string
}

/** A pet that somebody decided to add (README.md). */
export type Entry = {
  /**
   * The import or the visit that it belongs to. A visit is what one tab adds by hand until it is
   * reloaded, closed or signed out.
   */
  readonly batch: string
  readonly position: number
  /** The same as `batch` for an import, and empty by hand. */
  readonly importId: string
  readonly environmentId: string
  /** Absolute. Evidence belongs to a service, whatever its environment is called. */
  readonly baseUrl: string
  /** `undefined` for a row with a problem, and for what is left of a discarded import. */
  readonly newPet: NewPet | undefined
  /** `lookalikeKeyOf(newPet)`, or empty without a pet. */
  readonly lookalikeKey: string
  /** Its place in the order of the whole ledger, which gives the number; 0 before it is written. */
  readonly sequence: number
  /**
   * The last sequence number on the disk when it was entered in memory. Entries of the disk have
   * none.
   */
  readonly enteredAfter?: number
  /**
   * Its place when it was entered, if it was held and unheld since. The screen keeps it there.
   */
  readonly firstSequence?: number
  /**
   * Set, and then 0, where the sequence numbers do not tell what was added before the entry was
   * entered and what after: it was held and is written into a new database, or was entered before a
   * crash and is written later. Whatever was added then counts as added after it, so that the
   * person is asked.
   */
  readonly askedAfter?: 0
  readonly enteredAt: number
  /**
   * When it was last claimed to be sent, which is said on the screen. Entries of older versions
   * have none.
   */
  readonly sentAt?: number | undefined
  /**
   * All conflicts that have held it. Each stays a question until the person answers, even if it is
   * added meanwhile.
   */
  readonly askedAbout?: Accepted
  /**
   * The ID of the press of the button that entered the row. A corrected row takes the place (batch
   * and position) of the one that was rejected, and only the press tells the two apart. Older
   * versions wrote none.
   */
  readonly press?: string
  /**
   * The form in which it was typed, by hand. A copy of the form (in a duplicated tab, or in one
   * that the browser restores) has the same ID, and so has the form in which a rejected pet is
   * corrected.
   */
  readonly formId?: string | undefined
  /** It was entered to correct a rejected pet of its form. */
  readonly isCorrection?: true
  /**
   * The sign-in whose lists can prove that it was not added: the one that sent it, empty before,
   * and `SEVERAL_SIGN_INS` where it was more than one. Never the API key.
   */
  readonly signInId: string
  /** The row of an import, until that is discarded. `fileName` is `undefined` for pasted rows. */
  readonly row?:
    | { readonly number: number; readonly cells: readonly string[]; readonly fileName?: string | undefined }
    | undefined
  readonly state: EntryState
  readonly accepted: Accepted
  /**
   * The claims of all requests of this pet that the ledger knows, oldest first. An outcome of the
   * last one says what became of the entry. Entries of older versions have none.
   */
  readonly claims?: readonly string[] | undefined
  /** An earlier request may have been accepted, so a later 4xx proves nothing. */
  readonly wasUnknown: boolean
  /** IDs of look-alikes that were known to exist before it was first sent. */
  readonly knownBefore: readonly Int64[]
  /**
   * Pets (`petIdentity`) that were known to exist before it was first sent, and whose names the
   * service may also have made of its name (`petsKeptAs`). Entries of older versions have none.
   */
  readonly knownUnderOtherNames?: readonly string[] | undefined
  /**
   * The last ID that lists had newly shown on this device (`SeenIds`) when the entry was first
   * sent, whatever pet has that ID. Entries of older versions have none.
   */
  readonly lastSeenId?: Int64 | undefined
  /**
   * The number of IDs that lists had shown on this device by then. `lastSeenId` was the last of
   * these, so this number tells its place in the order. Entries of older versions have none.
   */
  readonly seenIdCount?: number | undefined
  /**
   * The sign-in with whose API key a request of it has left, even if the service did not act on it.
   * `knownBefore`, `knownUnderOtherNames`, `lastSeenId` and `seenIdCount` are of that time. Entries
   * of older versions do not have this.
   */
  readonly requestedBy?: string | undefined
}

/** A row of an open import. */
export type ImportRow = Omit<Entry, 'row' | 'state'> & {
  readonly row: NonNullable<Entry['row']>
  readonly state: Exclude<EntryState, { readonly kind: 'discarded' }>
}

/**
 * The name by which an answer means an entry: its `EntryId` and, for a row of an import, a space
 * and `pressOf` it. A corrected row has the same `EntryId` as the one that was rejected, and is
 * another pet.
 */
export type AnswerKey = string

/**
 * The person's answer "these are other pets", after seeing them. It holds for these entries even if
 * their state changes, and for every row that these imports add, except unconfirmed ones.
 */
export type Accepted = { readonly entries: readonly AnswerKey[]; readonly imports: readonly string[] }

export const NOTHING_ACCEPTED: Accepted = { entries: [], imports: [] }

/**
 * Stands in place of a `signInId` where no single API key sees everything that the requests of an
 * entry may have added.
 */
export const SEVERAL_SIGN_INS = 'several'

/** The record of what was entered from one file or one paste. */
export type Import = {
  readonly id: string
  readonly environmentId: string
  readonly baseUrl: string
  readonly startedAt: number
  /** `undefined` for pasted rows. */
  readonly fileName?: string | undefined
  /** `undefined` where its first row was a pet. */
  readonly header?: readonly string[] | undefined
  /** Columns from 0. */
  readonly columns?: Readonly<Record<PetFormField, number | undefined>>
}

export function entryIdOf({ batch, position }: Pick<Entry, 'batch' | 'position'>): EntryId {
  return `${batch} ${position}`
}

export function entryIdOfAnswerKey(key: AnswerKey): EntryId {
  const [batch = '', position = ''] = key.split(' ')
  return `${batch} ${Number(position)}`
}

export function batchOf(id: EntryId): string {
  return id.slice(0, id.lastIndexOf(' '))
}

export function positionOf(id: EntryId): number {
  return Number(id.slice(id.lastIndexOf(' ') + 1))
}

export function newEntry(
  given: Pick<Entry, 'batch' | 'position' | 'environmentId' | 'baseUrl' | 'newPet' | 'enteredAt'> &
    Partial<Entry>,
): Entry {
  return {
    importId: '',
    signInId: '',
    lookalikeKey: given.newPet === undefined ? '' : lookalikeKeyOf(given.newPet),
    sequence: 0,
    state: { kind: 'waiting' },
    accepted: NOTHING_ACCEPTED,
    wasUnknown: false,
    knownBefore: [],
    ...given,
  }
}
