import { createStore } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { newId } from '#src/lib/new-id.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { CheckState } from './check.ts'
import { type Batch, type Entry, isCheckable, type Key, keyOf, mayHaveTwin, newEntry } from './entry.ts'
import type { Outbox, StorageState } from './outbox.ts'
import type { LedgerTransaction } from './outbox-database.ts'
import type { RunState } from './sender.ts'
import { possibleDuplicate } from './transitions.ts'

/** By what a pet may already be there. `batch`: of which file. */
export type Cause = { readonly entry: Entry; readonly batch: Batch | undefined }

/** A pet that was entered by hand, and what became of it. */
export type JustAddedItem = {
  readonly key: Key
  readonly entry: Entry
  /** `false`: it could not be written, or is no longer on the disk. `undefined`: it is being written. */
  readonly isSaved: boolean | undefined
  /** Where it is held. */
  readonly causes: readonly Cause[]
  /** Where lists can tell what became of it; those that `check` names may be `causes`, too. */
  readonly check: CheckState | undefined
  /** Of the service it was sent to, where the environment has another address now: nothing can be done about it here. */
  readonly otherAddress: string | undefined
  /** Sent by this tab, or about to be. */
  readonly run: RunState
  /** What its last request failed with, if this tab sent it. */
  readonly error: unknown
}

export type JustAddedSnapshot = {
  /** Newest first. */
  readonly items: readonly JustAddedItem[]
  /** Those that wait for "Add N waiting". */
  readonly waiting: readonly JustAddedItem[]
  readonly run: RunState
  readonly storage: StorageState
}

/** What was read of the outbox. */
type Reading = {
  readonly shown: Map<Key, Entry>
  /** No longer on the disk. */
  readonly missing: Set<Key>
  readonly causes: ReadonlyMap<Key, readonly Cause[]>
}

const NOTHING = (): Reading => ({ shown: new Map(), missing: new Set(), causes: new Map() })

/** What was entered by hand: in this tab since signing in, and what is still open of earlier visits. */
export function createJustAdded(outbox: Outbox) {
  const { environment, clock, checks, storage } = outbox
  let visit = newId()
  let position = 0
  /** Since signing in. */
  let visits = new Set([visit])
  /** Being written, or not written because that failed. */
  const unsaved = new Map<Key, { entry: Entry; replaces: Key | undefined; hasFailed: boolean }>()
  let read = NOTHING()
  /** What was written while the outbox is read: newer than what is being read. */
  let written = new Map<Key, Entry>()
  let lastWrite: Promise<unknown> = Promise.resolve()
  let reading: Promise<void> | undefined
  let isOutdated = false
  const store = createStore<JustAddedSnapshot>(snapshot())

  function snapshot(): JustAddedSnapshot {
    const entries = new Map([...read.shown, ...[...unsaved].map(([key, { entry }]) => [key, entry] as const)])
    const items = [...entries.values()]
      .filter(({ state, newPet }) => state.kind !== 'discarded' && newPet !== undefined)
      .map(itemOf)
      .toSorted((a, b) => b.entry.enteredAt - a.entry.enteredAt || b.entry.position - a.entry.position)
    const waiting = items.filter(
      ({ entry, run, ...item }) => entry.state.kind === 'waiting' && isHere(item) && run.phase !== 'running',
    )
    return { items, waiting, run: runOf(visit), storage: storage.get() }
  }

  function itemOf(entry: Entry): JustAddedItem {
    const key = keyOf(entry)
    const { hasFailed } = unsaved.get(key) ?? {}
    const sender = outbox.senders().find(({ batch }) => batch === entry.batch)
    return {
      key,
      entry,
      isSaved: read.missing.has(key) || hasFailed === true ? false : hasFailed === undefined || undefined,
      causes: read.causes.get(key) ?? [],
      check: isCheckable(entry) || mayHaveTwin(entry) ? checks.get().states.get(key) : undefined,
      otherAddress: entry.baseUrl === environment.baseUrl ? undefined : entry.baseUrl,
      run: runOf(entry.batch),
      error: sender?.errors.get(key),
    }
  }

  function runOf(batch: string): RunState {
    const sender = outbox.senders().find((one) => one.batch === batch)
    return sender?.get() ?? { phase: 'idle' }
  }

  const publish = () => store.set(snapshot())

  async function readFrom(
    transaction: LedgerTransaction,
    locked: ReadonlySet<string>,
    before: Reading,
  ): Promise<Reading> {
    const own = new Set(outbox.senders().flatMap((sender) => (sender.isHeld() ? [sender.batch] : [])))
    const batches = new Map((await transaction.batches()).map((batch) => [batch.id, batch]))
    const shown = new Map<Key, Entry>()
    const take = (entry: Entry) => shown.set(keyOf(entry), entry)
    for (const one of visits) for (const entry of await transaction.inBatch(one)) take(entry)
    for (const entry of await transaction.openByHand()) {
      const isOfHere =
        entry.baseUrl === environment.baseUrl || batches.get(entry.batch)?.environmentId === environment.id
      // What another tab is about to send is that tab's to show.
      if (isOfHere && (own.has(entry.batch) || !locked.has(entry.batch))) take(entry)
    }
    const missing = new Set<Key>()
    for (const [key, entry] of before.shown) {
      if (shown.has(key)) continue
      const now = await transaction.get(key)
      if (now === undefined) missing.add(key)
      take(now ?? entry)
    }
    const causes = new Map<Key, readonly Cause[]>()
    for (const [key, { state }] of shown) {
      if (state.kind !== 'held') continue
      const held = await Promise.all(state.by.map((cause) => transaction.get(cause)))
      const found = held.filter((entry) => entry !== undefined)
      causes.set(
        key,
        found.map((entry) => ({ entry, batch: batches.get(entry.batch) })),
      )
    }
    return { shown, missing, causes }
  }

  async function readOnce(): Promise<void> {
    const locked = await outbox.heldLocks()
    const before = read
    written = new Map()
    const found = await outbox.read((transaction) => readFrom(transaction, locked, before))
    // Signed out meanwhile.
    if (read !== before) return
    for (const sender of outbox.senders()) {
      const entry = sender.unwritten()
      if (entry !== undefined) written.set(keyOf(entry), entry)
    }
    for (const [key, entry] of written) if (found.shown.has(key)) found.shown.set(key, entry)
    for (const key of found.shown.keys()) if (!found.missing.has(key)) unsaved.delete(key)
    read = found
    publish()
  }

  /** One reading at a time; what has changed during it is read after it. Never rejects. */
  function refresh(): Promise<void> {
    isOutdated = true
    reading ??= readUntilCurrent().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function readUntilCurrent(): Promise<void> {
    while (isOutdated) {
      isOutdated = false
      await readOnce().catch(publish)
    }
  }

  outbox.subscribe((entries) => {
    for (const entry of entries ?? []) {
      const key = keyOf(entry)
      written.set(key, entry)
      if (read.shown.has(key)) read.shown.set(key, entry)
    }
    publish()
    // Each row of an import is written: it matters where one may hold a pet.
    const isOfFile = entries?.every(({ row }) => row !== undefined) === true
    if (!isOfFile || [...read.shown.values()].some(({ state }) => state.kind === 'held')) void refresh()
  })
  checks.subscribe(publish)
  storage.subscribe(publish)

  async function save(key: Key): Promise<void> {
    const one = unsaved.get(key)
    if (one === undefined) return
    try {
      await outbox.enter(one.entry, one.replaces)
      // At once: a run that has come to it and was paused since must not go on. Not after signing out, which pauses all.
      if (visits.has(one.entry.batch)) void outbox.sender(one.entry.batch).resume().then(afterRun)
      await refresh()
      unsaved.delete(key)
    } catch {
      unsaved.set(key, { ...one, hasFailed: true })
    }
    publish()
  }

  /** One after the other, in the order in which they were entered. */
  function saveInOrder(key: Key): Promise<void> {
    const saved = lastWrite.then(() => save(key))
    lastWrite = saved
    return saved
  }

  /** An entry that may have been added is looked for by itself; once more where that failed. */
  async function afterRun(): Promise<void> {
    await refresh()
    await checkUnknown()
  }

  async function checkUnknown(): Promise<void> {
    const unchecked = store
      .get()
      .items.filter(
        ({ entry, check, ...item }) =>
          (isCheckable(entry) || mayHaveTwin(entry)) &&
          (check === undefined || check.kind === 'failed') &&
          isHere(item),
      )
    await checks.check(unchecked.map(({ key }) => key))
  }

  const find = (key: Key) => store.get().items.find((item) => item.key === key)

  function beginVisit() {
    visit = newId()
    visits.add(visit)
    position = 0
  }

  const act = async (done: Promise<void>): Promise<void> => {
    await done
    await afterRun()
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** Puts a pet into the outbox, and sends what waits in this visit. `replaces`: the rejected pet that it corrects. */
    add(newPet: NewPet, replaces?: Key): void {
      const { baseUrl } = environment
      const entry = newEntry({
        batch: visit,
        position: position++,
        baseUrl,
        newPet,
        enteredAt: clock.now(),
      })
      unsaved.set(keyOf(entry), { entry, replaces, hasFailed: false })
      publish()
      void saveInOrder(keyOf(entry))
    },

    /** Reads the outbox, recovers what tabs that are gone were sending, and looks for what may have been added. */
    async open(): Promise<void> {
      await outbox.tidy()
      await refresh()
      const sending = store
        .get()
        .items.filter(({ entry, ...item }) => entry.state.kind === 'sending' && isHere(item))
      for (const batch of new Set(sending.map(({ entry }) => entry.batch))) {
        const sender = outbox.sender(batch)
        if (sender.isBusy() || !(await sender.keep())) continue
        await outbox.write(sender.recover).catch(() => undefined)
        await sender.close()
      }
      await afterRun()
    },

    checkUnknown,

    /** "Add N waiting": of all visits that are shown, in their order. */
    async sendWaiting(): Promise<void> {
      const { waiting } = store.get()
      const batches = new Set(waiting.toReversed().map(({ entry }) => entry.batch))
      for (const batch of batches) await outbox.sender(batch).resume()
      await afterRun()
    },

    /** Writes again what could not be written. */
    async retry(): Promise<void> {
      for (const [key, { hasFailed }] of unsaved) if (hasFailed) await saveInOrder(key)
      const { run } = store.get()
      if (run.phase === 'paused' && run.reason === 'storage')
        void outbox.sender(visit).resume().then(afterRun)
    },

    async continueWithoutStorage(): Promise<void> {
      await outbox.continueWithoutStorage()
      // What is on the disk cannot be changed any more: this is another batch.
      beginVisit()
      for (const [before, one] of unsaved) {
        unsaved.delete(before)
        const entry = { ...one.entry, batch: visit, position: position++ }
        unsaved.set(keyOf(entry), { entry, replaces: undefined, hasFailed: false })
        await saveInOrder(keyOf(entry))
      }
    },

    addAnyway: (key: Key): Promise<void> => act(outbox.addAnyway(key)),

    async discard(key: Key): Promise<void> {
      if (find(key)?.isSaved !== false) return act(outbox.discard(key))
      // What is not on the disk is nowhere else.
      unsaved.delete(key)
      read.shown.delete(key)
      read.missing.delete(key)
      publish()
    },

    /** "This is it". Others that were found with it may be duplicates. */
    markAdded(key: Key, id: Int64): Promise<void> {
      const check = find(key)?.check
      const others = check?.kind === 'found' ? check.pets.filter((pet) => pet.id !== id) : []
      const note = others.map((pet) => possibleDuplicate(pet.id)).join(' ')
      return act(outbox.markAdded([{ key, id, note: note === '' ? undefined : note }]))
    },

    /** "Add it again" */
    sendAgain: (key: Key): Promise<void> => act(outbox.sendAgain([key])),

    /** Added pets leave the page, and so does what was not saved; what is open stays in the outbox. */
    signedOut(): void {
      beginVisit()
      visits = new Set([visit])
      read = NOTHING()
      publish()
    },

    /** Whether pets that were entered here wait for theirs. */
    isBusy: (): boolean =>
      unsaved.size > 0 ||
      store
        .get()
        .items.some(
          ({ entry }) => visits.has(entry.batch) && ['waiting', 'sending'].includes(entry.state.kind),
        ),
  }
}

/** Whether anything can be done about it: it is on the disk, and of this service. */
function isHere({ isSaved, otherAddress }: Pick<JustAddedItem, 'isSaved' | 'otherAddress'>): boolean {
  return isSaved === true && otherAddress === undefined
}

export type JustAdded = ReturnType<typeof createJustAdded>
