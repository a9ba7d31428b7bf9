import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb'
import type { Entry, Import } from '#src/outbox/entry.ts'
import { isOpenByHand, isDeletable } from '#src/outbox/entry-rules.ts'
import type { EntryQuery } from './ledger.ts'

export const STORES = ['imports', 'entries', 'about'] as const

export type Schema = DBSchema & {
  imports: { key: string; value: Import }
  entries: {
    key: IDBValidKey
    value: Entry & Markers
    indexes: Record<Exclude<EntryQuery[0], 'batch'>, IDBValidKey>
  }
  /**
   * `sequence` is the last number that was taken. `ledgerId` tells a database from one that has
   * taken its place. `lostHistory` has the sign-ins of which the one before knew more. `services`
   * is what entries have said about the services that they were for.
   */
  about: {
    key: 'sequence' | 'ledgerId' | 'lostHistory' | 'services'
    value: number | string | readonly string[] | ServiceFacts
  }
}

/** The facts about services that outlast the entries which have said them. */
export type ServiceFacts = {
  /** The base URLs of each environment, by its ID. */
  readonly baseUrls: Readonly<Record<string, readonly string[]>>
  /**
   * The base URLs of those that have kept a pet under another name or category than it was sent.
   */
  readonly changing: readonly string[]
}

export const NO_SERVICE_FACTS: ServiceFacts = { baseUrls: {}, changing: [] }

/**
 * For indexes that hold few entries among many. `overSince` is when a settled entry was entered;
 * the name is stored.
 */
type Markers = { open: 1 | undefined; overSince: number | undefined }

export type Database = IDBPDatabase<Schema>
export type Upgrade = IDBPTransaction<Schema, typeof STORES, 'versionchange'>

/**
 * Returns the facts together with those that this entry tells of its service: that its environment
 * had this address, and that it has changed a pet. Returns the same object where both are known.
 */
export function withFactsOf(services: ServiceFacts, { environmentId, baseUrl, state }: Entry): ServiceFacts {
  const known = services.baseUrls[environmentId] ?? []
  const isChanging = state.kind === 'added' && state.isChanged === true
  const isNewUrl = !known.includes(baseUrl)
  const isNewlyChanging = isChanging && !services.changing.includes(baseUrl)
  if (!isNewUrl && !isNewlyChanging) return services
  return {
    baseUrls: isNewUrl ? { ...services.baseUrls, [environmentId]: [...known, baseUrl] } : services.baseUrls,
    changing: isNewlyChanging ? [...services.changing, baseUrl] : services.changing,
  }
}

export function withMarkers(entry: Entry): Entry & Markers {
  const overSince = isDeletable(entry) ? entry.enteredAt : undefined
  return { ...entry, open: isOpenByHand(entry) ? 1 : undefined, overSince }
}
