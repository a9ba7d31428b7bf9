import { batchOf, type Entry, type EntryId, entryIdOf, positionOf } from './entry.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import type { Outbox } from './outbox.ts'
import { doubtUnseen } from './transitions/doubt-unseen.ts'

/** A set of names that all tabs of this device share, and later visits, too. */
export type SharedNames = {
  /** Returns none where storage is blocked. */
  readonly all: () => readonly string[]
  readonly add: (name: string) => void
  readonly delete: (name: string) => void
}

type Ports = Pick<Outbox, 'view' | 'clock' | 'decide' | 'isOfThisEnvironment'>

/**
 * The pets by hand that were sent, and of which no page has shown yet what became of them. The tab
 * may be closed before, or somebody may go to another page and sign out there.
 */
export function createUnseenPets(outbox: Ports, shared: SharedNames) {
  /**
   * The pets that this tab has sent since it was loaded. The shared names lack them where storage
   * is blocked or full.
   */
  const sentHere = new Set<EntryId>()
  /**
   * The pets that this tab has tried to mark as unconfirmed. It tries once, because a disk that has
   * failed may fail at each reading.
   */
  const doubtedHere = new Set<EntryId>()

  function forget(id: EntryId): void {
    sentHere.delete(id)
    shared.delete(id)
  }

  /**
   * Marks a pet that another sign-in has added as unconfirmed. The pet stays unseen until the
   * ledger says that it is unconfirmed.
   */
  function doubt(pet: Entry): void {
    const id = entryIdOf(pet)
    if (doubtedHere.has(id)) return
    doubtedHere.add(id)
    void outbox.decide(pet.batch, (ledger) => doubtUnseen(ledger, pet, outbox.clock.now()))
  }

  return {
    /** Notes a pet whose request is about to leave. */
    noteSent(id: EntryId): void {
      sentHere.add(id)
      shared.add(id)
    },

    /** Forgets those of these pets that this tab has sent, once it shows what became of them. */
    noteShown(shownPets: readonly Entry[]): void {
      for (const pet of shownPets) {
        const id = entryIdOf(pet)
        if (sentHere.has(id) && pet.state.kind !== 'sending') forget(id)
      }
    },

    /**
     * Reads the unseen pets that neither this tab nor another one shows.
     *
     * @param isElsewhere returns whether another tab shows a batch
     */
    async read(
      { get }: Pick<LedgerTransaction, 'get'>,
      isElsewhere: (batch: string) => boolean,
    ): Promise<readonly Entry[]> {
      const shownIds = new Set(outbox.view.byHand().map(({ entry }) => entryIdOf(entry)))
      const names = new Set([...shared.all(), ...sentHere])
      const ids = [...names].filter(isEntryId).filter((id) => !shownIds.has(id) && !isElsewhere(batchOf(id)))
      const entries = await Promise.all(ids.map(get))
      return entries.filter((entry) => entry !== undefined).filter(outbox.isOfThisEnvironment)
    },

    /**
     * Takes up unseen pets as the ledger has them. Pets that another sign-in has added are marked
     * as unconfirmed. Others are forgotten, unless they are being sent: the page shows them from
     * now on, or they need not be shown.
     */
    takeUp(pets: readonly Entry[], signInId: string): void {
      for (const pet of pets) {
        const { state } = pet
        // The answer to a pet that is being sent may still come.
        if (state.kind === 'sending') continue
        const isUnseenAnswer = state.kind === 'added' && state.isByPerson !== true
        if (isUnseenAnswer && !isAddedBy(pet, signInId)) doubt(pet)
        else forget(entryIdOf(pet))
      }
    },
  }
}

/** Returns whether the service has confirmed to this sign-in that it has added the pet. */
export function isAddedBy({ state }: Entry, signInId: string): boolean {
  return state.kind === 'added' && state.confirmedTo === signInId
}

/** Returns whether a stored name is an entry ID. It may be of something that is not of the app. */
function isEntryId(name: string): name is EntryId {
  return /^\S+ \d+$/.test(name) && Number.isSafeInteger(positionOf(name as EntryId))
}
