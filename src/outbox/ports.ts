import type { Environment } from '#src/config/config.ts'
import type { Petstore } from '#src/pets/petstore.ts'
import type { ListPets } from '#src/pets/stock/stock.ts'
import type { Session } from '#src/session/session.ts'
import type { LedgerOnDisk, LedgerOptions } from './ledger/ledger.ts'
import type { SeenPets } from './seen-pets.ts'
import type { RecordPlace } from './storage.ts'

export type Clock = {
  /**
   * Milliseconds since 1970. It never decides the order of entries or what the lists prove. It is
   * read only to notice that a tab slept, to delete old entries and to sort saved imports.
   */
  readonly now: () => number
  /**
   * Milliseconds on a clock that nobody can set. It decides what the lists prove, and when a
   * request has ended.
   */
  readonly elapsed: () => number
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Lets go of a lock. Resolves when it is free. */
export type ReleaseLock = () => Promise<void>

/**
 * `taken`: another tab has the lock. `unsupported`: there are no Web Locks on a page over plain
 * http.
 */
export type LockResult = ReleaseLock | 'taken' | 'unsupported'

/** Everything that the outbox needs from outside. */
export type OutboxPorts = {
  /** `baseUrl` is absolute. */
  readonly environment: Pick<Environment, 'id' | 'baseUrl' | 'name'>
  /** The others in the configuration. Two may have the same base URL, with different API keys. */
  readonly otherEnvironments: readonly Pick<Environment, 'id' | 'baseUrl'>[]
  /** The place of the record of this tab, which all environments share. */
  readonly recordPlace: RecordPlace
  readonly openLedger: (options: LedgerOptions) => LedgerOnDisk
  readonly createPet: Petstore['createPet']
  /** Reads a list from the service, never from a cache. */
  readonly listPets: ListPets
  /** Pets that the service has shown to this tab. The outbox adds what it is shown itself. */
  readonly seenPets: SeenPets
  readonly session: Pick<Session, 'get' | 'signInId' | 'waitForKey'>
  readonly clock: Clock
  readonly acquireLock: (batch: string) => Promise<LockResult>
  /** Returns the batches whose lock any tab holds. */
  readonly heldLocks: () => Promise<ReadonlySet<string>>
  /** To the other tabs: what was written here, so that they read it again. */
  readonly channel: Pick<BroadcastChannel, 'addEventListener' | 'postMessage'>
  /** Called when a run has ended: lists that were loaded before are out of date. */
  readonly onRunEnded: () => void
}
