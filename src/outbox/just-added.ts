import { createStore } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { newId } from '#src/lib/new-id.ts'
import { oneAtATime } from '#src/lib/one-at-a-time.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { CheckState } from './check.ts'
import { type Entry, type Key, keyOf, newEntry, partsOf } from './entry.ts'
import { isPausedByStorage, type Outbox, type StorageState } from './outbox.ts'
import type { LedgerTransaction } from './outbox-database.ts'
import { NOTHING, type RunState } from './sender.ts'
import { possibleDuplicate } from './transitions.ts'

/** A pet that was entered by hand, and what became of it. */
export type JustAddedItem = {
  readonly key: Key
  readonly entry: Entry
  /** `false`: it could not be written, or is no longer on the disk. `undefined`: it is being written. */
  readonly isSaved: boolean | undefined
  /** By which it is held, or may be there as well. */
  readonly causes: readonly Entry[]
  /** Where lists can tell what became of it. */
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

/** What the outbox has of an item. `isMissing`: it is no longer on the disk. */
type Read = Pick<JustAddedItem, 'entry' | 'causes' | 'check'> & { readonly isMissing: boolean }

/** What was entered by hand: in this tab since signing in, and what is still open of earlier visits. */
export function createJustAdded(outbox: Outbox) {
  const { environment, clock, checks, storage } = outbox
  let visit = newId()
  let position = 0
  /** Since signing in. */
  let visits = new Set([visit])
  /** Being written, or not written because that failed. */
  const unsaved = new Map<Key, { entry: Entry; replaces: Key | undefined; hasFailed: boolean }>()
  /** Since signing in. */
  let shown = new Map<Key, Read>()
  let lastWrite: Promise<void> = Promise.resolve()
  const senderOf = (batch: string) => outbox.senders().find((sender) => sender.batch === batch)
  const runOf = (batch: string): RunState => senderOf(batch)?.get() ?? { phase: 'idle' }
  const store = createStore<JustAddedSnapshot>(snapshot())

  function snapshot(): JustAddedSnapshot {
    const read = new Map(shown)
    const unread = { causes: [], check: undefined, isMissing: false }
    for (const [key, { entry }] of unsaved) read.set(key, { ...unread, entry })
    // What became of a pet is said once it is written, or cannot be.
    for (const sender of outbox.senders()) {
      const entry = sender.unwritten()
      if (entry === undefined) continue
      const known = read.get(keyOf(entry))
      if (known !== undefined && (storage.get() !== 'ok' || known.isMissing))
        read.set(keyOf(entry), { ...known, entry })
    }
    const items = [...read.values()]
      .filter(({ entry: { state, newPet } }) => state.kind !== 'discarded' && newPet !== undefined)
      .map(itemOf)
      .toSorted((a, b) => b.entry.enteredAt - a.entry.enteredAt || b.entry.position - a.entry.position)
    const waiting = items.filter(
      ({ entry, run, ...item }) => entry.state.kind === 'waiting' && isHere(item) && run.phase !== 'running',
    )
    return { items, waiting, run: runOf(visit), storage: storage.get() }
  }

  function itemOf({ entry, isMissing, ...read }: Read): JustAddedItem {
    const key = keyOf(entry)
    const { hasFailed } = unsaved.get(key) ?? {}
    return {
      ...read,
      key,
      entry,
      check: read.check && checks.shown(entry, read.check),
      isSaved: isMissing || hasFailed === true ? false : hasFailed === undefined || undefined,
      otherAddress: entry.baseUrl === environment.baseUrl ? undefined : entry.baseUrl,
      run: runOf(entry.batch),
      error: senderOf(entry.batch)?.errors.get(key),
    }
  }

  const publish = () => store.set(snapshot())

  async function readFrom(
    transaction: LedgerTransaction,
    locked: ReadonlySet<string>,
  ): Promise<Map<Key, Read>> {
    const batches = new Map((await transaction.batches()).map((batch) => [batch.id, batch]))
    const own = await Promise.all([...visits].map((one) => transaction.all('batch', one)))
    const open = (await transaction.all('open')).filter(
      ({ batch, baseUrl }) =>
        (baseUrl === environment.baseUrl || batches.get(batch)?.environmentId === environment.id) &&
        // What another tab is about to send is that tab's to show.
        (senderOf(batch)?.isHeld() === true || !locked.has(batch)),
    )
    const found = new Map([...own.flat(), ...open].map((entry) => [keyOf(entry), entry]))
    const read = new Map<Key, Read>()
    for (const key of new Set([...found.keys(), ...shown.keys()])) {
      const now = found.get(key) ?? (await transaction.get(key))
      const entry = now ?? shown.get(key)?.entry
      if (entry === undefined) continue
      const check = await checks.stateOf(transaction, entry)
      const causes =
        entry.state.kind === 'held'
          ? (await Promise.all(entry.state.by.map(transaction.get))).filter((cause) => cause !== undefined)
          : check !== undefined && 'causes' in check
            ? check.causes
            : []
      read.set(key, { entry, isMissing: now === undefined, causes, check })
    }
    return read
  }

  /** Never rejects. */
  const refresh = oneAtATime(async () => {
    const before = shown
    const locked = await outbox.heldLocks()
    const read = await outbox.read((transaction) => readFrom(transaction, locked)).catch(() => undefined)
    // Else signed out meanwhile.
    if (read !== undefined && shown === before) {
      for (const [key, { isMissing }] of read) if (!isMissing) unsaved.delete(key)
      shown = read
    }
    publish()
    checks.update()
  })

  for (const { subscribe } of [outbox, checks])
    subscribe(() => {
      publish()
      void refresh()
    })
  storage.subscribe(publish)
  // An entry that may have been added is looked for by itself.
  checks.watch(() =>
    store
      .get()
      .items.filter((item) => item.check !== undefined && isHere(item))
      .map(({ entry }) => checks.endOf(entry)),
  )

  async function save(key: Key, isOver: () => boolean): Promise<void> {
    const one = unsaved.get(key)
    if (one === undefined) return
    try {
      const sender = outbox.sender(one.entry.batch)
      await sender.lock()
      await outbox.enter(one.entry, one.replaces)
      // At once: a run that has come to it and was paused since must not go on. Not after signing out, which pauses all.
      if (visits.has(one.entry.batch) && !isOver()) void sender.send()
      await refresh()
      unsaved.delete(key)
      const isLeft = [...unsaved.values()].some(({ hasFailed }) => hasFailed)
      if (isLeft && storage.get() === 'ok') storage.set('asking')
    } catch {
      unsaved.set(key, { ...one, hasFailed: true })
    }
    publish()
  }

  /** One after the other, in the order in which they were entered. */
  function inOrder(act: () => Promise<void>): Promise<void> {
    lastWrite = lastWrite.then(act)
    return lastWrite
  }

  const find = (key: Key) => store.get().items.find((item) => item.key === key)

  function beginVisit() {
    visit = newId()
    visits.add(visit)
    position = 0
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
      const isOver = outbox.press()
      void inOrder(() => save(keyOf(entry), isOver))
    },

    /** Reads the outbox, and recovers what tabs that are gone were sending. */
    async open(): Promise<void> {
      await outbox.tidy()
      await refresh()
      const sending = store
        .get()
        .items.filter(({ entry, ...item }) => entry.state.kind === 'sending' && isHere(item))
      for (const batch of new Set(sending.map(({ entry }) => entry.batch)))
        await outbox.sender(batch).send(NOTHING)
      await refresh()
    },

    /** "Add N waiting": of all visits that are shown, in their order. */
    async sendWaiting(): Promise<void> {
      const { waiting } = store.get()
      const batches = new Set(waiting.toReversed().map(({ entry }) => entry.batch))
      const isOver = outbox.press()
      for (const batch of batches) if (!isOver()) await outbox.sender(batch).send()
    },

    /** Writes again what could not be written. */
    async retry(): Promise<void> {
      const isOver = outbox.press()
      const isPaused = isPausedByStorage(runOf(visit))
      await outbox.retry(unsaved.size === 0)
      for (const [key, one] of unsaved) {
        if (!one.hasFailed) continue
        unsaved.set(key, { ...one, hasFailed: false })
        publish()
        await inOrder(() => save(key, isOver))
      }
      if (isPaused && !isOver()) void outbox.sender(visit).send()
    },

    continueWithoutStorage(): Promise<void> {
      const isOver = outbox.press()
      return inOrder(async () => {
        if (!(await outbox.continueWithoutStorage())) return
        // What is on the disk cannot be changed any more: this is another batch.
        beginVisit()
        const moved = Array.from(unsaved.values(), (one) => ({
          entry: { ...one.entry, batch: visit, position: position++ },
          replaces: undefined,
          hasFailed: false,
        }))
        unsaved.clear()
        for (const one of moved) unsaved.set(keyOf(one.entry), one)
        for (const { entry } of moved) await save(keyOf(entry), isOver)
      })
    },

    addAnyway: outbox.addAnyway,

    async discard(key: Key): Promise<void> {
      if (find(key)?.isSaved !== false) return outbox.discard(key)
      // What is not on the disk is nowhere else.
      unsaved.delete(key)
      shown.delete(key)
      publish()
    },

    /** "This is it". Others that were found with it may be duplicates. */
    markAdded(key: Key, id: Int64): Promise<void> {
      const check = find(key)?.check
      const others = check?.kind === 'found' ? check.pets.filter((pet) => pet.id !== id) : []
      const note = others.map((pet) => possibleDuplicate(pet.id)).join(' ')
      return outbox.markAdded([{ key, id, note: note === '' ? undefined : note }])
    },

    /** "Add it again" */
    sendAgain: (key: Key): Promise<void> =>
      outbox.sendAgain(partsOf(key)[0], new Map([[key, find(key)?.check]])),

    /** Added pets leave the page; what is open stays in the outbox, and what was not saved on the screen. */
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
          ({ entry }) => visits.has(entry.batch) && ['waiting', 'sending'].includes(entry.state.kind),
        ),
  }
}

/** Whether anything can be done about it: it is on the disk, and of this service. */
function isHere({ isSaved, otherAddress }: Pick<JustAddedItem, 'isSaved' | 'otherAddress'>): boolean {
  return isSaved === true && otherAddress === undefined
}

export type JustAdded = ReturnType<typeof createJustAdded>
