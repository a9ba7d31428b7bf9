import type { Assessment } from './assess.ts'
import type { EarlierPetsState } from './earlier-pets-reading.ts'
import { type Entry, type EntryId, entryIdOf } from './entry.ts'
import { enteredPlaceOf } from './entry-rules.ts'
import { type CheckState, isVerdict } from './lists/verdict.ts'
import { isRunning, type RunState } from './run-state.ts'
import type { ShownEntry } from './view.ts'

/** A pet that was entered by hand, and what became of it. */
export type ByHandItem = ShownEntry &
  Omit<Assessment, 'entry'> & {
    readonly id: EntryId
    /** `true` once lists and ledger were read for it. Before, nobody can decide about it. */
    readonly isAssessed: boolean
    /** `true` if it was added in this tab before the page was loaded. */
    readonly wasAddedBefore: boolean
    /** `false` where only another tab can send it, because this one goes on without a record. */
    readonly canBeSent: boolean
    readonly run: RunState
    /** The failure of its last request, if this tab sent it. */
    readonly error: unknown
  }

export type ByHandSnapshot = {
  /** Newest first. */
  readonly items: readonly ByHandItem[]
  /** Those that wait for "Add N waiting". */
  readonly waiting: readonly ByHandItem[]
  /** The run of the visit of this tab, or why what waits in other visits is not sent. */
  readonly run: RunState
  /** `true` if another tab shows open pets, which this tab therefore does not show. */
  readonly areSomeElsewhere: boolean
  /** How far the pets that were entered before the page was loaded have been read. */
  readonly earlierPets: EarlierPetsState
}

const NOT_ASSESSED = { conflicts: [], isAnyConflictLost: false, check: undefined, duplicates: [] }

export type Sources = {
  readonly entries: readonly ShownEntry[]
  readonly assessments: ReadonlyMap<EntryId, Assessment>
  /** "Add it again" was pressed at these: the lists are read before they are sent. */
  readonly beingSentAgain: ReadonlySet<EntryId>
  /** These were added in this tab before the page was loaded. */
  readonly addedBefore: ReadonlySet<EntryId>
  readonly runOf: (batch: string) => RunState
  readonly errorOf: (entry: Entry) => unknown
  readonly canSend: (entry: Entry) => boolean
  /**
   * `true` until the lists are read again, or the API key ends. After that, the page must not show
   * any more what the lists said before.
   */
  readonly isResultCurrent: boolean
  /** `true` while the API key with which the entries were assessed is the one that works. */
  readonly isKeyCurrent: boolean
  /** The base URL of this environment. */
  readonly baseUrl: string
}

/** Derives what the page shows. */
export function byHandItems({ entries, ...sources }: Sources): Pick<ByHandSnapshot, 'items' | 'waiting'> {
  const items = entries
    .filter(({ entry: { state, newPet } }) => state.kind !== 'discarded' && newPet !== undefined)
    .map((shown) => itemOf(shown, sources))
    .toSorted(newestFirst)
  const isToBeSent = (item: ByHandItem) =>
    item.entry.state.kind === 'waiting' &&
    isHere(item, sources.baseUrl) &&
    item.canBeSent &&
    !isRunning(item.run)
  return { items, waiting: items.filter(isToBeSent) }
}

/**
 * Returns whether anything can be done about it: it is saved, and of the service of this
 * environment.
 */
export function isHere({ entry, isSaved }: ShownEntry, baseUrl: string): boolean {
  return isSaved && entry.baseUrl === baseUrl
}

function itemOf(shown: ShownEntry, sources: Omit<Sources, 'entries'>): ByHandItem {
  const { entry, isSaved } = shown
  const id = entryIdOf(entry)
  const assessment = sources.assessments.get(id)
  // An assessment says nothing of an entry that is not saved, or that was written since.
  const isAssessed = isSaved && assessment?.entry === entry
  const shownAssessment = isAssessed ? withoutEnded(assessment, sources) : NOT_ASSESSED
  const { conflicts, isAnyConflictLost, check, duplicates } = shownAssessment
  return {
    id,
    entry,
    isSaved,
    isAssessed,
    conflicts,
    isAnyConflictLost,
    check: sources.beingSentAgain.has(id) ? checkWhileSentAgain(check) : check,
    duplicates,
    wasAddedBefore: sources.addedBefore.has(id),
    canBeSent: !isSaved || sources.canSend(entry),
    run: sources.runOf(entry.batch),
    error: sources.errorOf(entry),
  }
}

/** Returns an assessment without what was read with an API key that has ended. */
function withoutEnded(
  assessment: Assessment,
  { isResultCurrent, isKeyCurrent }: Pick<Sources, 'isResultCurrent' | 'isKeyCurrent'>,
): Omit<Assessment, 'entry'> {
  if (!isResultCurrent && isVerdict(assessment.check)) return { ...NOT_ASSESSED, check: { kind: 'checking' } }
  return isKeyCurrent ? assessment : { ...assessment, duplicates: [] }
}

/** Shows that the lists are being read, if they can tell anything about the entry. */
function checkWhileSentAgain(check: CheckState | undefined): CheckState | undefined {
  return check === undefined ? undefined : { kind: 'checking' }
}

function newestFirst(first: ByHandItem, second: ByHandItem): number {
  const firstPlace = shownPlaceOf(first)
  const secondPlace = shownPlaceOf(second)
  if (firstPlace !== secondPlace) return firstPlace < secondPlace ? 1 : -1
  return second.entry.position - first.entry.position
}

/** Returns the place where an entry was entered. One without a place counts as the newest. */
function shownPlaceOf({ entry }: ByHandItem): number {
  return entry.sequence === 0 ? Infinity : enteredPlaceOf(entry)
}
