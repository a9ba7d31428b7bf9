import { atPace } from '#src/lib/at-pace.ts'
import { createStore } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { newId } from '#src/lib/new-id.ts'
import { oneAtATime } from '#src/lib/one-at-a-time.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { assess, type Assessment } from './assess.ts'
import { type ByHandItem, byHandItems, type ByHandSnapshot, isHere } from './by-hand-items.ts'
import { reactionTo } from './by-hand-reaction.ts'
import { createEarlierPets } from './earlier-pets.ts'
import { createEarlierPetsReading } from './earlier-pets-reading.ts'
import { batchOf, type Entry, type EntryId, entryIdOf, newEntry } from './entry.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import { type ReadingResult, resultOf } from './lists/read-lists.ts'
import { isVerdict } from './lists/verdict.ts'
import type { OutboxEvent } from './news.ts'
import { seenBeforeNote } from './outcome.ts'
import type { Outbox } from './outbox.ts'
import { beginPresses, sendAll } from './presses.ts'
import { isPausedBy, type RunState } from './run-state.ts'
import type { TabText } from './tab-memory.ts'
import { addAnyway, discard, markAdded } from './transitions/decide.ts'
import { createUnseenPets, isAddedBy, type SharedTexts } from './unseen-pets.ts'

/**
 * Milliseconds between two readings while other tabs, or imports, write what concerns no open
 * question.
 */
const PAUSE_MS = 1000

/** The last reading of the entries by hand. */
type LastReading = {
  readonly assessments: ReadonlyMap<EntryId, Assessment>
  /**
   * The result by which the entries were assessed. Once the lists have been read again, the
   * assessment does not hold any more.
   */
  readonly result: ReadingResult | undefined
  /** The sign-in for which the entries were assessed. */
  readonly signInId: string
  readonly areSomeElsewhere: boolean
}

const NOTHING_READ: LastReading = {
  assessments: new Map(),
  result: undefined,
  signInId: '',
  areSomeElsewhere: false,
}

/**
 * The pets that were entered by hand: in this tab since signing in, and those of earlier visits
 * that are still open.
 */
export function createByHand(outbox: Outbox, tabText: TabText, unseenTexts: SharedTexts) {
  const { environment, clock, view, judge, lists } = outbox
  let visit = newId()
  let nextPosition = 0
  let lastReading = NOTHING_READ
  const beingSentAgain = new Set<EntryId>()
  /** `true` once the open pets were read. */
  let hasReadOpenPets = false
  const earlierPets = createEarlierPets(outbox, tabText)
  const unseenPets = createUnseenPets(outbox, unseenTexts)
  const earlierPetsReading = createEarlierPetsReading({ clock, read: readEarlierPets })
  view.followVisit(visit)
  const store = createStore<ByHandSnapshot>(snapshot())

  function snapshot(): ByHandSnapshot {
    const { assessments, result, signInId, areSomeElsewhere } = lastReading
    const { items, waiting } = byHandItems({
      entries: view.byHand(),
      assessments,
      beingSentAgain,
      addedBefore: earlierPets.addedIds,
      isResultCurrent: result !== undefined && resultOf(lists.get()) === result,
      isKeyCurrent: outbox.canShowPets() && outbox.signInId() === signInId,
      runOf,
      errorOf: (entry) => outbox.senderOf(entry.batch).errors.get(entryIdOf(entry)),
      canSend: outbox.canSend,
      baseUrl: environment.baseUrl,
    })
    return {
      items,
      waiting,
      run: shownRun(waiting),
      areSomeElsewhere,
      earlierPets: earlierPetsReading.get(),
    }
  }

  /**
   * The pets that wait may be of other visits, which a press has not come to, or which another tab
   * has.
   */
  function shownRun(waiting: ByHandSnapshot['waiting']): RunState {
    const run = runOf(visit)
    if (run.phase !== 'idle' || waiting.length === 0) return run
    if (outbox.hasTooManyUnknown()) return { phase: 'paused', reason: 'consecutive-unknown' }
    const runs = waiting.map((item) => item.run)
    return runs.find((runOfItem) => isPausedBy(runOfItem, 'elsewhere')) ?? run
  }

  function runOf(batch: string): RunState {
    return outbox.senderOf(batch).get()
  }

  function isUnderWay({ entry: { batch, state } }: ByHandItem): boolean {
    return batch === visit && ['waiting', 'sending'].includes(state.kind)
  }

  const publish = () => store.set(snapshot())
  const items = () => store.get().items
  const findItem = (id: EntryId) => items().find((item) => item.id === id)
  const itemsHere = () => items().filter((item) => isHere(item, environment.baseUrl))

  /** Reads what is open, and what is said of it. Never rejects. */
  const refresh = oneAtATime(async () => {
    const visitBefore = visit
    const result = resultOf(lists.get())
    const signInId = outbox.signInId()
    const isElsewhere = await outbox.readBatchesElsewhere()
    const current = await outbox
      .read((ledger) => readCurrent(ledger, isElsewhere, signInId))
      .catch(() => undefined)
    // The person may have signed out meanwhile.
    if (current === undefined || visit !== visitBefore) return publish()
    const { entries, unseen, unseenAddedEntries, assessments, areSomeElsewhere } = current
    earlierPets.show(unseenAddedEntries)
    view.load(entries)
    unseenPets.takeUp(unseen.entries, signInId)
    lastReading = { assessments, result, signInId, areSomeElsewhere }
    hasReadOpenPets = true
    publish()
    watchLists()
  })

  /** Reads anew what is shown, and what else is open, or unseen, and not in another tab. */
  async function readCurrent(
    ledger: LedgerTransaction,
    isElsewhere: (batch: string) => boolean,
    signInId: string,
  ) {
    const open = (await ledger.findAll(['open'])).filter(outbox.isOfThisEnvironment)
    // Another tab shows what it is about to send itself.
    const openHere = open.filter(({ batch }) => !isElsewhere(batch))
    // An entry that is not saved is not in the ledger, and must not seem to be.
    const saved = view.byHand().filter(({ isSaved }) => isSaved)
    const savedEntries = saved.map(({ entry }) => entry)
    const unseen = await unseenPets.read(ledger, isElsewhere)
    const unseenAddedEntries = unseen.entries.filter((entry) => isAddedBy(entry, signInId))
    const entries = await reread(ledger, [...savedEntries, ...openHere, ...unseenAddedEntries])
    return {
      entries,
      unseen,
      unseenAddedEntries,
      assessments: await assess(ledger, entries, judge, { signInId, baseUrl: environment.baseUrl }),
      areSomeElsewhere: unseen.areSomeElsewhere || openHere.length < open.length,
    }
  }

  /** Has the lists read again, without a press, for pets that may have been added. */
  function watchLists(): void {
    const toBeChecked = itemsHere().filter(({ check }) => check !== undefined)
    const ends = toBeChecked.map(({ entry }) => judge.requestEndOf(entry))
    lists.watch('by hand', ends)
  }

  const refreshAtPace = atPace(refresh, () => clock.sleep(PAUSE_MS, new AbortController().signal))

  earlierPetsReading.subscribe(publish)
  outbox.subscribe((event) => {
    if (event.kind === 'written') noteWritten(event.entries.filter(({ importId }) => importId === ''))
    if (mayReadEarlierPetsNow(event)) void readAndRecover()
    else react(event)
  })

  /** Notes what a later page has to know of pets by hand that were written. */
  function noteWritten(pets: readonly Entry[]): void {
    earlierPets.noteWritten(pets)
    unseenPets.noteWritten(pets)
  }

  /** Returns whether the disk may be readable now, after the earlier pets could not be read. */
  function mayReadEarlierPetsNow({ kind }: OutboxEvent): boolean {
    return kind === 'batches-changed-elsewhere' && earlierPetsReading.get() === 'unreadable'
  }

  function react(event: OutboxEvent): void {
    switch (reactionTo(event, items())) {
      case 'ignore':
        return
      case 'refresh-at-pace':
        return refreshAtPace()
      case 'refresh-now':
        publish()
        void refresh()
    }
  }

  /** Marks as unknown what tabs that are gone were sending. */
  async function recoverClaims(): Promise<void> {
    const sending = itemsHere().filter(({ entry }) => entry.state.kind === 'sending')
    const batches = new Set(sending.map(({ entry }) => entry.batch))
    for (const batch of batches) await outbox.senderOf(batch).recoverClaims()
  }

  /**
   * Begins another visit, because somebody has signed in with another key, who may be another
   * person. What waits has to be pressed for. What was added stays on the page: mostly it is the
   * same person, who goes on.
   */
  function beginVisit(): void {
    visit = newId()
    nextPosition = 0
    view.followVisit(visit)
    publish()
    void refresh()
  }

  /** Returns a pet that is being written. It is shown only if writing turns out to be slow. */
  function findUnwritten(id: EntryId): Entry | undefined {
    const unwritten = outbox.senderOf(batchOf(id)).unwritten()
    return unwritten.find(({ entry }) => entryIdOf(entry) === id)?.entry
  }

  /** Returns whether the pet waits, or is held, or is about to be sent again. */
  function isToBeSent(entry: Entry): boolean {
    const { kind } = entry.state
    return kind === 'waiting' || kind === 'held' || beingSentAgain.has(entryIdOf(entry))
  }

  /**
   * Shows the pets that were entered before the page was loaded. Returns whether all of them could
   * be read.
   */
  async function readEarlierPets(): Promise<boolean> {
    const hasReadAddedPets = await earlierPets.showAdded(visit)
    await refresh()
    return hasReadAddedPets && hasReadOpenPets
  }

  /**
   * Shows the pets that were entered before the page was loaded, and recovers what tabs that are
   * gone were sending. Never rejects.
   */
  async function readAndRecover(): Promise<void> {
    await earlierPetsReading.read()
    await recoverClaims()
    await refresh()
  }

  /** Waits for pets to be written. A busy disk may take long, so leaving is asked about at once. */
  async function awaitWriting(writing: Promise<void>): Promise<void> {
    publish()
    await writing
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    /**
     * Puts a pet into the outbox, and sends what waits in this visit. Resolves to whether it was
     * written.
     *
     * @param correctedId the rejected pet that it corrects
     * @param formId of the form in which it was typed (`Entry.formId`)
     */
    add(
      newPet: NewPet,
      correctedId?: EntryId,
      formId?: string,
    ): { id: EntryId; isWritten: Promise<boolean> } {
      const { id: environmentId, baseUrl } = environment
      const position = nextPosition
      nextPosition += 1
      const pressed = {
        batch: visit,
        position,
        environmentId,
        baseUrl,
        newPet,
        enteredAt: clock.now(),
        formId,
      }
      // The person may not see yet what was added before, so the pet asks about all of it.
      const asksAboutAll = earlierPetsReading.isIncomplete() || unseenPets.areSomeToBeDoubted()
      const entry = newEntry(asksAboutAll ? { ...pressed, askedAfter: 0 } : pressed)
      const id = entryIdOf(entry)
      earlierPets.noteEntered({ ...pressed, correctedId })
      return { id, isWritten: outbox.senderOf(visit).enterPet(entry, correctedId) }
    },

    /**
     * Reads the outbox, enters what this tab could not write before it was reloaded, and recovers
     * what tabs that are gone were sending. It sends nothing.
     */
    async open(): Promise<void> {
      earlierPetsReading.begin()
      await awaitWriting(earlierPets.enterPending())
      await readAndRecover()
      await outbox.tidy()
    },

    /**
     * Enters what other pages of this tab could not write, and shows what they have added, while
     * this page slept in the back/forward cache. It sends nothing.
     */
    async readAgain(): Promise<void> {
      await awaitWriting(earlierPets.enterPending())
      if (earlierPetsReading.get() !== 'not-begun') await readAndRecover()
    },

    /** Enters what this tab could not write before it was reloaded. It sends nothing. */
    enterPending: (): Promise<void> => awaitWriting(earlierPets.enterPending()),

    /**
     * Enters what this tab could not write of an environment that is not configured any more. It
     * sends nothing.
     */
    enterPendingOf: (text: TabText): Promise<void> => awaitWriting(earlierPets.enterPendingOf(text)),

    /** Reads what is open once more: a tab that is closed does not tell the others. */
    refresh,

    /** "Add N waiting": of all visits that are shown, in their order. */
    async sendWaiting(): Promise<void> {
      const oldestFirst = store.get().waiting.toReversed()
      const batches = new Set(oldestFirst.map(({ entry }) => entry.batch))
      await sendAll(beginPresses(Array.from(batches, outbox.senderOf)))
    },

    /** "Try again" */
    tryAgain: (): Promise<void> => outbox.tryAgain(visit),

    /** "Add without saving" */
    continueWithoutRecord: (): Promise<void> => outbox.continueWithoutRecord(visit),

    /** "Add it anyway": the answer to the conflicts that were on the screen. */
    addAnyway: ({ id, entry, conflicts }: Pick<ByHandItem, 'id' | 'entry' | 'conflicts'>): Promise<void> =>
      outbox.decide(entry.batch, (ledger) => addAnyway(ledger, id, conflicts)),

    discard(id: EntryId): Promise<void> {
      earlierPets.forgetPending(id)
      const batch = batchOf(id)
      const entry = findItem(id)?.entry ?? findUnwritten(id)
      if (entry !== undefined && isToBeSent(entry)) return outbox.senderOf(batch).discard(entry)
      return outbox.decide(batch, (ledger) => discard(ledger, id))
    },

    /** "This is it" */
    markAdded(id: EntryId, petId: Int64): Promise<void> {
      const check = findItem(id)?.check
      const olderPets = isVerdict(check) ? (check.olderPets ?? []) : []
      const note = olderPets.some((pet) => pet.id === petId) ? seenBeforeNote(petId) : undefined
      const mark = { entryId: id, petId, note }
      // We read the sign-in now, because it may be another one once the disk has written the mark.
      const markPress = { signInId: outbox.signInId(), markedAt: clock.now() }
      earlierPets.noteMarked(batchOf(id))
      return outbox.decide(batchOf(id), (ledger) => markAdded(ledger, [mark], markPress))
    },

    /** "Add it again" */
    async sendAgain(id: EntryId): Promise<void> {
      const shownCheck = findItem(id)?.check
      beingSentAgain.add(id)
      try {
        await outbox.sendAgain(batchOf(id), new Map([[id, shownCheck]]))
      } finally {
        beingSentAgain.delete(id)
        publish()
      }
    },

    /**
     * Takes the added pets off the page. Open pets stay in the outbox, and unsaved ones on the
     * screen.
     */
    signedOut(): void {
      view.forgetByHand()
      lastReading = { ...lastReading, assessments: new Map() }
      beginVisit()
    },

    beginVisit,

    /** Notes that the person sees what became of these pets. */
    noteShown: (shownItems: readonly ByHandItem[]): void =>
      unseenPets.noteShown(shownItems.map(({ entry }) => entry)),

    /** Returns whether leaving would interrupt pets of this visit, or lose unsaved ones. */
    isBusy: (): boolean => items().some((item) => !item.isSaved || isUnderWay(item)),
  }
}

export type ByHand = ReturnType<typeof createByHand>

/**
 * Returns each of these once, as the ledger has it now. One that it has deleted stays as it was.
 */
async function reread(ledger: LedgerTransaction, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const entriesById = new Map(entries.map((entry) => [entryIdOf(entry), entry]))
  return Promise.all([...entriesById].map(async ([id, entry]) => (await ledger.get(id)) ?? entry))
}
