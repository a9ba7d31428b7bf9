import { batchOf, type Entry, type EntryId, entryIdOf, positionOf } from './entry.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import type { Outbox } from './outbox.ts'
import { doubtUnseen } from './transitions/doubt-unseen.ts'

/** Texts by their names, which all tabs of this device share, and later visits, too. */
export type SharedTexts = {
  /** Returns nothing where storage is blocked. */
  readonly all: () => ReadonlyMap<string, string>
  /** Returns whether it was stored. */
  readonly set: (name: string, text: string) => boolean
  readonly delete: (name: string) => void
}

type Ports = Pick<Outbox, 'view' | 'clock' | 'writeSilently' | 'isOfThisEnvironment' | 'presence'>

/**
 * The pets by hand that were sent, and of which no page has shown yet what became of them. The tab
 * may be closed before that, and somebody may show another page and sign out there. The tab that
 * has sent such a pet shows it, and other tabs take it up once that tab is gone.
 *
 * @param shared the tab that has sent each pet, by the entry ID
 */
export function createUnseenPets(outbox: Ports, shared: SharedTexts) {
  const { presence } = outbox
  /** Those that this tab has sent since it was loaded. */
  const sentHere = new Set<EntryId>()
  /** Those of them that could not be stored for other tabs. */
  const unstored = new Set<EntryId>()
  /** Those of any tab that this one knows of. */
  const known = new Set<EntryId>()
  /** Those that have to be marked as unconfirmed, until the ledger says that they are. */
  const toBeDoubted = new Set<EntryId>()
  /** Those of them that are being marked. */
  const beingDoubted = new Set<EntryId>()

  function forget(id: EntryId): void {
    known.delete(id)
    unstored.delete(id)
    toBeDoubted.delete(id)
    shared.delete(id)
    const wasSentHere = sentHere.delete(id)
    if (wasSentHere && sentHere.size === 0) presence.end()
  }

  /** Forgets those that this tab has sent, and that another tab has shown and forgotten since. */
  function forgetShownElsewhere(tabIds: ReadonlyMap<string, string>): void {
    const notStoredAnyMore = [...sentHere].filter((id) => !tabIds.has(id) && !unstored.has(id))
    for (const id of notStoredAnyMore) forget(id)
  }

  /**
   * Marks a pet that another sign-in has added as unconfirmed. The pet stays unseen until the
   * ledger says that it is unconfirmed. If the disk fails, the next reading tries again. Never
   * rejects.
   */
  async function doubt(pet: Entry): Promise<void> {
    const id = entryIdOf(pet)
    toBeDoubted.add(id)
    if (beingDoubted.has(id)) return
    beingDoubted.add(id)
    await outbox
      .writeSilently((ledger) => doubtUnseen(ledger, pet, outbox.clock.now()))
      .catch(() => undefined)
    beingDoubted.delete(id)
  }

  function noteUnseen(id: EntryId): void {
    if (sentHere.size === 0) presence.begin()
    sentHere.add(id)
    known.add(id)
    const isStored = shared.set(id, presence.id)
    if (!isStored) unstored.add(id)
  }

  return {
    /**
     * Notes what this tab has written: pets whose request is about to leave, and answers to pets
     * that it does not show any more. A pet that is open again has no answer that can be missed.
     */
    noteWritten(pets: readonly Entry[]): void {
      for (const pet of pets) {
        const id = entryIdOf(pet)
        const { kind } = pet.state
        const isHiddenAnswer = isAnsweredAsAdded(pet) && outbox.view.find(id) === undefined
        const isOpenAgain = kind !== 'sending' && kind !== 'added'
        if (kind === 'sending' || isHiddenAnswer) noteUnseen(id)
        else if (isOpenAgain && known.has(id)) forget(id)
      }
    },

    /** Forgets the pets of which a person sees what became of them. */
    noteShown(shownPets: readonly Entry[]): void {
      if (known.size === 0) return
      // Another state may be an older one: without Web Locks, another tab may be sending the pet.
      const addedPets = shownPets.filter(({ state }) => state.kind === 'added')
      const seenIds = addedPets.map(entryIdOf).filter((id) => known.has(id))
      for (const id of seenIds) forget(id)
    },

    /**
     * Reads the unseen pets that this tab has to take up, and that it does not show yet: its own,
     * and those of tabs that are gone. Returns also whether another tab has some.
     *
     * @param isElsewhere returns whether another tab has the lock of this name
     */
    async read(
      { get }: Pick<LedgerTransaction, 'get'>,
      isElsewhere: (lockName: string) => boolean,
    ): Promise<{ readonly entries: readonly Entry[]; readonly areSomeElsewhere: boolean }> {
      const tabIds = shared.all()
      forgetShownElsewhere(tabIds)
      const sharedIds = [...tabIds.keys()].filter(isEntryId)
      const isWithOtherTab = (id: EntryId) => {
        const tabId = tabIds.get(id) ?? ''
        const isSenderElsewhere = tabId !== presence.id && isElsewhere(tabId)
        return isSenderElsewhere || isElsewhere(batchOf(id))
      }
      const idsHere = sharedIds.filter((id) => !isWithOtherTab(id))
      const ids = new Set([...idsHere, ...sentHere])
      for (const id of ids) known.add(id)
      const shownIds = new Set(outbox.view.byHand().map(({ entry }) => entryIdOf(entry)))
      // A pet that is shown as unconfirmed is asked about anyway.
      for (const id of shownIds) toBeDoubted.delete(id)
      const hiddenIds = ids.difference(shownIds)
      const entries = await Promise.all([...hiddenIds].map(get))
      return {
        entries: entries.filter((entry) => entry !== undefined).filter(outbox.isOfThisEnvironment),
        areSomeElsewhere: sharedIds.some(isWithOtherTab),
      }
    },

    /** Returns whether a pet should be shown as unconfirmed, and is not yet. */
    areSomeToBeDoubted: (): boolean => toBeDoubted.size > 0,

    /**
     * Takes up unseen pets as the ledger has them. Those that another sign-in has added are marked
     * as unconfirmed. Those that are shown as open, or are over, are forgotten. Those that this
     * sign-in has added stay unseen until a person sees them.
     */
    takeUp(pets: readonly Entry[], signInId: string): void {
      for (const pet of pets) {
        const { state } = pet
        // The answer to a pet that is being sent may still come.
        if (state.kind === 'sending' || isAddedBy(pet, signInId)) continue
        if (isAnsweredAsAdded(pet)) void doubt(pet)
        else forget(entryIdOf(pet))
      }
    },
  }
}

/** Returns whether an answer says that the pet was added, and not only a person. */
function isAnsweredAsAdded({ state }: Entry): boolean {
  return state.kind === 'added' && state.isByPerson !== true
}

/** Returns whether the service has confirmed to this sign-in that it has added the pet. */
export function isAddedBy({ state }: Entry, signInId: string): boolean {
  return state.kind === 'added' && state.confirmedTo === signInId
}

/** Returns whether a stored name is an entry ID. It may be of something that is not of the app. */
function isEntryId(name: string): name is EntryId {
  return /^\S+ \d+$/.test(name) && Number.isSafeInteger(positionOf(name as EntryId))
}
