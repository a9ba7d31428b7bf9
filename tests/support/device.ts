import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import type { CurrentEnvironment } from '#src/config/environment-context.ts'
import { HttpError, InvalidResponseError } from '#src/http/errors.ts'
import { type Entry, type Key, keyOf } from '#src/outbox/entry.ts'
import { createFiles } from '#src/outbox/files.ts'
import { importActivityOf } from '#src/outbox/import-activity.ts'
import { createJustAdded } from '#src/outbox/just-added.ts'
import { createOutbox, type OutboxOptions } from '#src/outbox/outbox.ts'
import { createLedger, type Ledger, StorageError } from '#src/outbox/outbox-database.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import { int64 } from './int64.ts'

/** What the service does with a POST, and what the app hears of it. */
export type Answer =
  | 'added'
  /** Processed, but the body of the answer is not a pet. */
  | 'not-a-pet'
  /** Processed, but the answer never comes. */
  | 'answer-lost'
  /** Never processed. */
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

/** A petstore that loses, delays and refuses. */
export function createService() {
  const pets: Pet[] = []
  const late: (() => void)[] = []
  const received: Received[] = []
  const answers: Answer[] = []
  const create = (newPet: NewPet, keyId: string): Pet => {
    const pet = { ...newPet, id: int64(String(1000 + pets.length)) }
    pets.push(pet)
    seenBy.set(pet.id, keyId)
    return pet
  }
  const seenBy = new Map<Int64, string>()
  return {
    pets,
    received,
    /** Of the next requests; then all are added. */
    answers,
    create,
    /** What was under way arrives: a request takes less than a minute. */
    deliver(): void {
      for (const arrive of late.splice(0)) arrive()
    },
    list: (keyId: string, status: Pet['status']) =>
      pets.filter((pet) => seenBy.get(pet.id) === keyId && (status === undefined || pet.status === status)),
    receive(newPet: NewPet, keyId: string, onCreated: (id: Int64) => void): CreatePetOutcome {
      const answer = answers.shift() ?? 'added'
      received.push({ newPet, answer })
      const add = () => {
        const pet = create(newPet, keyId)
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
          late.push(add)
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

/** What a tab heard of a request, and whether it could still write that down. */
export type Told = { readonly answer: Answer; readonly isCrashed: () => boolean }

/** What happens between a tab and what it shares with others may be put into another order. */
export type Order = <T>(act: () => Promise<T>, what: string) => Promise<T>

type DeviceOptions = {
  readonly service: Service
  readonly ledger: Ledger
  readonly order?: Order
  /** `false`: as on a page over plain http. */
  readonly hasLocks?: boolean
  /** Before the transaction that claims an entry is complete: what the ledger had until then. */
  readonly onClaim?: (claimed: Entry, before: ReadonlyMap<string, Entry>) => void
  /** When the request of an entry leaves. */
  readonly onRequest?: (key: Key) => void
}

const BASE_URL = 'https://staging.petstore.test/v1'

/** A browser with one outbox and any number of tabs. Its clock stands still until it is told to go on. */
export function createDevice({
  service,
  ledger: sharedLedger,
  order = (act) => act(),
  hasLocks = true,
  onClaim,
  onRequest,
}: DeviceOptions) {
  const device = {
    now: Date.parse('2026-11-22T10:00:00Z'),
    keyId: 'key 1',
    session: {
      get: () => ({ kind: 'signed-in' }),
      keyId: (): string => device.keyId,
      waitForKey: () => Promise.reject(new Error('nobody signs in')),
    } as OutboxOptions['session'],
    isFull: false,
    /** All that is on the disk. */
    saved: new Map<string, Entry>(),
    /** Which pets the requests of an entry have created. */
    created: new Map<string, Int64[]>(),
    /** Requests that were processed, or may have been, of each entry. */
    sent: new Map<string, number>(),
    /** What a tab was told of the requests of each entry. */
    told: new Map<string, Told[]>(),
    /** Transactions and requests that are under way. */
    busy: 0,
  }
  const locks = new Map<string, unknown>()
  const listeners = new Map<unknown, () => void>()
  const sleeping = new Set<{ until: number; wake: () => void }>()
  const tabs = new Set<ReturnType<typeof openTab>>()

  const tracked: Order = async (act, what) => {
    device.busy += 1
    try {
      return await order(act, what)
    } finally {
      device.busy -= 1
    }
  }

  function openTab(options: Partial<OutboxOptions> = {}) {
    const own = {}
    let isCrashed = false
    const never = new Promise<never>(() => undefined)
    /** For what `alive` never passes on. */
    const ignored = undefined as never
    /** Nothing happens any more in a tab that has crashed; what it has begun may still be carried out. */
    const alive = async <T>(result: Promise<T>): Promise<T> => {
      const value = await result
      return isCrashed ? never : value
    }

    const claims = new Set<string>()
    const ledger: Ledger = {
      read: (act) =>
        isCrashed
          ? never
          : alive(tracked(async () => (isCrashed ? ignored : sharedLedger.read(act)), 'read')),
      write: async (act) => {
        let isClaim = false
        const written = await (isCrashed
          ? never
          : alive(
              tracked(async () => {
                if (isCrashed) return ignored
                if (device.isFull) throw new StorageError('full')
                const puts: Entry[] = []
                const deletes: Key[] = []
                const result = await sharedLedger.write((transaction) =>
                  act({
                    ...transaction,
                    put: (entry) => {
                      puts.push(entry)
                      return transaction.put(entry)
                    },
                    delete: (key) => {
                      deletes.push(key)
                      return transaction.delete(key)
                    },
                  }),
                )
                for (const entry of puts) {
                  const name = keyOf(entry)
                  if (entry.state.kind === 'sending' && !claims.has(entry.state.claim)) {
                    const before = device.saved.get(name)?.state
                    if (before?.kind !== 'sending' || before.claim !== entry.state.claim) {
                      claims.add(entry.state.claim)
                      isClaim = true
                      onClaim?.(entry, device.saved)
                    }
                  }
                  device.saved.set(name, entry)
                }
                for (const key of deletes) device.saved.delete(key)
                return result
              }, 'write'),
            ))
        // A tab may sleep before the request leaves.
        if (isClaim) await alive(tracked(async () => undefined, 'claimed'))
        return written
      },
    }

    /** The claimed entry that this request is for. */
    function claimedEntry(newPet: NewPet): Entry {
      for (const entry of device.saved.values()) {
        if (entry.state.kind !== 'sending' || !claims.has(entry.state.claim)) continue
        // The same object: several entries may be alike.
        if (entry.newPet !== newPet) continue
        claims.delete(entry.state.claim)
        return entry
      }
      throw new Error(`${newPet.name} was sent without a claim on the disk`)
    }

    async function createPet(newPet: NewPet): Promise<CreatePetOutcome> {
      if (isCrashed) return never
      const entry = claimedEntry(newPet)
      const name = keyOf(entry)
      onRequest?.(name)
      const { keyId } = device
      const outcome = await tracked(async () => {
        const received = service.receive(newPet, keyId, (id) =>
          device.created.set(name, [...(device.created.get(name) ?? []), id]),
        )
        const { answer } = service.received.at(-1) ?? {}
        if (answer !== 'busy' && answer !== 'key-refused')
          device.sent.set(name, (device.sent.get(name) ?? 0) + 1)
        return { received, answer }
      }, 'request')
      await alive(tracked(async () => undefined, 'answer'))
      if (outcome.answer !== undefined)
        device.told.set(name, [
          ...(device.told.get(name) ?? []),
          { answer: outcome.answer, isCrashed: () => isCrashed },
        ])
      return outcome.received
    }

    const outbox = createOutbox({
      environment: { id: 'staging', name: 'Staging', baseUrl: BASE_URL },
      ledger,
      createPet,
      listPets: async ({ status, limit }) => {
        if (isCrashed) return never
        const { keyId } = device
        return alive(
          tracked(async () => {
            const pets = service.list(keyId, status).slice(0, limit)
            return { pets, unreadable: [], returned: pets.length }
          }, 'list'),
        )
      },
      knownPets: () => [],
      session: device.session,
      acquireLock: async (name) => {
        if (isCrashed) return never
        if (!hasLocks) return 'unsupported'
        if (locks.has(name)) return 'taken'
        locks.set(name, own)
        return async () => {
          if (locks.get(name) === own) locks.delete(name)
        }
      },
      heldLocks: async () => new Set(locks.keys()),
      clock: {
        now: () => device.now,
        elapsed: () => device.now,
        sleep: (milliseconds, signal) =>
          new Promise<void>((resolve, reject) => {
            signal.throwIfAborted()
            const sleeper = { until: device.now + milliseconds, wake: resolve }
            sleeping.add(sleeper)
            signal.addEventListener('abort', () => {
              sleeping.delete(sleeper)
              reject(signal.reason as Error)
            })
          }).then(() => (isCrashed ? never : undefined)),
      },
      channel: {
        addEventListener: (_type: string, listener: unknown) => {
          listeners.set(own, () => {
            if (!isCrashed) (listener as () => void)()
          })
        },
        postMessage: () => {
          for (const [tab, listener] of listeners) if (tab !== own) queueMicrotask(listener)
        },
      } as OutboxOptions['channel'],
      onSent: () => undefined,
      ...options,
    })
    const justAdded = createJustAdded(outbox)
    const activity = importActivityOf({} as CurrentEnvironment)
    return {
      outbox,
      justAdded,
      files: createFiles(outbox, activity),
      activity: activity.get,
      isCrashed: () => isCrashed,
      crash(): void {
        isCrashed = true
        for (const [name, tab] of locks) if (tab === own) locks.delete(name)
        listeners.delete(own)
      },
      signOut(): void {
        outbox.checks.clear()
        outbox.pause('key')
        justAdded.signedOut()
      },
    }
  }

  return Object.assign(device, {
    tabs,
    openTab(options?: Partial<OutboxOptions>) {
      const tab = openTab(options)
      tabs.add(tab)
      return tab
    },
    crash(tab: ReturnType<typeof openTab>): void {
      tabs.delete(tab)
      tab.crash()
    },
    /** Also of what is under way. */
    passTime(milliseconds: number): void {
      device.now += milliseconds
      if (milliseconds >= 60_000) service.deliver()
      for (const sleeper of [...sleeping].filter(({ until }) => until <= device.now)) {
        sleeping.delete(sleeper)
        sleeper.wake()
      }
    },
  })
}

export type Device = ReturnType<typeof createDevice>

export type Tab = ReturnType<Device['openTab']>

/** A ledger on fake-indexeddb, with nothing in it. */
export function createEmptyLedger(): Ledger {
  globalThis.indexedDB = new IDBFactory()
  return createLedger()
}
