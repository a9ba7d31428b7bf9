import { createEmitter } from '#src/lib/create-store.ts'
import { batchOf, type Entry, type EntryId, entryIdOf, type ImportRow } from './entry.ts'
import { enteredPlaceOf, pressOf } from './entry-rules.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import type { Changes } from './storage.ts'

/** An entry as this tab shows it. */
export type ShownEntry = {
  readonly entry: Entry
  /** `false`: the ledger could not be written, so it does not have this yet. */
  readonly isSaved: boolean
}

/**
 * The one mirror of the ledger in this tab. It holds what the tab shows: what was entered by hand,
 * and the rows of the open import. Each transaction that is complete changes it, so that pages
 * derive what they show from here alone.
 */
export function createView() {
  /** The entries by hand. */
  const byHand = new Map<EntryId, Entry>()
  /** The rows of each import that is followed. */
  const rows = new Map<string, Map<EntryId, Entry>>()
  /**
   * The entries that are not shown any more, because somebody has signed out, or their import was
   * closed. If the database is deleted, this tab can write them back.
   */
  const formerlyShown = new Map<EntryId, Entry>()
  /** Entries that could not be written, as they will be. */
  const unsaved = new Map<EntryId, Entry>()
  const followedVisits = new Set<string>()
  const changes = createEmitter()

  /** Returns the map that an entry belongs to, or `undefined` if it is not shown. */
  function placeOf({ batch, importId, position }: Entry): Map<EntryId, Entry> | undefined {
    if (importId !== '') return rows.get(importId)
    const isShown = followedVisits.has(batch) || byHand.has(entryIdOf({ batch, position }))
    return isShown ? byHand : undefined
  }

  function everShown(): ReadonlyMap<EntryId, Entry> {
    return new Map([formerlyShown, byHand, ...rows.values()].flatMap((place) => Array.from(place)))
  }

  /** Remembers entries that are taken off the screen. */
  function keepAsFormer(place: ReadonlyMap<EntryId, Entry>): void {
    for (const [id, entry] of place) formerlyShown.set(id, entry)
  }

  /** Puts an entry that the ledger has into its place, and updates it among those shown before. */
  function takeOver(entry: Entry, place: Map<EntryId, Entry> | undefined): void {
    const id = entryIdOf(entry)
    place?.set(id, entry)
    if (formerlyShown.has(id)) formerlyShown.set(id, entry)
  }

  return {
    subscribe: changes.subscribe,

    /** Returns what was entered by hand. */
    byHand(): readonly ShownEntry[] {
      const ids = new Set([...byHand.keys(), ...unsaved.keys()])
      return [...ids].flatMap((id) => {
        const waitingToBeSaved = unsaved.get(id)
        const entry = waitingToBeSaved ?? byHand.get(id)
        if (entry === undefined || entry.importId !== '') return []
        return { entry, isSaved: waitingToBeSaved === undefined }
      })
    },

    /** Returns the rows of an import in their order. A discarded row is no row any more. */
    rowsOf(importId: string): readonly ImportRow[] {
      const ofImport = [...(rows.get(importId) ?? [])]
      return ofImport
        .map(([id, row]) => unsaved.get(id) ?? row)
        .filter(isRow)
        .toSorted((first, second) => first.position - second.position)
    },

    /** Returns the entries that are or were shown here, in the state that the ledger has. */
    everShown: (): readonly Entry[] => [...everShown().values()],

    /** Returns a shown entry in the state that the ledger has. */
    find: (id: EntryId): Entry | undefined => byHand.get(id) ?? rows.get(batchOf(id))?.get(id),

    /** Takes over all rows of an import as they were read. */
    replaceRows(importId: string, entries: readonly Entry[]): void {
      if (!rows.has(importId)) return
      rows.set(importId, new Map(entries.map((entry) => [entryIdOf(entry), entry])))
      changes.notify()
    },

    /** Returns the imports whose rows are kept. */
    followedImports: (): readonly string[] => [...rows.keys()],

    /** Returns whether rows of the import were shown before it was closed. */
    hasFormerRowsOf: (importId: string): boolean =>
      [...formerlyShown.values()].some((entry) => entry.importId === importId && isRow(entry)),

    /**
     * Forgets the entries of these batches that were shown before. Another tab has written to the
     * batches, so the entries must not be written back as they were.
     *
     * @param batches `undefined` if any batch may have been written to
     */
    forgetFormer(batches: readonly string[] | undefined): void {
      for (const id of formerlyShown.keys())
        if (batches === undefined || batches.includes(batchOf(id))) formerlyShown.delete(id)
    },

    /** Keeps everything that is entered in this visit from now on. */
    followVisit(visit: string): void {
      followedVisits.add(visit)
    },

    /** Takes the entries by hand off the screen, except those that are not saved. */
    forgetByHand(): void {
      followedVisits.clear()
      keepAsFormer(byHand)
      byHand.clear()
      changes.notify()
    },

    /** Keeps the rows of this import from now on. */
    followImport(importId: string): void {
      if (!rows.has(importId)) rows.set(importId, new Map())
    },

    /** Lets go of an import. */
    unfollowImport(importId: string): void {
      keepAsFormer(rows.get(importId) ?? new Map())
      rows.delete(importId)
      changes.notify()
    },

    /** A transaction of this tab is complete. */
    apply({ written, deleted }: Changes): void {
      for (const id of deleted) {
        byHand.delete(id)
        rows.get(batchOf(id))?.delete(id)
        formerlyShown.delete(id)
      }
      for (const entry of written) takeOver(entry, placeOf(entry))
      changes.notify()
    },

    /** Takes over what was read from the ledger. */
    load(entries: readonly Entry[]): void {
      for (const entry of entries) {
        takeOver(entry, entry.importId === '' ? byHand : rows.get(entry.importId))
      }
      changes.notify()
    },

    /** Says what the ledger could not be given yet. */
    setUnsaved(next: readonly Entry[]): void {
      unsaved.clear()
      for (const entry of next) unsaved.set(entryIdOf(entry), entry)
      changes.notify()
    },

    /**
     * Writes into a new database the entries that it lacks, and that are or were shown here. They
     * get new sequence numbers in their old order, because another tab may have written first.
     *
     * @param isRecorded returns whether the entry was in the old database
     */
    async restoreInto(ledger: LedgerTransaction, isRecorded: (entry: Entry) => boolean): Promise<void> {
      const missing: Entry[] = []
      for (const [id, entry] of everShown())
        if (isRecorded(entry) && (await ledger.get(id)) === undefined) missing.push(entry)
      const first = await ledger.takeSequence(missing.length)
      const inOrder = missing.toSorted((earlier, later) => earlier.sequence - later.sequence)
      const shownOrder = missing.toSorted((earlier, later) => enteredPlaceOf(earlier) - enteredPlaceOf(later))
      const shownPlaces = new Map(shownOrder.map((entry, index) => [entry, first + index]))
      for (const [index, entry] of inOrder.entries()) {
        const wasHeld = entry.state.kind === 'held' || entry.firstSequence !== undefined
        const restored: Entry = {
          ...entry,
          ...(entry.importId === '' && wasHeld && { askedAfter: 0 }),
          ...(entry.firstSequence !== undefined && { firstSequence: shownPlaces.get(entry) ?? first }),
          sequence: first + index,
          press: pressOf(entry),
        }
        await ledger.put(restored)
        takeOver(restored, placeOf(restored))
      }
    },
  }
}

export type View = ReturnType<typeof createView>

function isRow(entry: Entry): entry is ImportRow {
  return entry.row !== undefined && entry.state.kind !== 'discarded'
}
