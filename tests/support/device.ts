import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { HttpError, InvalidResponseError } from '#src/http/errors.ts'
import { createStore } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { createByHand } from '#src/outbox/by-hand.ts'
import { type Entry, type EntryId, entryIdOf } from '#src/outbox/entry.ts'
import type { ImportActivity } from '#src/outbox/import-activity.ts'
import { createImports } from '#src/outbox/imports.ts'
import { createIndexedDbLedger } from '#src/outbox/ledger/indexed-db.ts'
import {
  type Ledger,
  type LedgerOnDisk,
  type LedgerOptions,
  StorageError,
} from '#src/outbox/ledger/ledger.ts'
import { createOutbox } from '#src/outbox/outbox.ts'
import type { OutboxPorts } from '#src/outbox/ports.ts'
import type { SharedText } from '#src/outbox/seen-ids.ts'
import { createRecordPlace } from '#src/outbox/storage.ts'
import type { TabText } from '#src/outbox/tab-memory.ts'
import { createSeenPets } from '#src/outbox/seen-pets.ts'
import type { SharedTexts } from '#src/outbox/unseen-pets.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import { hasKeyEnded, type SessionState } from '#src/session/session-state.ts'
import { int64 } from './int64.ts'

/** The service's treatment of a POST, and what the app hears of it. */
export type Answer =
  | 'added'
  /** The POST is processed, but the body of the answer is not a pet. */
  | 'not-a-pet'
  /** The POST is processed, but the answer never comes. */
  | 'answer-lost'
  /** The POST is never processed. */
  | 'request-lost'
  /** The connection breaks; the request arrives within the next minute. */
  | 'late'
  | 'rejected'
  | 'key-refused'
  | 'busy'

export type Received = { readonly newPet: NewPet; readonly answer: Answer }

const refused = (status: number): CreatePetOutcome => ({
  kind: 'rejected',
  error: new HttpError('POST /pets', status, undefined),
})

/**
 * Returns the API key of a sign-in: `key 1` of `key 1, sign-in 3`. No two sign-ins have the same
 * ID.
 */
function apiKeyOf(signInId: string): string {
  return signInId.replace(/, sign-in \d+$/, '')
}

/**
 * Creates a petstore that loses, delays and refuses. Each API key sees the pets that were added
 * with it.
 */
export function createService() {
  const pets: Pet[] = []
  const late: { readonly sentAt: number; readonly arrive: () => void }[] = []
  const received: Received[] = []
  const answers: Answer[] = []
  const create = (newPet: NewPet, signInId: string): Pet => {
    const pet = { ...newPet, id: int64(String(1000 + pets.length)) }
    pets.push(pet)
    keyOfPet.set(pet.id, apiKeyOf(signInId))
    return pet
  }
  const keyOfPet = new Map<Int64, string>()
  const lag = { shownCount: Infinity }
  return {
    pets,
    /**
     * The number of pets, of all, that the lists show. A replica that lags lacks the newest ones.
     */
    lag,
    received,
    /** The answers to the next requests. After them, all are added. */
    answers,
    create,
    /**
     * Lets the requests arrive that were sent before this time (on the clock that nobody can set).
     */
    deliver(before: number): void {
      const due = late.filter(({ sentAt }) => sentAt < before)
      for (const request of due) {
        late.splice(late.indexOf(request), 1)
        request.arrive()
      }
    },
    list: (signInId: string, status: Pet['status']) =>
      pets
        .slice(0, lag.shownCount)
        .filter(({ id }) => keyOfPet.get(id) === apiKeyOf(signInId))
        .filter((pet) => status === undefined || pet.status === status),
    receive(newPet: NewPet, signInId: string, onCreated: (id: Int64) => void, sentAt = 0): CreatePetOutcome {
      const answer = answers.shift() ?? 'added'
      received.push({ newPet, answer })
      const add = () => {
        const pet = create(newPet, signInId)
        onCreated(pet.id)
        return pet
      }
      switch (answer) {
        case 'added':
          return { kind: 'added', pet: add() }
        case 'not-a-pet':
          add()
          return { kind: 'unknown', error: new InvalidResponseError('POST /pets', 'wrong-shape') }
        case 'answer-lost':
          add()
          return { kind: 'unknown', error: new Error('answer lost') }
        case 'late':
          late.push({ sentAt, arrive: add })
          return { kind: 'unknown', error: new Error('connection broken') }
        case 'request-lost':
          return { kind: 'unknown', error: new Error('request lost') }
        case 'rejected':
          return refused(400)
        case 'key-refused':
          return refused(401)
        case 'busy':
          return refused(429)
      }
    },
  }
}

export type Service = ReturnType<typeof createService>

/** The answer that a tab heard to a request, and whether it could still write that down. */
export type Told = { readonly answer: Answer; readonly isCrashed: () => boolean }

/** Can change the order of what happens between a tab and the things it shares with others. */
export type Order = <T>(act: () => Promise<T>, what: string) => Promise<T>

type DeviceOptions = {
  readonly service: Service
  readonly order?: Order
  /**
   * `true`: a key that the service refuses has ended, as in the app, and whoever waits for another
   * one goes on once somebody has signed in. Without it, nobody signs in.
   */
  readonly hasSession?: boolean
  /** `false` means no locks, as on a page over plain http. */
  readonly hasLocks?: boolean
  /**
   * Is called before the transaction that claims an entry is complete, with the content of the
   * ledger until then.
   */
  readonly onClaim?: (claimed: Entry, before: ReadonlyMap<string, Entry>) => void
  /** Is called before an entry is on the disk, with the content of the ledger until then. */
  readonly onSaved?: (entry: Entry, before: ReadonlyMap<string, Entry>) => void
  /** Is called when the request of an entry leaves that is on the disk. */
  readonly onRequest?: (claimed: Entry) => void
}

/** A pet that a sign-in was shown, and the time, on the clock that nobody can set. */
export type ShownPet = { readonly pet: Pet; readonly signInId: string; readonly at: number }

/** The longest time that a request takes, in milliseconds. */
const SLOWEST_REQUEST_MS = 59_000

export const BASE_URL = 'https://staging.petstore.test/v1'

/**
 * Ports that are not those of the device, what the tab remembered before it was loaded, and the
 * text of `localStorage` that it has in place of the device's.
 */
type TabOptions = Partial<OutboxPorts> & { readonly tabText?: TabText; readonly sharedText?: SharedText }

/** Parts of the session that a test can change. */
type SessionPart = {
  readonly kind: SessionState['kind']
}

/** Creates a text of `localStorage`, with nothing in it yet. */
export function createSharedText(): SharedText {
  let stored: string | null = null
  return {
    read: () => stored,
    write: (text) => {
      stored = text
    },
  }
}

/** Creates texts of `localStorage`, without any yet. */
export function createSharedTexts(): SharedTexts {
  const texts = new Map<string, string>()
  return {
    all: () => new Map(texts),
    set: (name, text) => texts.set(name, text) === texts,
    delete: (name) => void texts.delete(name),
  }
}

/**
 * Creates a browser with one outbox and any number of tabs. Its clocks stand still until they are
 * told to go on.
 */
export function createDevice({
  service,
  order = (act) => act(),
  hasLocks = true,
  onClaim,
  onSaved,
  onRequest,
  hasSession = false,
}: DeviceOptions) {
  globalThis.indexedDB = new IDBFactory()
  const sessionState = createStore<SessionPart>({ kind: 'signed-in' })
  const device = {
    /** The time on the wall clock, which anybody can set, in milliseconds since 1970. */
    now: Date.parse('2026-11-22T10:00:00Z'),
    /** The time on the clock that nobody can set, in milliseconds. */
    elapsed: 0,
    signInId: 'key 1',
    sessionState,
    session: {
      get: sessionState.get,
      signInId: (): string => device.signInId,
      waitForKey,
    } as unknown as OutboxPorts['session'],
    /** Says whether the disk can be read but not written. */
    isFull: false,
    /** All entries on the disk. */
    saved: new Map<string, Entry>(),
    /** The pets that the requests of an entry have created. */
    created: new Map<string, Int64[]>(),
    /** The times when they were created, on the clock that nobody can set. */
    createdAt: new Map<EntryId, number[]>(),
    /**
     * The time when the last request of an entry left that was processed, or may have been, on the
     * clock that nobody can set.
     */
    lastSentAt: new Map<string, number>(),
    /** The number of requests of each entry that were processed, or may have been. */
    sent: new Map<string, number>(),
    /** The answers that a tab heard to the requests of each entry. */
    told: new Map<string, Told[]>(),
    /**
     * The pets that GETs have shown in any tab, and the times, on the clock that nobody can set.
     */
    listedPets: [] as ShownPet[],
    /**
     * Entries that a tab has written just before it crashed, so that it did not tell the others.
     */
    neverTold: new Set<EntryId>(),
    /** Returns how many transactions and requests of pages that are awake are under way. */
    countUnderWay: (): number => everyTab.reduce((sum, tab) => sum + tab.countUnderWay(), 0),
  }
  /** Ends the key of this sign-in, unless somebody has signed in since. */
  function endKey(signInId: string): void {
    const isCurrent = device.signInId === signInId && sessionState.get().kind === 'signed-in'
    if (hasSession && isCurrent) sessionState.set({ kind: 'asking-for-key' })
  }

  /** Resolves once somebody signs in, while the dialog asks for an API key. */
  async function waitForKey(signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const settle = () => {
      const { kind } = sessionState.get()
      if (kind === 'asking-for-key') return
      if (kind === 'signed-in' && hasSession) resolve()
      else reject(new Error('nobody signs in'))
    }
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
    signal?.throwIfAborted()
    const unsubscribe = sessionState.subscribe(settle)
    settle()
    await promise.finally(unsubscribe)
  }

  const textOfDevice = createSharedText()
  const unseenTexts = createSharedTexts()
  const locks = new Map<string, unknown>()
  const listeners = new Map<unknown, (data: unknown) => void>()
  const sleeping = new Set<{ until: number; wake: () => void }>()
  const tabs = new Set<ReturnType<typeof createTab>>()
  /**
   * All tabs that were ever opened. What a crashed one has begun may still be carried out.
   */
  const everyTab: ReturnType<typeof createTab>[] = []

  function noteCreation(id: EntryId, petId: Int64): void {
    device.created.set(id, [...(device.created.get(id) ?? []), petId])
    device.createdAt.set(id, [...(device.createdAt.get(id) ?? []), device.elapsed])
  }

  function createTab({
    tabText = createSharedText(),
    sharedText = textOfDevice,
    ...options
  }: TabOptions = {}) {
    const tabId = {}
    let isCrashed = false
    const never = new Promise<never>(() => undefined)
    /** The result of an act in a crashed tab, which `alive` never passes on. */
    const ignored = undefined as never
    /** Resolves when the page wakes up; `undefined` while it is awake. */
    let awakening: PromiseWithResolvers<void> | undefined
    /** `true` while the page only waits for what it is committing before it sleeps. */
    let isFallingAsleep = false
    let signInIdAtSleep = device.signInId
    /** The number of transactions and requests of this tab that are under way. */
    let underWay = 0
    /** A token for each transaction that cannot be aborted any more. */
    const committing = new Set<object>()

    const tracked: Order = async (act, what) => {
      underWay += 1
      try {
        return await order(act, what)
      } finally {
        underWay -= 1
      }
    }

    /**
     * Stops everything in a tab until it wakes up if it sleeps, and for ever if it has crashed,
     * although what the tab has begun may still be carried out.
     */
    const alive = async <T>(result: Promise<T>): Promise<T> => {
      const value = await result
      await awakening?.promise
      return isCrashed ? never : value
    }

    const claims = new Set<string>()
    /** Entries that it has written, and that it has not told the other tabs yet. */
    const untold = new Set<EntryId>()

    function noteWritten(id: EntryId): void {
      if (isCrashed) device.neverTold.add(id)
      else {
        device.neverTold.delete(id)
        untold.add(id)
      }
    }

    function openLedger(ledgerOptions: LedgerOptions): LedgerOnDisk {
      const disk = createPatientLedger(ledgerOptions)
      return {
        ...disk,
        read: (act) =>
          isCrashed ? never : alive(tracked(async () => (isCrashed ? ignored : disk.read(act)), 'read')),
        write: async (act) => {
          if (isCrashed) return never
          const { result, isClaim } = await alive(
            tracked(async () => (isCrashed ? ignored : writeTo(disk, act)), 'write'),
          )
          // A tab may sleep before the request leaves.
          if (isClaim) await alive(tracked(async () => undefined, 'claimed'))
          return result
        },
      }
    }

    async function writeTo<T>(disk: Ledger, act: Parameters<typeof disk.write<T>>[0]) {
      if (device.isFull) throw new StorageError('full')
      const puts: Entry[] = []
      const deletes: EntryId[] = []
      const commit = {}
      const writing = disk.write(async (transaction) => {
        committing.delete(commit)
        puts.length = 0
        deletes.length = 0
        const result = await act({
          ...transaction,
          put: (entry) => {
            puts.push(entry)
            return transaction.put(entry)
          },
          delete: (id) => {
            deletes.push(id)
            return transaction.delete(id)
          },
        })
        committing.add(commit)
        return result
      })
      try {
        const result = await writing
        return { result, isClaim: noteCommit(puts, deletes) }
      } finally {
        committing.delete(commit)
        if (isFallingAsleep) goToSleep()
      }
    }

    /** Notes what is on the disk now. Returns whether a claim is among it. */
    function noteCommit(puts: readonly Entry[], deletes: readonly EntryId[]): boolean {
      let isClaim = false
      for (const entry of puts) {
        onSaved?.(entry, device.saved)
        if (noteClaim(entry)) isClaim = true
        device.saved.set(entryIdOf(entry), entry)
        noteWritten(entryIdOf(entry))
      }
      for (const id of deletes) {
        device.saved.delete(id)
        noteWritten(id)
      }
      return isClaim
    }

    /** Says whether this is a claim that nobody has seen yet. */
    function noteClaim(entry: Entry): boolean {
      if (entry.state.kind !== 'sending' || claims.has(entry.state.claim)) return false
      const before = device.saved.get(entryIdOf(entry))?.state
      if (before?.kind === 'sending' && before.claim === entry.state.claim) return false
      claims.add(entry.state.claim)
      onClaim?.(entry, device.saved)
      return true
    }

    /** Returns the claimed entry that this request is for. */
    function claimedEntry(newPet: NewPet): Entry {
      for (const entry of device.saved.values()) {
        if (entry.state.kind !== 'sending' || !claims.has(entry.state.claim)) continue
        // Objects are compared, because several entries may be alike.
        if (entry.newPet !== newPet) continue
        claims.delete(entry.state.claim)
        return entry
      }
      throw new Error(`${newPet.name} was sent without a claim on the disk`)
    }

    async function createPet(newPet: NewPet): Promise<CreatePetOutcome> {
      if (isCrashed) return never
      // A tab that goes on without a record has nothing of this entry on the disk.
      const isUnrecorded = outbox.storageState.get() === 'in-memory'
      const claimed = isUnrecorded ? undefined : claimedEntry(newPet)
      const id = claimed === undefined ? 'unrecorded 0' : entryIdOf(claimed)
      if (claimed !== undefined) onRequest?.(claimed)
      const { signInId } = device
      const { outcome, answer } = await tracked(async () => {
        const received = service.receive(newPet, signInId, (petId) => noteCreation(id, petId), device.elapsed)
        const answered = service.received.at(-1)?.answer
        if (answered !== 'busy' && answered !== 'key-refused') {
          device.sent.set(id, (device.sent.get(id) ?? 0) + 1)
          device.lastSentAt.set(id, device.elapsed)
        }
        return { outcome: received, answer: answered }
      }, 'request')
      await alive(tracked(async () => undefined, 'answer'))
      if (answer === 'key-refused') endKey(signInId)
      if (outcome.kind === 'added') answeredPets.push({ pet: outcome.pet, signInId, at: device.elapsed })
      if (answer !== undefined)
        device.told.set(id, [...(device.told.get(id) ?? []), { answer, isCrashed: () => isCrashed }])
      return outcome
    }

    /** The pets that answers to POSTs have shown to this tab. */
    const answeredPets: ShownPet[] = []
    /** The pets that GETs have shown to this tab. */
    const listedPets: ShownPet[] = []
    const memory = createSeenPets(sharedText)
    const seenPets = {
      ...memory,
      addListed(signInId: string, pets: readonly Pet[], idsBefore?: Iterable<Int64>): void {
        const shownPets = pets.map((pet) => ({ pet, signInId, at: device.elapsed }))
        listedPets.push(...shownPets)
        device.listedPets.push(...shownPets)
        memory.addListed(signInId, pets, idsBefore)
      },
    }

    const outbox = createOutbox({
      environment: { id: 'staging', name: 'Staging', baseUrl: BASE_URL },
      otherEnvironments: [],
      recordPlace: createRecordPlace(),
      openLedger,
      createPet,
      async listPets({ status, limit }) {
        if (isCrashed) return never
        if (sessionState.get().kind !== 'signed-in') throw new HttpError('GET /pets', 401, undefined)
        const { signInId } = device
        return alive(
          tracked(async () => {
            const pets = service.list(signInId, status).slice(0, limit)
            return { pets, unreadable: [], returned: pets.length }
          }, 'list'),
        )
      },
      seenPets,
      session: device.session,
      async acquireLock(name) {
        if (isCrashed) return never
        if (!hasLocks) return 'unsupported'
        if (locks.has(name)) return 'taken'
        locks.set(name, tabId)
        return async () => {
          if (locks.get(name) === tabId) locks.delete(name)
        }
      },
      heldLocks: async () => new Set(locks.keys()),
      clock: {
        now: () => device.now,
        elapsed: () => device.elapsed,
        sleep: async (milliseconds, signal) => {
          await new Promise<void>((resolve, reject) => {
            signal.throwIfAborted()
            const sleeper = { until: device.elapsed + milliseconds, wake: resolve }
            sleeping.add(sleeper)
            signal.addEventListener('abort', () => {
              sleeping.delete(sleeper)
              reject(signal.reason as Error)
            })
          })
          await alive(Promise.resolve())
        },
      },
      channel: {
        addEventListener: (_type: string, listener: unknown) => {
          listeners.set(tabId, (data) => {
            if (!isCrashed && !isAsleep()) (listener as (event: { data: unknown }) => void)({ data })
          })
        },
        postMessage: (data: unknown) => {
          untold.clear()
          for (const [tab, listener] of listeners) if (tab !== tabId) queueMicrotask(() => listener(data))
        },
      } as OutboxPorts['channel'],
      onRunEnded: () => undefined,
      ...options,
    })
    const activity = createStore<ImportActivity | undefined>(undefined)
    const byHand = createByHand(outbox, tabText, unseenTexts)
    let isAddPageInSight = true
    // "Add a pet" does the same in the app while its tab is visible.
    byHand.subscribe(() => {
      if (isAddPageInSight) byHand.noteShown(byHand.get().items)
    })
    let previousSignInId = device.signInId
    // use-outbox.ts does the same in the app.
    const followSession = () => {
      if (isAsleep()) return
      const isOtherKey = device.signInId !== previousSignInId
      previousSignInId = device.signInId
      if (!hasKeyEnded(sessionState.get()) && !isOtherKey) return
      outbox.lists.clear()
      outbox.keyEnded()
    }
    sessionState.subscribe(followSession)
    const imports = createImports(outbox, activity)

    function isAsleep(): boolean {
      return isFallingAsleep || awakening !== undefined
    }

    /**
     * Puts the page into the back/forward cache. If it is committing, it sleeps as soon as that is
     * on the disk, and hears of it when it wakes up.
     */
    function goToSleep(): void {
      isFallingAsleep = committing.size > 0
      if (isFallingAsleep || awakening !== undefined) return
      signInIdAtSleep = device.signInId
      outbox.suspend()
      awakening = Promise.withResolvers()
    }

    /** Takes the page out of the back/forward cache. */
    function wakeUp(): void {
      isFallingAsleep = false
      if (awakening === undefined) return
      const { resolve: resumeWhatWaits } = awakening
      awakening = undefined
      followSession()
      if (device.signInId !== signInIdAtSleep) byHand.beginVisit()
      resumeWhatWaits()
      outbox.resume()
      void byHand.readAgain()
    }

    return {
      outbox,
      byHand,
      imports,
      activity: activity.get,
      answeredPets,
      listedPets,
      isCrashed: () => isCrashed,
      isAsleep,
      goToSleep,
      wakeUp,
      /** Returns how many of its transactions and requests go on, which is none while it sleeps. */
      countUnderWay: () => (awakening === undefined ? underWay : 0),
      holdsAnyLock: () => [...locks.values()].includes(tabId),
      /** Says whether the tab shows "Add a pet", and is visible. */
      isAddPageInSight: () => isAddPageInSight,
      showAddPage(): void {
        isAddPageInSight = true
        byHand.noteShown(byHand.get().items)
      },
      showOtherPage(): void {
        isAddPageInSight = false
      },
      /** Shows these pets on a list page of this tab. */
      showList(pets: readonly Pet[]): void {
        seenPets.addListed(device.signInId, pets)
      },
      /** Shows all pets of the service on a list page of this tab. */
      showAllPets(): void {
        const idsBefore = seenPets.ids(device.signInId)
        seenPets.addListed(device.signInId, service.list(device.signInId, undefined), idsBefore)
      },
      crash(): void {
        isCrashed = true
        for (const id of untold) device.neverTold.add(id)
        for (const [name, tab] of locks) if (tab === tabId) locks.delete(name)
        listeners.delete(tabId)
      },
      signOut(): void {
        outbox.lists.clear()
        outbox.signedOut()
        imports.signedOut()
        byHand.signedOut()
      },
    }
  }

  return Object.assign(device, {
    tabs,
    openTab(options?: TabOptions) {
      const tab = createTab(options)
      tabs.add(tab)
      everyTab.push(tab)
      return tab
    },
    crash(tab: ReturnType<typeof createTab>): void {
      tabs.delete(tab)
      tab.crash()
    },
    /** Lets time pass on both clocks, also for requests that are under way. */
    passTime(milliseconds: number): void {
      device.now += milliseconds
      device.elapsed += milliseconds
      // A request arrives within a minute, or never.
      service.deliver(device.elapsed - SLOWEST_REQUEST_MS)
      for (const sleeper of [...sleeping].filter(({ until }) => until <= device.elapsed)) {
        sleeping.delete(sleeper)
        sleeper.wake()
      }
    },
    /**
     * Deletes the site's data, as somebody may do. Every connection is closed, and all that was
     * written is gone.
     */
    async deleteDatabase(): Promise<void> {
      await new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase('petstore-admin.outbox')
        request.addEventListener('success', resolve)
        request.addEventListener('error', reject)
      })
      device.saved.clear()
    },
  })
}

export type Device = ReturnType<typeof createDevice>

export type Tab = ReturnType<Device['openTab']>

/**
 * Creates a ledger that waits for the disk as long as a timer can, because under load a test must
 * not find that the disk is too slow.
 */
export function createPatientLedger(options: LedgerOptions): LedgerOnDisk {
  return createIndexedDbLedger({ ...options, deadlineMs: 2 ** 31 - 1 })
}

/** Creates a ledger on fake-indexeddb, with nothing in it. */
export function createEmptyLedger(options?: LedgerOptions): LedgerOnDisk {
  globalThis.indexedDB = new IDBFactory()
  return createIndexedDbLedger(options)
}
