import type { Int64 } from '#src/lib/int64.ts'
import type { Entry, EntryId, EntryState, Import } from '#src/outbox/entry.ts'

/** The keys by which entries are found. Where one names no environment, those of all are meant. */
export type EntryQuery =
  | readonly ['batch']
  /** The entries come in the order of their positions. */
  | readonly ['batch', batch: string]
  | readonly ['state', batch: string, kind: EntryState['kind']]
  /** `importId` is empty for those by hand; without it, or without a kind, all are meant. */
  | readonly [
      'lookalike',
      baseUrl: string,
      lookalikeKey: string,
      kind?: EntryState['kind'],
      importId?: string,
    ]
  /** Those that were added as the pet with this ID. */
  | readonly ['id', baseUrl: string, id: Int64]
  /** Those that were added as a pet which the service has shown to this sign-in. */
  | readonly ['confirmed', baseUrl: string, signInId: string]
  | readonly ['heldBy', id: EntryId]
  /** Those that were entered from this form. */
  | readonly ['form', formId: string]
  /** Those by hand that are not settled. */
  | readonly ['open']
  /**
   * Settled entries that were entered at this time or before; the name of the index says less, and
   * is stored.
   */
  | readonly ['overSince', time: number]

/** One transaction. Nothing but its own methods may be awaited in it. */
export type LedgerTransaction = {
  readonly get: (id: EntryId) => Promise<Entry | undefined>
  readonly put: (entry: Entry) => Promise<unknown>
  readonly delete: (id: EntryId) => Promise<unknown>
  /** `limit` is the largest number of entries that are returned. */
  readonly findAll: (where: EntryQuery, limit?: number) => Promise<readonly Entry[]>
  /** Returns the first of them that this tab may send. */
  readonly first: (where: EntryQuery) => Promise<Entry | undefined>
  /**
   * Returns whether this tab may send the entry: without a record it may not send what is on the
   * disk.
   */
  readonly maySend: (id: EntryId) => Promise<boolean>
  readonly count: (where: EntryQuery) => Promise<number>
  /**
   * Returns, for each import, its newest look-alike of this kind with a sequence number below
   * `below` that is not passed over. It takes one step or two for each import, however many of its
   * rows are alike, and one more for each row that is passed over.
   */
  readonly newestOfEachImport: (
    of: Pick<Entry, 'baseUrl' | 'lookalikeKey'>,
    kind: EntryState['kind'],
    below: number,
    isPassedOver: (entry: Entry) => boolean,
  ) => Promise<readonly Entry[]>
  /** Takes so many sequence numbers, which follow each other. Returns the first. */
  readonly takeSequence: (count: number) => Promise<number>
  /** Returns the sequence number that was taken last. */
  readonly lastSequence: () => Promise<number>
  readonly getImport: (id: string) => Promise<Import | undefined>
  readonly imports: () => Promise<readonly Import[]>
  readonly putImport: (record: Import) => Promise<unknown>
  readonly deleteImport: (id: string) => Promise<unknown>
  /** Tells a database from one that has taken its place. */
  readonly ledgerId: () => Promise<string>
  /**
   * Returns the base URLs of the entries that were ever put for the environment with this ID: its
   * address may have changed.
   */
  readonly baseUrlsOf: (environmentId: string) => Promise<readonly string[]>
  /**
   * Returns whether the service has ever kept a pet under another name or category than it was
   * sent.
   */
  readonly changesPets: (baseUrl: string) => Promise<boolean>
  /**
   * Notes that pets which were confirmed to this sign-in may be missing, for as long as it lasts.
   */
  readonly noteLostHistory: (signInId: string) => Promise<unknown>
  readonly hasLostHistory: (signInId: string) => Promise<boolean>
}

/** The calls of the ledger on the disk to the tab that uses it. */
export type LedgerOptions = {
  /**
   * Called in the first transaction of a database that took the place of the one that this tab had
   * used.
   */
  readonly restore?: (transaction: LedgerTransaction) => Promise<unknown>
  /**
   * Called when the browser, or somebody else, has closed the connection, so that the database may
   * have changed without the tab hearing of it. The next transaction opens another connection.
   */
  readonly onConnectionLost?: () => void
  /** Called when a transaction that was said to have failed has been written all the same. */
  readonly onWrittenAfterAll?: () => void
}

/**
 * The place where entries are kept. `read` and `write` call `act` again if the page has slept
 * meanwhile.
 */
export type Ledger = {
  /** @throws {StorageError} */
  readonly read: <T>(act: (transaction: LedgerTransaction) => Promise<T>) => Promise<T>
  /**
   * Writes all or nothing. Resolves once it survives a crash of the browser.
   *
   * @throws {StorageError} when nothing was written, unless it says `mayHaveWritten`
   */
  readonly write: <T>(act: (transaction: LedgerTransaction) => Promise<T>) => Promise<T>
  /** Lets go of a connection that may no longer work. The next transaction opens another one. */
  readonly reconnect: () => void
}

/** The ledger on the disk, which all pages of the app share. */
export type LedgerOnDisk = Ledger & {
  /**
   * Aborts the open transactions, because those of other pages would wait for them while this page
   * sleeps. Until `resume`, no transaction begins, and no call of `read` or `write` ends.
   */
  readonly suspend: () => void
  /** Lets transactions begin, and begins those anew that `suspend` has aborted. */
  readonly resume: () => void
}

/**
 * The browser did not read or write: site data is blocked, the disk is full, or it did not answer
 * in 5 s.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  /** The database was taken over by a newer version of the app. */
  readonly isNewer: boolean
  /** `true` if the disk hung while the transaction committed, so that it may still be written. */
  readonly mayHaveWritten: boolean

  constructor(cause: unknown, { mayHaveWritten = false } = {}) {
    super('the outbox could not be read or written', { cause })
    this.isNewer = cause instanceof DOMException && cause.name === 'VersionError'
    this.mayHaveWritten = mayHaveWritten
  }
}

/** Returns whether this error says that a newer version of the app has taken over the database. */
export function isNewerVersionError(error: unknown): boolean {
  return error instanceof StorageError && error.isNewer
}
