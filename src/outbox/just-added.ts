import { newId } from '#src/lib/new-id.ts'
import { createStore } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { CheckState } from './check.ts'
import {
  type Batch,
  type Entry,
  isCheckable,
  type Key,
  keyOf,
  keyText,
  mayHaveTwin,
  newEntry,
} from './entry.ts'
import type { Outbox, StorageState } from './outbox.ts'
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

type Unsaved = { readonly entry: Entry; readonly replaces: Key | undefined; readonly hasFailed: boolean }

/** What was entered by hand: in this tab since signing in, and what is still open of earlier visits. */
export function createJustAdded(outbox: Outbox) {
  const { environment, clock, checks, storage } = outbox
  let visit = newId()
  let position = 0
  /** Since signing in. */
  let visits = new Set([visit])
  const unsaved = new Map<string, Unsaved>()
  /** All that this tab has shown since signing in, as it was read last. */
  let shown = new Map<string, Entry>()
  let missing: ReadonlySet<string> = new Set()
  let causes: ReadonlyMap<string, readonly Cause[]> = new Map()
  let lastWrite: Promise<unknown> = Promise.resolve()
  let reading: Promise<void> | undefined
  let isOutdated = false
  const store = createStore<JustAddedSnapshot>(snapshot())

  function snapshot(): JustAddedSnapshot {
    const entries = new Map([...shown, ...[...unsaved].map(([name, { entry }]) => [name, entry] as const)])
    const items = [...entries].map(([name, entry]) => itemOf(name, entry))
    items.sort((a, b) => b.entry.enteredAt - a.entry.enteredAt || b.entry.position - a.entry.position)
    const waiting = items.filter(
      ({ entry, isSaved, otherAddress, run }) =>
        entry.state.kind === 'waiting' &&
        isSaved === true &&
        otherAddress === undefined &&
        run.phase !== 'running',
    )
    return { items, waiting, run: runOf(visit), storage: storage.get() }
  }

  function itemOf(name: string, read: Entry): JustAddedItem {
    const sender = outbox.senders().find(({ batch }) => batch === read.batch)
    const state = sender?.outcomes.get(name)
    const entry = state === undefined ? read : { ...read, state }
    const failed = unsaved.get(name)
    return {
      key: keyOf(entry),
      entry,
      isSaved:
        missing.has(name) || failed?.hasFailed === true ? false : failed === undefined ? true : undefined,
      causes: causes.get(name) ?? [],
      check: isCheckable(entry) || mayHaveTwin(entry) ? checks.get().states.get(name) : undefined,
      otherAddress: entry.baseUrl === environment.baseUrl ? undefined : entry.baseUrl,
      run: runOf(entry.batch),
      error: sender?.errors.get(name),
    }
  }

  function runOf(batch: string): RunState {
    return (
      outbox
        .senders()
        .find((one) => one.batch === batch)
        ?.get() ?? { phase: 'idle' }
    )
  }

  const publish = () => store.set(snapshot())

  async function readOnce(): Promise<void> {
    const locked = await outbox.heldLocks()
    const own = new Set(outbox.senders().flatMap(({ batch, isHeld }) => (isHeld() ? [batch] : [])))
    const before = shown
    const found = await outbox.read(async (transaction) => {
      const batches = new Map((await transaction.batches()).map((batch) => [batch.id, batch]))
      const entries = new Map<string, Entry>()
      const take = (entry: Entry) => entries.set(keyText(keyOf(entry)), entry)
      for (const one of visits) for (const entry of await transaction.inBatch(one)) take(entry)
      for (const entry of await transaction.openByHand()) {
        const isHere =
          entry.baseUrl === environment.baseUrl || batches.get(entry.batch)?.environmentId === environment.id
        // What another tab is about to send is that tab's to show.
        if (isHere && (own.has(entry.batch) || !locked.has(entry.batch))) take(entry)
      }
      const gone = new Set<string>()
      for (const [name, entry] of before) {
        if (entries.has(name)) continue
        const now = await transaction.get(keyOf(entry))
        if (now === undefined) gone.add(name)
        take(now ?? entry)
      }
      const by = new Map<string, readonly Cause[]>()
      for (const [name, { state }] of entries) {
        if (state.kind !== 'held') continue
        const held = await Promise.all(state.by.map((key) => transaction.get(key)))
        by.set(
          name,
          held.flatMap((entry) => (entry === undefined ? [] : [{ entry, batch: batches.get(entry.batch) }])),
        )
      }
      return { entries, gone, by }
    })
    // Signed out meanwhile.
    if (shown !== before) return
    for (const [name, { state, newPet }] of found.entries)
      if (state.kind === 'discarded' || newPet === undefined) found.entries.delete(name)
    for (const name of found.entries.keys()) if (!found.gone.has(name)) unsaved.delete(name)
    shown = found.entries
    missing = found.gone
    causes = found.by
    publish()
  }

  /** One reading at a time; what has changed during it is read after it. Never rejects. */
  function refresh(): Promise<void> {
    if (reading !== undefined) {
      isOutdated = true
      return reading
    }
    reading = readUntilCurrent().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function readUntilCurrent(): Promise<void> {
    do {
      isOutdated = false
      await readOnce().catch(publish)
    } while (isOutdated)
  }

  outbox.subscribe((written) => {
    // At once: the sender forgets an outcome when it is written, which must not be taken back until it is read.
    for (const entry of written ?? []) {
      const name = keyText(keyOf(entry))
      const isOutcome = ['added', 'rejected', 'unknown'].includes(entry.state.kind)
      if (isOutcome && shown.has(name)) shown.set(name, entry)
    }
    publish()
    // Each row of an import is written: it matters where one may hold a pet.
    const isOfFile = written?.every(({ row }) => row !== undefined) === true
    if (!isOfFile || [...shown.values()].some(({ state }) => state.kind === 'held')) void refresh()
  })
  checks.subscribe(publish)
  storage.subscribe(publish)

  async function save(name: string): Promise<void> {
    const one = unsaved.get(name)
    if (one?.entry.newPet === undefined) return
    try {
      await outbox.enter(keyOf(one.entry), one.entry.newPet, one.entry.enteredAt, one.replaces)
      // At once: a run that has come to it and was paused since must not go on. Not after signing out, which pauses all.
      if (visits.has(one.entry.batch)) void outbox.sender(one.entry.batch).resume().then(afterRun)
      await refresh()
      unsaved.delete(name)
      publish()
    } catch {
      unsaved.set(name, { ...one, hasFailed: true })
      publish()
    }
  }

  /** One after the other, in the order in which they were entered. */
  function saveInOrder(name: string): Promise<void> {
    const saved = lastWrite.then(() => save(name))
    lastWrite = saved
    return saved
  }

  /** An entry that may have been added is looked for by itself; once more where that failed. */
  async function afterRun(): Promise<void> {
    await refresh()
    await checkUnknown()
  }

  async function checkUnknown(): Promise<void> {
    const keys = store
      .get()
      .items.filter(
        ({ entry, check, isSaved, otherAddress }) =>
          (isCheckable(entry) || mayHaveTwin(entry)) &&
          (check === undefined || check.kind === 'failed') &&
          isSaved === true &&
          otherAddress === undefined,
      )
      .map(({ key }) => key)
    await checks.check(keys)
  }

  const find = (key: Key) => store.get().items.find((item) => keyText(item.key) === keyText(key))

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** Puts a pet into the outbox, and sends what waits in this visit. `replaces`: the rejected pet that it corrects. */
    add(newPet: NewPet, replaces?: Key): void {
      const entry = newEntry([visit, position++], {
        baseUrl: environment.baseUrl,
        newPet,
        enteredAt: clock.now(),
      })
      const name = keyText(keyOf(entry))
      unsaved.set(name, { entry, replaces, hasFailed: false })
      publish()
      void saveInOrder(name)
    },

    /** Reads the outbox, recovers what tabs that are gone were sending, and looks for what may have been added. */
    async open(): Promise<void> {
      await outbox.tidy()
      await refresh()
      const sending = store
        .get()
        .items.filter(({ entry }) => entry.state.kind === 'sending' && entry.baseUrl === environment.baseUrl)
      for (const batch of new Set(sending.map(({ entry }) => entry.batch)))
        await outbox.recover(batch).catch(() => undefined)
      await afterRun()
    },

    checkUnknown,

    /** "Add N waiting": of all visits that are shown, in their order. */
    async sendWaiting(): Promise<void> {
      const batches = new Set(
        store
          .get()
          .waiting.toReversed()
          .map(({ entry }) => entry.batch),
      )
      for (const batch of batches) await outbox.sender(batch).resume()
      await afterRun()
    },

    /** Writes again what could not be written. */
    async retry(): Promise<void> {
      for (const [name, { hasFailed }] of unsaved) if (hasFailed) await saveInOrder(name)
      const { run } = store.get()
      if (run.phase === 'paused' && run.reason === 'storage')
        void outbox.sender(visit).resume().then(afterRun)
    },

    async continueWithoutStorage(): Promise<void> {
      await outbox.continueWithoutStorage()
      // What is on the disk cannot be changed any more: this is another batch.
      beginVisit()
      for (const [name, one] of unsaved) {
        unsaved.delete(name)
        const entry = { ...one.entry, batch: visit, position: position++ }
        unsaved.set(keyText(keyOf(entry)), { entry, replaces: undefined, hasFailed: false })
        await saveInOrder(keyText(keyOf(entry)))
      }
    },

    addAnyway: async (key: Key): Promise<void> => {
      await outbox.addAnyway(key)
      await afterRun()
    },

    async discard(key: Key): Promise<void> {
      const name = keyText(key)
      // What is not on the disk is nowhere else.
      if (find(key)?.isSaved === false) {
        unsaved.delete(name)
        shown.delete(name)
        missing = new Set([...missing].filter((other) => other !== name))
        return publish()
      }
      await outbox.discard(key)
      await afterRun()
    },

    /** "This is it". Others that were found with it may be duplicates. */
    async markAdded(key: Key, id: Int64): Promise<void> {
      const check = find(key)?.check
      const others = check?.kind === 'found' ? check.pets.filter((pet) => pet.id !== id) : []
      const note = others.map((pet) => possibleDuplicate(pet.id)).join(' ')
      await outbox.markAdded(key[0], [{ key, id, note: note === '' ? undefined : note }])
      await afterRun()
    },

    /** "Add it again" */
    async sendAgain(key: Key): Promise<void> {
      await outbox.sendAgain(key[0], [key])
      await afterRun()
    },

    /** Added pets leave the page, and so does what was not saved; what is open stays in the outbox. */
    signedOut(): void {
      beginVisit()
      visits = new Set([visit])
      shown = new Map()
      publish()
    },

    /** Whether pets that were entered here wait for theirs. */
    isBusy: (): boolean =>
      unsaved.size > 0 ||
      store
        .get()
        .items.some(
          ({ entry }) =>
            visits.has(entry.batch) && (entry.state.kind === 'waiting' || entry.state.kind === 'sending'),
        ),
  }

  function beginVisit() {
    visit = newId()
    visits.add(visit)
    position = 0
  }
}

export type JustAdded = ReturnType<typeof createJustAdded>
