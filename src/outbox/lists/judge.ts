import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { Pet } from '#src/pets/pet.ts'
import { type Entry, entryIdOf } from '#src/outbox/entry.ts'
import { isCheckable, mayBeAddedTwice } from '#src/outbox/entry-rules.ts'
import type { LedgerTransaction } from '#src/outbox/ledger/ledger.ts'
import type { ClaimAges } from '#src/outbox/claim-ages.ts'
import { listedLookalikes } from '#src/outbox/listed-pets.ts'
import type { Clock } from '#src/outbox/ports.ts'
import { findConflicts } from '#src/outbox/transitions/gate.ts'
import type { SeenPets } from '#src/outbox/seen-pets.ts'
import { createPendingFinder } from './find-duplicates.ts'
import { petsKeptAs } from './kept-otherwise.ts'
import { petIdentity } from './pet-identity.ts'
import type { Evidence, ListReader, ReadingFailure } from './read-lists.ts'
import { readMarkDoubts } from './mark-doubts.ts'
import { IN_FLIGHT_MS } from './next-reading.ts'
import { createMarkedReader, petsReservedForOthers, type ReadMarked } from './reserved-pets.ts'
import { createAnsweredReader, type ReadAnswered, readStandings, type Standings } from './standings.ts'
import { type CheckState, type Verdict, judgeEntry } from './verdict.ts'
import { createWasSeenBefore } from './was-seen-before.ts'

/** The pets that a sign-in was shown. */
export type Listed = Pick<Evidence, 'byLookalikeKey' | 'signInId'>

/** The functions that read the entries to which the pets in the lists belong, or may belong. */
type LedgerReaders = { readonly readAnswered: ReadAnswered; readonly readMarked: ReadMarked }

type Options = {
  readonly lists: Pick<ListReader, 'get'>
  readonly clock: Clock
  readonly seenPets: Pick<SeenPets, 'listed' | 'doubtfulIds' | 'idsOfDevice'>
  readonly claimAges: Pick<ClaimAges, 'isOnItsWay'>
  /** Returns the entries, as they will be, of which this tab knows outcomes not yet written. */
  readonly unwrittenOutcomes: () => readonly Entry[]
}

/** Judges entries by the lists and the ledger. */
export function createJudge({ lists, clock, seenPets, claimAges, unwrittenOutcomes }: Options) {
  const wasSeenBefore = createWasSeenBefore(seenPets.idsOfDevice)
  /**
   * When the last request of an entry ended, on `Clock.elapsed`, or that of another one for which
   * it has to wait.
   */
  const endTimes = new Map<string, number>()

  /** Creates the readers of one transaction. They ask the ledger each question once. */
  function createReaders(ledger: Pick<LedgerTransaction, 'findAll' | 'baseUrlsOf'>): LedgerReaders {
    return {
      readAnswered: createAnsweredReader(ledger, unwrittenOutcomes()),
      readMarked: createMarkedReader(ledger),
    }
  }

  /** Notes that the last request of the entry has ended by now. The first call counts. */
  function noteRequestEnd(entry: Entry): void {
    const request = lastRequestOf(entry)
    if (!endTimes.has(request)) endTimes.set(request, clock.elapsed())
  }

  /**
   * Returns when the last request of the entry was noted as ended, on `Clock.elapsed`: no other
   * clock can be trusted. One that was never noted counts as ended now.
   */
  function requestEndOf(entry: Entry): number {
    return endTimes.get(lastRequestOf(entry)) ?? clock.elapsed()
  }

  /** Returns the time of day (milliseconds since 1970) for a time on `Clock.elapsed`. */
  const toWallTime = (elapsed: number) => clock.now() + elapsed - clock.elapsed()

  /**
   * Returns the pets with this look-alike key that these lists show, and those that any other GET
   * has shown to the same sign-in. The service cannot delete a pet, so one that the lists lack is
   * there all the same, unless the service was restored from a backup (see `doubtfulIds`).
   */
  function lookalikesIn({ byLookalikeKey, signInId }: Listed, lookalikeKey: string): readonly Pet[] {
    const listed = byLookalikeKey.get(lookalikeKey) ?? []
    const seen = listedLookalikes(seenPets.listed(signInId), lookalikeKey)
    return [...new Map([...listed, ...seen].map((pet) => [pet.id, pet])).values()]
  }

  /** Returns the look-alikes of an entry in these lists by what they are to it. */
  function standingsIn(listed: Listed, readAnswered: ReadAnswered, entry: Entry): Promise<Standings> {
    const { signInId } = listed
    const doubtfulIds = seenPets.doubtfulIds(signInId, entry.lookalikeKey)
    const lookalikes = lookalikesIn(listed, entry.lookalikeKey)
    return readStandings(readAnswered, entry, lookalikes, { signInId, doubtfulIds, wasSeenBefore })
  }

  /**
   * Returns the pets in these lists that may be the pet of the entry, if the service has changed
   * its name. A pet that answers an entry is none of them, and neither is one that this tab had
   * seen under that name before the entry was sent. An ID that had been seen before proves nothing,
   * because a service may give IDs again.
   */
  async function petsKeptOtherwise(
    { byLookalikeKey, signInId }: Listed,
    readAnswered: ReadAnswered,
    entry: Entry,
  ): Promise<readonly Pet[]> {
    const { newPet, knownUnderOtherNames = [] } = entry
    if (newPet === undefined) return []
    const unaccounted: Pet[] = []
    for (const pet of petsKeptAs(newPet, [...byLookalikeKey.values()].flat())) {
      const wasSeen = knownUnderOtherNames.includes(petIdentity(pet))
      if (wasSeen && !seenPets.doubtfulIds(signInId, lookalikeKeyOf(pet)).has(pet.id)) continue
      const answered = await readAnswered(entry, pet)
      if (answered.length === 0) unaccounted.push(pet)
    }
    return unaccounted
  }

  /**
   * Lets the request of an entry count as ended no earlier than those of the marked entries. Only
   * their marks say that its pet is absent, and their own requests may still add pets.
   */
  function waitForMarked(entry: Entry, marked: readonly Entry[]): void {
    for (const markedEntry of marked) noteRequestEnd(markedEntry)
    endTimes.set(lastRequestOf(entry), Math.max(...[entry, ...marked].map(requestEndOf)))
  }

  /**
   * Returns what these lists say of an entry.
   *
   * @param readers are passed where many entries are judged in one transaction
   */
  async function judge(
    ledger: LedgerTransaction,
    entry: Entry,
    evidence: Evidence,
    readers = createReaders(ledger),
  ): Promise<Verdict> {
    const { readAnswered, readMarked } = readers
    const conflicts = await findConflicts(ledger, entry)
    const lookalikes = lookalikesIn(evidence, entry.lookalikeKey)
    const standings = await standingsIn(evidence, readAnswered, entry)
    const unaccounted = standings.get('unaccounted') ?? []
    const unaccountedOf = async (other: Entry) =>
      (await standingsIn(evidence, readAnswered, other)).get('unaccounted') ?? []
    const reservedPets = await petsReservedForOthers(readMarked, entry, unaccounted, unaccountedOf)
    const pets = unaccounted.filter((pet) => !reservedPets.includes(pet))
    const doubtful = standings.get('doubtful') ?? []
    const givenByPerson = standings.get('given-by-person') ?? []
    const keptOtherwise = await petsKeptOtherwise(evidence, readAnswered, entry)
    noteRequestEnd(entry)
    const { mayBeTakenByMistake, marked } = await readMarkDoubts(readAnswered, entry, lookalikes)
    if (pets.length === 0) waitForMarked(entry, marked)
    // The lists of this key may not show the pet of an entry that was sent with another one.
    const isMarkedOfOtherKey = marked.some(({ signInId }) => signInId !== evidence.signInId)
    const isAnyDoubtful = doubtful.length + keptOtherwise.length + reservedPets.length > 0
    return judgeEntry(entry, {
      evidence,
      pets,
      olderPets: standings.get('older') ?? [],
      doubtfulPets: [...doubtful, ...givenByPerson, ...reservedPets, ...keptOtherwise],
      reservedPets,
      mayBeTaken: mayBeTakenByMistake || isMarkedOfOtherKey || isAnyDoubtful,
      // Look-alikes of its own batch are no conflict: they are looked for in the same lists, and
      // each pet answers one of them.
      conflicts: conflicts.filter(({ batch }) => batch !== entry.batch),
      endedAtElapsed: requestEndOf(entry),
      toWallTime,
    })
  }

  /**
   * Judges an entry while the lists cannot be read. Returns a verdict only if an earlier list has
   * shown a pet that may be its own, because a pet that was found stays found.
   */
  async function judgeByEarlierLists(
    ledger: LedgerTransaction,
    entry: Entry,
    { signInId, failedAt }: ReadingFailure,
    readers: LedgerReaders,
  ): Promise<Verdict | undefined> {
    const emptyLists: Evidence = {
      readAt: toWallTime(failedAt),
      requestedAt: -Infinity,
      signInId,
      byLookalikeKey: new Map(),
      completeness: 'incomplete',
    }
    const verdict = await judge(ledger, entry, emptyLists, readers)
    return verdict.kind === 'found' ? verdict : undefined
  }

  /** Returns the lists if they were requested after the last request of the entry had ended. */
  function evidenceAbout(entry: Entry): Evidence | undefined {
    const { evidence } = lists.get()
    return evidence !== undefined && evidence.requestedAt >= requestEndOf(entry) ? evidence : undefined
  }

  /**
   * Returns whether nobody knows yet what became of an entry that is being sent or unconfirmed: its
   * answer may still come, or the lists that are to show its pet are not read yet.
   *
   * A request that this tab has seen for more than a minute has ended, even if the entry still
   * counts as being sent, because its tab may be gone.
   */
  function isPending(entry: Entry): boolean {
    if (entry.state.kind === 'sending') return isUnwritten(entry) || claimAges.isOnItsWay(entry.state.claim)
    const endedAt = endTimes.get(lastRequestOf(entry))
    const { failure, isReading } = lists.get()
    // The end is noted in the tab that sends or shows the entry. If the lists cannot be read, the
    // entry is judged by what earlier ones have shown.
    if (endedAt === undefined || failure !== undefined || evidenceAbout(entry) !== undefined) return false
    // Nobody reads them for a row of an import that is paused or closed.
    return isReading || clock.elapsed() - endedAt < IN_FLIGHT_MS
  }

  /** Returns whether this tab knows what became of the entry, and the ledger does not. */
  function isUnwritten(entry: Entry): boolean {
    const id = entryIdOf(entry)
    return unwrittenOutcomes().some((unwritten) => entryIdOf(unwritten) === id)
  }

  return {
    createReaders,
    noteRequestEnd,
    requestEndOf,
    toWallTime,
    standingsIn,
    judge,

    createPendingFinder: (ledger: LedgerTransaction) => createPendingFinder(ledger, isPending),

    /** Returns the verdict, or why there is none yet; `undefined` where lists cannot tell. */
    async checkStateOf(
      ledger: LedgerTransaction,
      entry: Entry,
      readers = createReaders(ledger),
    ): Promise<CheckState | undefined> {
      if (!isCheckable(entry) && !mayBeAddedTwice(entry)) return undefined
      noteRequestEnd(entry)
      const { failure, isReading } = lists.get()
      if (failure !== undefined) {
        const verdict = await judgeByEarlierLists(ledger, entry, failure, readers)
        if (verdict !== undefined) return { ...verdict, readingError: failure.error }
        if (!isReading) return { kind: 'failed', error: failure.error }
      }
      const evidence = evidenceAbout(entry)
      return evidence === undefined ? { kind: 'checking' } : judge(ledger, entry, evidence, readers)
    },
  }
}

export type Judge = ReturnType<typeof createJudge>

/** Returns what tells the last request of an entry from its earlier ones. */
function lastRequestOf(entry: Entry): string {
  const { state, claims } = entry
  // A person's mark changes the state, and not the request.
  const unnamed = state.kind === 'unknown' ? state.endedAt : ''
  const claim = state.kind === 'unknown' ? state.claim : claims?.at(-1)
  return `${entryIdOf(entry)} ${claim ?? unnamed}`
}
