import { NEW_FOR_MS } from '#src/pets/added-pets.ts'
import { type Entry, type EntryId, entryIdOf, newEntry } from './entry.ts'
import type { Outbox } from './outbox.ts'
import { createTabMemory, type PendingPet, type TabText } from './tab-memory.ts'

/**
 * The pets by hand of this tab from before it crashed or was reloaded: those that it could not
 * write any more, and those that were lately added. It also notes what a next reload must not lose.
 */
export function createEarlierPets(outbox: Outbox, tabText: TabText) {
  const tabMemory = createTabMemory(tabText)
  /** The pending pets that have been entered since this page was loaded. */
  const enteredIds = new Set<EntryId>()
  /** The pets that this sign-in has lately added, before the page was loaded. */
  const addedIds = new Set<EntryId>()

  /**
   * Enters the pets for which "Add pet" was pressed, and which could not be written. They keep the
   * visit of then, so that they are not sent before "Add N waiting" is pressed. `askedAfter` has
   * them ask about whatever was added since.
   */
  async function enterPendingOf(memory: Pick<typeof tabMemory, 'pressed' | 'forgetPending'>): Promise<void> {
    const pendingPets = memory.pressed().filter((pet) => !enteredIds.has(entryIdOf(pet)))
    const writing = pendingPets.map(async ({ correctedId, ...pet }) => {
      const entry = newEntry({ ...pet, askedAfter: 0 })
      const id = entryIdOf(entry)
      enteredIds.add(id)
      const isWritten = await outbox.senderOf(entry.batch).enterWithoutSending(entry, correctedId)
      if (isWritten) memory.forgetPending((pressed) => entryIdOf(pressed) === id)
    })
    await Promise.all(writing)
  }

  /** Shows pets that this sign-in has added, now and after the next reload. */
  function show(addedPets: readonly Entry[]): void {
    for (const entry of addedPets) {
      addedIds.add(entryIdOf(entry))
      tabMemory.noteVisit(outbox.signInId(), entry.batch)
    }
    outbox.view.load(addedPets)
  }

  return {
    /** The earlier pets that were put on the screen although they are not open. */
    addedIds: addedIds as ReadonlySet<EntryId>,

    show,

    /** Enters those that this tab could not write. */
    enterPending: (): Promise<void> => enterPendingOf(tabMemory),

    /** Enters those that it could not write of an environment that is not configured any more. */
    enterPendingOf: (text: TabText): Promise<void> => enterPendingOf(createTabMemory(text)),

    /**
     * Shows what this sign-in has lately added in this tab. Returns `false` if the ledger could not
     * be read.
     *
     * @param currentVisit whose pets are shown anyway
     */
    async showAdded(currentVisit: string): Promise<boolean> {
      const signInId = outbox.signInId()
      const entries = await outbox
        .read(({ findAll }) => {
          // The transaction may begin anew, after a later page of the tab has had visits.
          const visits = tabMemory.visits(signInId).filter((visit) => visit !== currentVisit)
          return Promise.all(visits.map((visit) => findAll(['batch', visit])))
        })
        .catch(() => undefined)
      if (entries === undefined) return false
      if (outbox.signInId() !== signInId) return true
      const added = entries.flat().filter(({ state, enteredAt, sentAt = enteredAt }) => {
        if (state.kind !== 'added' || state.confirmedTo !== signInId) return false
        return outbox.clock.now() - (state.markedAt ?? sentAt) <= NEW_FOR_MS
      })
      show(added)
      return true
    },

    /**
     * Notes a pet that leaves the form now, until the ledger has it. It also notes the visit of the
     * pet, because another tab may send the pet before this one is loaded again.
     */
    noteEntered(pet: PendingPet): void {
      enteredIds.add(entryIdOf(pet))
      tabMemory.notePending(pet)
      tabMemory.noteVisit(outbox.signInId(), pet.batch)
    },

    /**
     * Notes a visit of which a pet is about to be marked as added. The page may be gone before it
     * hears that the mark was written.
     */
    noteMarked: (visit: string): void => tabMemory.noteVisit(outbox.signInId(), visit),

    /**
     * Notes what the ledger has by now, and which visits have added pets. One that is being sent
     * counts as well, because the page may be gone before it hears that the pet was added.
     */
    noteWritten(written: readonly Entry[]): void {
      if (written.length === 0) return
      const ids = new Set(written.map(entryIdOf))
      tabMemory.forgetPending((pet) => ids.has(entryIdOf(pet)))
      const signInId = outbox.signInId()
      for (const { batch, state } of written) {
        const isAdded = state.kind === 'added' && state.confirmedTo === signInId
        if (isAdded || state.kind === 'sending') tabMemory.noteVisit(signInId, batch)
      }
    },

    /** Forgets a pet that is discarded before the ledger has it. */
    forgetPending: (id: EntryId): void => tabMemory.forgetPending((pet) => entryIdOf(pet) === id),
  }
}
