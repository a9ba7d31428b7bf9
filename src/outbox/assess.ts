import type { Pet } from '#src/pets/pet.ts'
import { type Entry, type EntryId, entryIdOf } from './entry.ts'
import { openConflictsOf } from './conflict-rules.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import { findDuplicates, type Lists } from './lists/find-duplicates.ts'
import type { Judge } from './lists/judge.ts'
import { findConflicts } from './transitions/gate.ts'
import { type CheckState, isVerdict, petsFound } from './lists/verdict.ts'
import { mayOtherRowHold } from './other-row-of-import.ts'

/** The judgement of lists and ledger about an entry by hand, beside its outcome. */
export type Assessment = {
  /** The entry as it was when it was assessed. Of a later state it says nothing. */
  readonly entry: Entry
  /** The entries that hold it, or whose pet it may be as well. */
  readonly conflicts: readonly Entry[]
  /**
   * `true` if one of those that hold it has no record any more, so that nobody knows what it is.
   */
  readonly isAnyConflictLost: boolean
  /** `undefined` where lists cannot tell what became of it. */
  readonly check: CheckState | undefined
  /** Pets that are like it and answer no entry, where it was added. */
  readonly duplicates: readonly Pet[]
}

type Viewer = {
  /** The sign-in that was shown the lists. */
  readonly signInId: string
  /** The address from which they come. */
  readonly baseUrl: string
}

/** Reads what is to be said of these entries. */
export async function assess(
  ledger: LedgerTransaction,
  entries: readonly Entry[],
  judge: Judge,
  { signInId, baseUrl }: Viewer,
): Promise<ReadonlyMap<EntryId, Assessment>> {
  const checks = new Map<EntryId, CheckState | undefined>()
  const readers = judge.createReaders(ledger)
  for (const entry of entries) checks.set(entryIdOf(entry), await judge.checkStateOf(ledger, entry, readers))
  // No pet is offered for an entry at a former address, so such an entry takes no duplicate from
  // the others.
  const entriesHere = entries.filter((entry) => entry.baseUrl === baseUrl)
  const duplicates = await findDuplicatesOfEach(entriesHere, checks, {
    standingsOf: (entry) =>
      judge.standingsIn({ signInId, byLookalikeKey: new Map() }, readers.readAnswered, entry),
    isLookalikePending: judge.createPendingFinder(ledger),
  })
  const assessments = await Promise.all(
    entries.map(async (entry) => {
      const id = entryIdOf(entry)
      const check = checks.get(id)
      const heldBy = await readConflicts(ledger, entry)
      const conflicts = isVerdict(check) ? check.conflicts : heldBy.conflicts
      const { isAnyConflictLost } = heldBy
      return [
        id,
        { entry, check, conflicts, isAnyConflictLost, duplicates: duplicates.get(id) ?? [] },
      ] as const
    }),
  )
  return new Map(assessments)
}

/**
 * Reads the entries that hold this one and are still a question. Where another row of an import may
 * be in question by now, it finds the conflicts of the entry anew.
 */
async function readConflicts(
  ledger: LedgerTransaction,
  entry: Entry,
): Promise<Pick<Assessment, 'conflicts' | 'isAnyConflictLost'>> {
  const { state } = entry
  if (state.kind !== 'held') return { conflicts: [], isAnyConflictLost: false }
  const byId = new Map(await Promise.all(state.by.map(async (id) => [id, await ledger.get(id)] as const)))
  const open = openConflictsOf(entry, (id) => byId.get(id))
  const isOutOfDate = await mayOtherRowHold(ledger, entry, open)
  return {
    conflicts: isOutOfDate ? await findConflicts(ledger, { ...entry, state: { kind: 'waiting' } }) : open,
    isAnyConflictLost: [...byId.values()].includes(undefined),
  }
}

/** Returns the possible duplicates of each added entry. */
async function findDuplicatesOfEach(
  entries: readonly Entry[],
  checks: ReadonlyMap<EntryId, CheckState | undefined>,
  lookUp: Pick<Lists, 'standingsOf' | 'isLookalikePending'>,
): Promise<ReadonlyMap<EntryId, readonly Pet[]>> {
  const foundFor = (entry: Entry) => petsFound(checks.get(entryIdOf(entry)))
  const offeredFor = (entry: Entry) => petsOffered(checks.get(entryIdOf(entry)))
  const { added = [], others = [] } = Object.groupBy(entries, ({ state }) =>
    state.kind === 'added' && state.id !== undefined ? 'added' : 'others',
  )
  const { duplicates } = await findDuplicates(added, {
    ...lookUp,
    offered: others.flatMap(offeredFor),
    foundFor,
  })
  const duplicatesById = Map.groupBy(duplicates, ({ entry }) => entryIdOf(entry))
  return new Map([...duplicatesById].map(([id, ofEntry]) => [id, ofEntry.map(({ pet }) => pet)]))
}

/** Returns the pets that a person may take for an entry: those found, or else the reserved ones. */
function petsOffered(check: CheckState | undefined): readonly Pet[] {
  return check?.kind === 'may-be-taken' ? (check.reservedPets ?? []) : petsFound(check)
}
