import { type Entry, type EntryId, entryIdOf } from './entry.ts'
import type { LedgerTransaction } from './ledger/ledger.ts'
import type { Clock } from './ports.ts'
import type { Storage } from './storage.ts'
import { asDiscarded, discard } from './transitions/decide.ts'

/**
 * Something that the ledger does not have yet: a pet that was entered, or discarded before it was
 * sent, or what became of one that was sent.
 */
type Unwritten = {
  /** As it will be in the ledger. */
  readonly entry: Entry
  readonly kind: 'entered' | 'discarded' | 'outcome'
  /**
   * Returns the entries by hand that this unholds, or `not-yet` if nothing was written, and it has
   * to be tried again.
   *
   * @param isLate an earlier transaction has failed to write it
   */
  readonly write: (transaction: LedgerTransaction, isLate: boolean) => Promise<readonly EntryId[] | 'not-yet'>
}

/** How far the writing of something is. */
type Progress = {
  /** A transaction has failed to write it. */
  isLate: boolean
  /** It is shown as it will be, although it is not saved. */
  isShown: boolean
  /** Ends the wait after which it is shown as "Not saved"; `undefined` if it is shown at once. */
  readonly slowTimer?: AbortController
}

/**
 * The work of a transaction. `unheldIds` are the entries by hand that were unheld by what was
 * written first in it.
 */
type TransactionBody<T> = (transaction: LedgerTransaction, unheldIds: readonly EntryId[]) => Promise<T>

/**
 * Milliseconds after which something counts as "Not saved" although nothing has failed: it is still
 * being written, or waits for an earlier transaction. A disk that hangs says neither that it has
 * written nor that it has failed.
 */
const SHOW_AFTER_MS = 2000

export type Flushed = { readonly isWritten: boolean; readonly unheldIds: readonly EntryId[] }

/**
 * Runs the transactions of one batch one after the other. Each first writes what could not be
 * written before, and nothing is dropped.
 */
export function createBatchWriter(
  storage: Pick<Storage, 'write'>,
  clock: Pick<Clock, 'sleep'>,
  onUnwrittenChange: () => void,
) {
  const unwritten = new Map<Unwritten, Progress>()
  let lastTransaction: Promise<unknown> = Promise.resolve()

  /** @throws {StorageError} when nothing was written, unless it says `mayHaveWritten` */
  function transact<T>(act: TransactionBody<T>): Promise<T> {
    const result = lastTransaction.then(() => transactNow(act))
    lastTransaction = result.catch(() => undefined)
    return result
  }

  async function transactNow<T>(act: TransactionBody<T>): Promise<T> {
    const items = inOrderOfWriting(unwritten.keys())
    try {
      const { value, done } = await storage.write(async (transaction) => {
        const unheldIds: EntryId[] = []
        const writtenItems: Unwritten[] = []
        for (const item of items) {
          const unheld = await item.write(transaction, unwritten.get(item)?.isLate === true)
          if (unheld === 'not-yet') continue
          unheldIds.push(...unheld)
          writtenItems.push(item)
        }
        return { value: await act(transaction, unheldIds), done: writtenItems }
      })
      forget(done)
      return value
    } catch (error) {
      noteProgress(items, { isLate: true, isShown: true })
      throw error
    }
  }

  /** Updates the progress of these items, unless they were written or discarded meanwhile. */
  function noteProgress(items: readonly Unwritten[], changed: Partial<Omit<Progress, 'slowTimer'>>): void {
    let isAnyLeft = false
    for (const item of items) {
      const progress = unwritten.get(item)
      if (progress === undefined) continue
      Object.assign(progress, changed)
      isAnyLeft = true
    }
    if (isAnyLeft) onUnwrittenChange()
  }

  /** Forgets what was written, and tells about it where it was shown. */
  function forget(items: readonly Unwritten[]): void {
    const wereShown = items.some((item) => unwritten.get(item)?.isShown === true)
    for (const item of items) {
      unwritten.get(item)?.slowTimer?.abort()
      unwritten.delete(item)
    }
    if (wereShown) onUnwrittenChange()
  }

  /**
   * Returns what is shown as it will be, although it is not saved, in the order in which it is
   * written. Of an entry the last one counts.
   */
  function unsaved(): readonly Unwritten[] {
    return inOrderOfWriting(unwritten.keys()).filter((item) => unwritten.get(item)?.isShown)
  }

  /**
   * Returns whether something was not written, or not in time. A discard does not tell, because it
   * is shown from the press.
   */
  function isAnyLateOrSlow(): boolean {
    return unsaved().some(({ kind }) => kind !== 'discarded')
  }

  /**
   * Has the next transaction write it. It is shown once it is slow, or at once if something before
   * it is: otherwise somebody may enter a pet again because the screen does not show it.
   */
  function add(item: Unwritten): void {
    if (isAnyLateOrSlow()) {
      addShown(item)
      return
    }
    const slowTimer = new AbortController()
    unwritten.set(item, { isLate: false, isShown: false, slowTimer })
    void showIfSlow(item, slowTimer.signal)
  }

  /** Has the next transaction write it, and shows it at once as it will be. */
  function addShown(item: Unwritten): void {
    unwritten.set(item, { isLate: false, isShown: true })
    onUnwrittenChange()
  }

  async function showIfSlow(item: Unwritten, signal: AbortSignal): Promise<void> {
    try {
      await clock.sleep(SHOW_AFTER_MS, signal)
    } catch {
      return
    }
    noteProgress([item], { isShown: true })
  }

  return {
    transact,
    add,

    /** Returns all that the ledger does not have yet, also what is being written. */
    unwritten: (): readonly Unwritten[] => [...unwritten.keys()],

    unsaved,

    /** Writes what is not written yet. Never rejects. */
    async flush(): Promise<Flushed> {
      if (unwritten.size === 0) return { isWritten: true, unheldIds: [] }
      try {
        return { isWritten: true, unheldIds: await transact(async (_transaction, unheldIds) => unheldIds) }
      } catch {
        return { isWritten: false, unheldIds: [] }
      }
    },

    /**
     * Has the next transaction discard a pet that waits, or an unconfirmed one that is about to be
     * sent again. From the press on, the pet is neither shown nor sent. If its request left before
     * the press, the press does not count.
     *
     * @param isSending returns whether this tab is sending the batch
     */
    discard(entry: Entry, isSending: () => boolean): void {
      const id = entryIdOf(entry)
      const entered = [...unwritten.keys()].filter(
        (item) => item.kind === 'entered' && entryIdOf(item.entry) === id,
      )
      forget(entered)
      const write = (transaction: LedgerTransaction) => discardUnlessSent(transaction, entry, isSending())
      addShown({ entry: asDiscarded(entry), kind: 'discarded', write })
    },

    /** Returns whether a person has discarded the pet, and the ledger does not have that yet. */
    isDiscarded: (id: EntryId): boolean =>
      [...unwritten.keys()].some(({ kind, entry }) => kind === 'discarded' && entryIdOf(entry) === id),
  }
}

/**
 * Returns these in the order in which they are written. Discards come last: an outcome may give the
 * claim of a discarded pet back, so that it waits again.
 */
function inOrderOfWriting(items: Iterable<Unwritten>): readonly Unwritten[] {
  const all = [...items]
  const discards = all.filter(({ kind }) => kind === 'discarded')
  const others = all.filter(({ kind }) => kind !== 'discarded')
  return [...others, ...discards]
}

/**
 * Discards the entry. The press came too late if the entry was sent since, or if another tab is
 * sending it: then it stays as it is.
 *
 * @param entry as it was at the press
 * @param isSending whether this tab is sending the batch
 */
async function discardUnlessSent(
  transaction: LedgerTransaction,
  entry: Entry,
  isSending: boolean,
): Promise<readonly EntryId[] | 'not-yet'> {
  const id = entryIdOf(entry)
  const written = await transaction.get(id)
  if (written === undefined) {
    // We write it as discarded, so that a copy of this tab does not enter it.
    const sequence = await transaction.takeSequence(1)
    await transaction.put({ ...asDiscarded(entry), sequence })
    return []
  }
  const { kind } = written.state
  if (kind === 'waiting' || kind === 'held' || isStillUnconfirmed(written, entry))
    return discard(transaction, id)
  // This tab may give the claim back, so that the entry waits again.
  return kind === 'sending' && isSending ? 'not-yet' : []
}

/** Returns whether the entry is unconfirmed because of the same request as at the press. */
function isStillUnconfirmed({ state }: Entry, { state: stateAtPress }: Entry): boolean {
  if (state.kind !== 'unknown' || stateAtPress.kind !== 'unknown') return false
  return state.claim === stateAtPress.claim
}

export type BatchWriter = ReturnType<typeof createBatchWriter>
