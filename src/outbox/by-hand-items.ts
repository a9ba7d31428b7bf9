import type { Assessment } from './assess.ts'
import { type Entry, type EntryId, entryIdOf } from './entry.ts'
import { isVerdict } from './lists/verdict.ts'
import { isRunning, type RunState } from './run-state.ts'
import type { ShownEntry } from './view.ts'

/** A pet that was entered by hand, and what became of it. */
export type ByHandItem = ShownEntry &
  Omit<Assessment, 'entry'> & {
    readonly id: EntryId
    /** `true` once lists and ledger were read for it. Before, nobody can decide about it. */
    readonly isAssessed: boolean
    readonly run: RunState
    /** The failure of its last request, if this tab sent it. */
    readonly error: unknown
  }

export type ByHandSnapshot = {
  /** Newest first. */
  readonly items: readonly ByHandItem[]
  /** Those that wait for "Add N waiting". */
  readonly waiting: readonly ByHandItem[]
  /** The run of the visit of this tab. */
  readonly run: RunState
}

const NOT_ASSESSED = { conflicts: [], check: undefined, duplicates: [] }

export type Sources = {
  readonly entries: readonly ShownEntry[]
  readonly assessments: ReadonlyMap<EntryId, Assessment>
  /** "Add it again" was pressed at these: the lists are read before they are sent. */
  readonly beingSentAgain: ReadonlySet<EntryId>
  readonly runOf: (batch: string) => RunState
  readonly errorOf: (entry: Entry) => unknown
  /** `false` once the API key has ended: the lists that were read with it must not be shown any more. */
  readonly hasEvidence: boolean
  /** The base URL of this environment. */
  readonly baseUrl: string
}

/** Derives what the page shows. */
export function byHandItems({ entries, ...sources }: Sources): Omit<ByHandSnapshot, 'run'> {
  const items = entries
    .filter(({ entry: { state, newPet } }) => state.kind !== 'discarded' && newPet !== undefined)
    .map((shown) => itemOf(shown, sources))
    .toSorted(newestFirst)
  const isToBeSent = (item: ByHandItem) =>
    item.entry.state.kind === 'waiting' && isHere(item, sources.baseUrl) && !isRunning(item.run)
  return { items, waiting: items.filter(isToBeSent) }
}

/** Returns whether anything can be done about it: it is saved, and of the service of this environment. */
export function isHere({ entry, isSaved }: ShownEntry, baseUrl: string): boolean {
  return isSaved && entry.baseUrl === baseUrl
}

function itemOf({ entry, isSaved }: ShownEntry, sources: Omit<Sources, 'entries'>): ByHandItem {
  const id = entryIdOf(entry)
  const assessed = sources.assessments.get(id)
  // An assessment says nothing of an entry that is not saved, or that was written since.
  const isAssessed = isSaved && assessed?.entry === entry
  const assessment = isAssessed ? assessed : NOT_ASSESSED
  const isForgotten = isVerdict(assessment.check) && !sources.hasEvidence
  const isChecking = assessment.check !== undefined && sources.beingSentAgain.has(id)
  return {
    ...(isForgotten ? NOT_ASSESSED : assessment),
    ...((isForgotten || isChecking) && { check: { kind: 'checking' } }),
    id,
    entry,
    isSaved,
    isAssessed,
    run: sources.runOf(entry.batch),
    error: sources.errorOf(entry),
  }
}

function newestFirst(first: ByHandItem, second: ByHandItem): number {
  const [firstOrder, secondOrder] = [orderOf(first), orderOf(second)]
  if (firstOrder !== secondOrder) return firstOrder < secondOrder ? 1 : -1
  return second.entry.position - first.entry.position
}

/** Returns the place in the order of the ledger. An entry that is not saved has none yet, so it is the newest. */
function orderOf({ entry: { sequence } }: ByHandItem): number {
  return sequence === 0 ? Infinity : sequence
}
