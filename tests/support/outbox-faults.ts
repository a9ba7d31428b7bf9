import { HttpError } from '#src/http/errors.ts'
import type { PetStatus, Pet } from '#src/pets/pet.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import { type LedgerTransaction, StorageError } from '#src/outbox/ledger/ledger.ts'
import type { OutboxPorts } from '#src/outbox/ports.ts'
import {
  type Answer,
  createPatientLedger,
  type Device,
  type Order,
  type Service,
  type Tab,
} from './device.ts'
import { STOCK_FILTERS } from '#src/pets/stock/stock.ts'
import { int64 } from './int64.ts'
import { openPage } from './outbox-scenario.ts'

// These are services, lists and databases that do not behave, for tests that are written in the
// verbs of outbox-scenario.ts.

/** Returns the failure of a POST with this status. `retryAfter` is in seconds. */
export const httpError = (status: number, retryAfter?: number) =>
  new HttpError('POST /pets', status, { code: 'no', message: 'Not so.' }, retryAfter)

/** Returns an answer with this pet, which need not be the one that was sent. */
export const answerWith = (name: string, id: number, category = 1): CreatePetOutcome => ({
  kind: 'added',
  pet: { id: int64(String(id)), name, categoryId: int64(String(category)), status: undefined },
})

/**
 * Opens a tab whose requests end like this, in turn, after which the service answers as usual. It
 * notes when each request left.
 */
export function openTabAnsweredBy(device: Device, service: Service, ...results: readonly CreatePetOutcome[]) {
  const startedAt: number[] = []
  const tab = device.openTab({
    createPet: async (newPet) => {
      startedAt.push(device.now)
      const result = results[startedAt.length - 1]
      return result ?? service.receive(newPet, device.signInId, () => undefined)
    },
  })
  return { tab, startedAt }
}

/** Opens a tab whose lists show other pets than the service has. */
export function openTabWithLists(
  device: Device,
  service: Service,
  change: (pets: readonly Pet[], status: PetStatus | undefined) => readonly Pet[],
): Tab {
  return device.openTab({
    listPets: async ({ status, limit }) => {
      const pets = change(service.list(device.signInId, status).slice(0, limit), status)
      return { pets, unreadable: [], returned: pets.length }
    },
  })
}

/** Returns the lists of a service that has no pets, whatever was added. */
export const listNothing: OutboxPorts['listPets'] = async () => ({ pets: [], unreadable: [], returned: 0 })

/** Holds back each reading of the lists of the stock until it is let through. */
export function createSlowLists() {
  const waiting: (() => void)[] = []
  let passes = 0
  const order: Order = async (act, what) => {
    if (what === 'list' && passes > 0) passes -= 1
    else if (what === 'list') await new Promise<void>((resolve) => waiting.push(resolve))
    return act()
  }
  return {
    order,
    /** Returns the number of requests of lists that are held back. */
    heldBack: () => waiting.length,
    letOneReadingThrough(): void {
      passes += STOCK_FILTERS.length
      const goOn = waiting.shift()
      if (goOn === undefined) return
      passes -= 1
      goOn()
    },
  }
}

/**
 * Lets a newer version of the app, in another tab, take the database over.
 *
 * @returns a function that closes that tab
 */
export async function openNewerDatabase(): Promise<() => void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('petstore-admin.outbox', 99)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('blocked', () => reject(new Error('a connection stays open')))
  })
  return () => database.close()
}

/**
 * Opens a tab that counts what its ledger is asked for, which is one for each step, and one for
 * each entry that is read.
 */
export function openCountingTab(device: Device, service: Service) {
  let count = 0
  const counted =
    <A extends unknown[], T>(act: (...args: A) => Promise<T>) =>
    async (...args: A) => {
      const result = await act(...args)
      count += Array.isArray(result) ? 1 + result.length : 1
      return result
    }
  const counting = (transaction: LedgerTransaction): LedgerTransaction => {
    return {
      ...transaction,
      get: counted(transaction.get),
      put: counted(transaction.put),
      findAll: counted(transaction.findAll),
      first: counted(transaction.first),
      count: counted(transaction.count),
      newestOfEachImport: counted(transaction.newestOfEachImport),
    }
  }
  const tab = device.openTab({
    openLedger(options) {
      const disk = createPatientLedger(options)
      const { read, write } = disk
      return {
        ...disk,
        read: (act) => read((transaction) => act(counting(transaction))),
        write: (act) => write((transaction) => act(counting(transaction))),
      }
    },
    createPet: async (newPet) => service.receive(newPet, device.signInId, () => undefined),
  })
  return {
    tab,
    /** Returns the number of steps and entries that `act` costs. */
    costOf: async (act: () => Promise<unknown>): Promise<number> => {
      const before = count
      await act()
      return count - before
    },
  }
}

/**
 * Opens a tab and its page for pets by hand. Its disk can neither be read nor written while it is
 * broken, and cannot be written while it is full. A broken disk says so at once, or for reading
 * once it no longer hangs. One that loses its connection does the next write, says that this may
 * have failed, and is broken from then on.
 */
export async function openPageOnFragileDisk(device: Device, service: Service, hanging = Promise.resolve()) {
  const disk = { isBroken: false, isFull: false, losesConnection: false }
  const tab = await openPage(device, {
    openLedger(options) {
      const soundDisk = createPatientLedger(options)
      const { read, write } = soundDisk
      return {
        ...soundDisk,
        read: async (act) => {
          if (!disk.isBroken) return read(act)
          await hanging
          throw new StorageError('broken')
        },
        write: async (act) => {
          if (disk.isBroken || disk.isFull) throw new StorageError('broken')
          const result = await write(act)
          disk.isBroken = disk.losesConnection
          if (disk.isBroken) throw new StorageError('the connection was lost', { mayHaveWritten: true })
          return result
        },
      }
    },
    createPet: async (newPet) => service.receive(newPet, device.signInId, () => undefined),
  })
  return { disk, tab }
}

/**
 * Opens a tab whose disk, and whose service, answer only after the promises they wait for. Reading,
 * writing and the service are held back separately. The disk cannot be written while it is full,
 * nor read while it is unreadable.
 */
export function openUnsteadyTab(device: Device, service: Service) {
  const waitsFor: { reading?: Promise<void>; writing?: Promise<void>; answer?: Promise<void> } = {}
  const world = {
    waitsFor,
    isFull: false,
    isUnreadable: false,
    /** How often anything was read, or was to be read. */
    reads: 0,
    onRead: (_result: unknown): void => undefined,
  }
  const tab = device.openTab({
    openLedger(options) {
      const disk = createPatientLedger(options)
      const { read, write } = disk
      return {
        ...disk,
        read: async (act) => {
          world.reads += 1
          await waitsFor.reading
          if (world.isUnreadable) throw new StorageError('unreadable')
          const result = await read(act)
          world.onRead(result)
          return result
        },
        write: async (act) => {
          if (world.isFull) throw new StorageError('full')
          await waitsFor.writing
          return write(act)
        },
      }
    },
    createPet: async (newPet) => {
      const outcome = service.receive(newPet, device.signInId, () => undefined)
      await waitsFor.answer
      return outcome
    },
  })
  return { world, tab }
}

/**
 * Lets the browser send the next POST twice by itself. The service adds the pet for the first copy,
 * and gives this answer to the second one, which is the one that the tab gets.
 */
export function sendNextTwice(service: Service, answerToSecond: Answer): void {
  const receive = service.receive.bind(service)
  service.answers.unshift(answerToSecond)
  service.receive = (newPet, signInId, onCreated, sentAt) => {
    service.receive = receive
    onCreated(service.create(newPet, signInId).id)
    return receive(newPet, signInId, onCreated, sentAt)
  }
}
