import { batchOf, type Entry, type EntryId, entryIdOf, positionOf } from './entry.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import type { Outbox } from './outbox.ts'
import { doubtUnseen } from './transitions/doubt-unseen.ts'

/** A set of names that all tabs of this device share, and later visits, too. */
export type SharedNames = {
  /** Returns nothing where storage is blocked. */
  readonly all: () => readonly string[]
  readonly add: (name: string) => void
  readonly delete: (name: string) => void
}

type Ports = Pick<Outbox, 'view' | 'clock' | 'decide' | 'isOfThisEnvironment'>

/**
 * The pets by hand that were sent, and of which no page has shown yet what became of them. The tab
 * may be closed before that, and somebody may show another page and sign out there.
 */
export function createUnseenPets(outbox: Ports, shared: SharedNames) {
  /**
   * Those that this tab has sent since it was loaded. The shared names lack them where storage is
   * full.
   */
  const sentHere = new Set<EntryId>()
  /** Those that this tab has tried to doubt. A disk that fails is not asked again. */
  const doubtedHere = new Set<EntryId>()

  function forget(id: EntryId): void {
    sentHere.delete(id)
    shared.delete(id)
  }

  /**
   * Makes a pet unconfirmed that another sign-in has added. The pet stays unseen until the ledger
   * says that it is unconfirmed.
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

    /** Forgets the pets that this tab has sent, and of which it shows what became of them. */
    noteShown(shownPets: readonly Entry[]): void {
      if (sentHere.size === 0) return
      const answered = shownPets.filter(({ state }) => state.kind !== 'sending')
      for (const id of answered.map(entryIdOf)) if (sentHere.has(id)) forget(id)
    },

    /**
     * Reads the unseen pets that are neither among those of this tab nor in another one.
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
     * Takes up unseen pets as the ledger has them: doubts those that another sign-in has added, and
     * forgets those that are shown from now on, or are over.
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

/** Returns whether the name is an entry ID. Something else may have stored it. */
function isEntryId(name: string): name is EntryId {
  return /^\S+ \d+$/.test(name) && Number.isSafeInteger(positionOf(name as EntryId))
}
