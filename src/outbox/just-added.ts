import { createStore } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { newId } from '#src/lib/new-id.ts'
import { oneAtATime } from '#src/lib/one-at-a-time.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { CheckState } from './check.ts'
import { type Entry, type Key, keyOf, newEntry, partsOf } from './entry.ts'
import type { Outbox } from './outbox.ts'
import type { LedgerTransaction } from './outbox-database.ts'
import { addAnyway, discard, markAdded, possibleDuplicate } from './transitions.ts'

/** What the outbox has of a pet that was entered by hand. */
type Read = {
  readonly entry: Entry
  /** `false`: it could not be written, or is no longer on the disk. `undefined`: it is being written. */
  readonly isSaved: boolean | undefined
  /** By which it is held, or may be there as well. */
  readonly causes: readonly Entry[]
  /** Where lists can tell what became of it. */
  readonly check: CheckState | undefined
}

/** What was entered by hand: in this tab since signing in, and what is still open of earlier visits. */
export function createJustAdded(outbox: Outbox) {
  const { environment, clock, checks, storage } = outbox
  let visit = newId()
  let position = 0
  /** Since signing in. */
  let shown = new Map<Key, Read>()
  /** "Add it again" was pressed at these: the lists are read, before they are sent. */
  const asked = new Set<Key>()
  const store = createStore(snapshot())

  function snapshot() {
    const read = new Map(shown)
    for (const { unwritten } of outbox.senders.values())
      for (const { entry, isNew } of unwritten) {
        const known = shown.get(keyOf(entry))
        const isSaved = storage.get() === 'ok' && undefined
        if (isNew) read.set(keyOf(entry), { entry, causes: [], check: undefined, isSaved })
        // What became of a pet is said once it is written, or cannot be.
        else if (known !== undefined && (storage.get() !== 'ok' || known.isSaved === false))
          read.set(keyOf(entry), { ...known, entry, check: undefined })
      }
    /** Newest first. */
    const items = [...read.values()]
      .filter(({ entry: { state, newPet } }) => state.kind !== 'discarded' && newPet !== undefined)
      .map(itemOf)
      .toSorted((a, b) => b.entry.enteredAt - a.entry.enteredAt || b.entry.position - a.entry.position)
    /** Those that wait for "Add N waiting". */
    const waiting = items.filter(
      (item) => item.entry.state.kind === 'waiting' && isHere(item) && item.run.phase !== 'running',
    )
    return { items, waiting, run: outbox.sender(visit).get() }
  }

  function itemOf(read: Read) {
    const key = keyOf(read.entry)
    const check: CheckState | undefined = read.check && asked.has(key) ? { kind: 'checking' } : read.check
    const { get, errors } = outbox.sender(read.entry.batch)
    /** `error`: what its last request failed with, if this tab sent it. */
    return { ...read, key, check, run: get(), error: errors.get(key) }
  }

  /** Whether anything can be done about it: it is on the disk, and of this service. */
  const isHere = ({ entry, isSaved }: Read) => isSaved === true && entry.baseUrl === environment.baseUrl

  const publish = () => store.set(snapshot())
  const items = () => store.get().items

  /** Never rejects. */
  const refresh = oneAtATime(async () => {
    // Signing out begins another one.
    const known = shown
    const locked = await outbox.heldLocks()
    const read = async (transaction: LedgerTransaction) => {
      const own = await transaction.all('batch', visit)
      const open = (await transaction.all('open')).filter(
        ({ batch, baseUrl, environmentId }) =>
          (baseUrl === environment.baseUrl || environmentId === environment.id) &&
          // What another tab is about to send is that tab's to show.
          (outbox.sender(batch).isHeld() || !locked.has(batch)),
      )
      const found = new Map([...own, ...open].map((entry) => [keyOf(entry), entry]))
      for (const key of new Set([...found.keys(), ...known.keys()])) {
        const now = found.get(key) ?? (await transaction.get(key))
        const entry = now ?? known.get(key)?.entry
        if (entry === undefined) continue
        const check = await checks.stateOf(transaction, entry)
        const by = entry.state.kind === 'held' ? entry.state.by : []
        const holding = (await Promise.all(by.map(transaction.get))).filter((cause) => cause !== undefined)
        const causes = check !== undefined && 'causes' in check ? check.causes : holding
        known.set(key, { entry, isSaved: now !== undefined, causes, check })
      }
    }
    await outbox.read(read).catch(() => undefined)
    publish()
    // An entry that may have been added is looked for by itself.
    const unsure = items().filter((item) => item.check !== undefined && isHere(item))
    const ends = unsure.map(({ entry }) => checks.endOf(entry))
    checks.watch('by hand', ends)
  })

  outbox.subscribe((written = []) => {
    // Until it is read.
    for (const entry of written)
      if (entry.batch === visit && !shown.has(keyOf(entry)))
        shown.set(keyOf(entry), { entry, isSaved: true, causes: [], check: undefined })
    publish()
    void refresh()
  })

  const find = (key: Key) => items().find((item) => item.key === key)

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** Puts a pet into the outbox, and sends what waits in this visit. `replaces`: the rejected pet that it corrects. */
    add(newPet: NewPet, replaces?: Key): void {
      const { id: environmentId, baseUrl } = environment
      const key = { batch: visit, position: position++ }
      const entry = newEntry({ ...key, environmentId, baseUrl, newPet, enteredAt: clock.now() })
      void outbox.sender(visit).enter(entry, replaces)
      publish()
    },

    /** Reads the outbox, and recovers what tabs that are gone were sending. */
    async open(): Promise<void> {
      await outbox.tidy()
      await refresh()
      const sending = items().filter((item) => item.entry.state.kind === 'sending' && isHere(item))
      for (const batch of new Set(sending.map(({ entry }) => entry.batch)))
        await outbox.sender(batch).send([])
      await refresh()
    },

    /** "Add N waiting": of all visits that are shown, in their order. */
    async sendWaiting(): Promise<void> {
      const { waiting } = store.get()
      const batches = new Set(waiting.toReversed().map(({ entry }) => entry.batch))
      const senders = Array.from(batches, outbox.sender)
      const pressed = senders.map(({ press }) => press())
      for (const [at, { send }] of senders.entries()) await send(undefined, undefined, pressed[at])
    },

    retry: (): Promise<void> => outbox.retry(visit),

    /** "Add it anyway" */
    addAnyway: ({ entry, causes }: Read): Promise<void> =>
      outbox.decide(entry.batch, (transaction) => addAnyway(transaction, keyOf(entry), causes.map(keyOf))),

    async discard(key: Key): Promise<void> {
      const [batch] = partsOf(key)
      if (find(key)?.isSaved === false) {
        // What is not on the disk is nowhere else.
        await outbox.sender(batch).forget(key)
        shown.delete(key)
        publish()
      }
      await outbox.decide(batch, (transaction) => discard(transaction, key))
    },

    /** "This is it". Others that were found with it may be duplicates. */
    markAdded(key: Key, id: Int64): Promise<void> {
      const check = find(key)?.check
      const others = check?.kind === 'found' ? check.pets.filter((pet) => pet.id !== id) : []
      const note = others.map((pet) => possibleDuplicate(pet.id)).join(' ')
      const mark = { key, id, note: note === '' ? undefined : note }
      return outbox.decide(partsOf(key)[0], (transaction) => markAdded(transaction, [mark]))
    },

    /** "Add it again" */
    async sendAgain(key: Key): Promise<void> {
      asked.add(key)
      await outbox.sendAgain(partsOf(key)[0], new Map([[key, find(key)?.check]]))
      asked.delete(key)
      publish()
    },

    /** Added pets leave the page; what is open stays in the outbox, and what was not saved on the screen. */
    signedOut(): void {
      visit = newId()
      position = 0
      shown = new Map()
      publish()
    },

    /** Whether pets that were entered here wait for theirs. */
    isBusy: (): boolean =>
      items().some(
        ({ entry: { state, batch }, isSaved }) =>
          ['waiting', 'sending'].includes(state.kind) && (batch === visit || isSaved !== true),
      ),
  }
}

export type JustAddedSnapshot = ReturnType<ReturnType<typeof createJustAdded>['get']>

/** A pet that was entered by hand, and what became of it. */
export type JustAddedItem = JustAddedSnapshot['items'][number]
