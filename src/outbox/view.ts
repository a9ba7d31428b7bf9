import { createEmitter } from '#src/lib/create-store.ts'
import { batchOf, type Entry, type EntryId, entryIdOf, type ImportRow } from './entry.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import { renumber } from './renumber.ts'
import type { Changes } from './storage.ts'

/** An entry as this tab shows it. */
export type ShownEntry = {
  readonly entry: Entry
  /** `false`: the ledger does not have this yet, because it could not be written, or is slow. */
  readonly isSaved: boolean
}

/**
 * The one mirror of the ledger in this tab. It holds what the tab shows: what was entered by hand,
 * and the rows of the open import. Each transaction that is complete changes it, so that pages
 * derive what they show from here alone. Only a new database changes it before that
 * (`restoreInto`).
 */
export function createView() {
  /** The entries by hand. */
  const byHand = new Map<EntryId, Entry>()
  /** The rows of each import that is followed. */
  const rowsByImport = new Map<string, Map<EntryId, Entry>>()
  /**
   * The entries that are not shown any more, because somebody has signed out, or their import was
   * closed. If the database is deleted, this tab can write them back.
   */
  const formerlyShown = new Map<EntryId, Entry>()
  /** Entries that could not be written, as they will be. */
  const unsaved = new Map<EntryId, Entry>()
  const followedVisits = new Set<string>()
  const changes = createEmitter()

  /** Returns the map in which an entry is or will be, or `undefined` if it is not to be shown. */
  function shownMapFor({ batch, importId, position }: Entry): Map<EntryId, Entry> | undefined {
    if (importId !== '') return rowsByImport.get(importId)
    const isShown = followedVisits.has(batch) || byHand.has(entryIdOf({ batch, position }))
    return isShown ? byHand : undefined
  }

  /** Returns what is or was shown. An entry that is shown again is taken as it is now. */
  function everShown(): ReadonlyMap<EntryId, Entry> {
    const shownMaps = [byHand, ...rowsByImport.values()]
    return new Map([formerlyShown, ...shownMaps].flatMap((entries) => Array.from(entries)))
  }

  /** Remembers entries that are taken off the screen. */
  function keepAsFormer(entries: ReadonlyMap<EntryId, Entry>): void {
    for (const [id, entry] of entries) formerlyShown.set(id, entry)
  }

  /** Puts an entry that the ledger has into its map, and updates it among those shown before. */
  function takeOver(entry: Entry, shownMap: Map<EntryId, Entry> | undefined): void {
    const id = entryIdOf(entry)
    shownMap?.set(id, entry)
    if (formerlyShown.has(id)) formerlyShown.set(id, entry)
  }

  return {
    subscribe: changes.subscribe,

    /** Returns what was entered by hand. */
    byHand(): readonly ShownEntry[] {
      const unsavedByHand = [...unsaved].filter(([, { importId }]) => importId === '')
      const current = new Map([...byHand, ...unsavedByHand])
      return Array.from(current, ([id, entry]) => ({ entry, isSaved: !unsaved.has(id) }))
    },

    /** Returns the rows of an import in their order. A discarded row is no row any more. */
    rowsOf(importId: string): readonly ImportRow[] {
      const entries = rowsByImport.get(importId) ?? new Map<EntryId, Entry>()
      return Array.from(entries, ([id, entry]) => unsaved.get(id) ?? entry)
        .filter(isRow)
        .toSorted((first, second) => first.position - second.position)
    },

    /** Returns the entries that are or were shown here, in the state that the ledger has. */
    everShown: (): readonly Entry[] => [...everShown().values()],

    /** Returns a shown entry in the state that the ledger has. */
    find: (id: EntryId): Entry | undefined => byHand.get(id) ?? rowsByImport.get(batchOf(id))?.get(id),

    /** Takes over all rows of an import as they were read. */
    replaceRows(importId: string, entries: readonly Entry[]): void {
      if (!rowsByImport.has(importId)) return
      rowsByImport.set(importId, new Map(entries.map((entry) => [entryIdOf(entry), entry])))
      changes.notify()
    },

    /** Returns the imports whose rows are kept. */
    followedImports: (): readonly string[] => [...rowsByImport.keys()],

    /** Returns whether rows of the import were shown before it was closed. */
    hasFormerRowsOf: (importId: string): boolean =>
      [...formerlyShown.values()].some((entry) => entry.importId === importId && isRow(entry)),

    /**
     * Forgets the entries of these batches that were shown before. Another tab has written to the
     * batches, so the entries must not be written back as they were.
     *
     * @param batches `undefined` if any batch may have been written to
     */
    forgetFormerlyShown(batches: readonly string[] | undefined): void {
      for (const id of formerlyShown.keys()) {
        const mayBeChanged = batches === undefined || batches.includes(batchOf(id))
        if (mayBeChanged) formerlyShown.delete(id)
      }
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
      if (!rowsByImport.has(importId)) rowsByImport.set(importId, new Map())
    },

    /** Takes the rows of an import off the screen. */
    unfollowImport(importId: string): void {
      keepAsFormer(rowsByImport.get(importId) ?? new Map())
      rowsByImport.delete(importId)
      changes.notify()
    },

    /**
     * Takes over the changes of a transaction of this tab that is complete, as far as the tab shows
     * what was changed.
     */
    apply({ written, deleted }: Changes): void {
      for (const id of deleted) {
        byHand.delete(id)
        rowsByImport.get(batchOf(id))?.delete(id)
        formerlyShown.delete(id)
      }
      for (const entry of written) takeOver(entry, shownMapFor(entry))
      changes.notify()
    },

    /** Shows entries that were read from the ledger: all by hand, and rows of followed imports. */
    load(entries: readonly Entry[]): void {
      for (const entry of entries) {
        const shownMap = entry.importId === '' ? byHand : rowsByImport.get(entry.importId)
        takeOver(entry, shownMap)
      }
      changes.notify()
    },

    /** Shows these entries as not saved, and no others. */
    setUnsaved(next: readonly Entry[]): void {
      unsaved.clear()
      for (const entry of next) unsaved.set(entryIdOf(entry), entry)
      changes.notify()
    },

    /**
     * Writes into a new database the entries that it lacks, and that are or were shown here. They
     * get new sequence numbers in their old order, because another tab may have written first. If
     * the transaction fails, the next one gives them others.
     *
     * @param isRecorded returns whether the entry was in the old database
     */
    async restoreInto(ledger: LedgerTransaction, isRecorded: (entry: Entry) => boolean): Promise<void> {
      const missing = await findMissing(ledger, [...everShown().values()].filter(isRecorded))
      const first = await ledger.takeSequence(missing.length)
      for (const entry of renumber(missing, first)) {
        await ledger.put(entry)
        takeOver(entry, shownMapFor(entry))
      }
    },
  }
}

export type View = ReturnType<typeof createView>

/** Returns those of these entries that the ledger does not have. */
async function findMissing({ get }: LedgerTransaction, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const missing: Entry[] = []
  for (const entry of entries) if ((await get(entryIdOf(entry))) === undefined) missing.push(entry)
  return missing
}

function isRow(entry: Entry): entry is ImportRow {
  return entry.row !== undefined && entry.state.kind !== 'discarded'
}
