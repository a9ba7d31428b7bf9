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
   * taken its place. `lostHistory` has the sign-ins of which the one before knew more. `baseUrls`
   * has those of each environment, by its ID.
   */
  about: {
    key: 'sequence' | 'ledgerId' | 'lostHistory' | 'baseUrls'
    value: number | string | readonly string[] | BaseUrls
  }
}

export type BaseUrls = Readonly<Record<string, readonly string[]>>

/**
 * For indexes that hold few entries among many. `overSince` is when a settled entry was entered;
 * the name is stored.
 */
type Markers = { open: 1 | undefined; overSince: number | undefined }

export type Database = IDBPDatabase<Schema>
export type Upgrade = IDBPTransaction<Schema, typeof STORES, 'versionchange'>
/** Returns the base URLs with that of this entry, or the same object where it is known. */
export function withBaseUrl(
  baseUrls: BaseUrls,
  { environmentId, baseUrl }: Pick<Entry, 'environmentId' | 'baseUrl'>,
): BaseUrls {
  const known = baseUrls[environmentId] ?? []
  return known.includes(baseUrl) ? baseUrls : { ...baseUrls, [environmentId]: [...known, baseUrl] }
}

export function withMarkers(entry: Entry): Entry & Markers {
  const overSince = isDeletable(entry) ? entry.enteredAt : undefined
  return { ...entry, open: isOpenByHand(entry) ? 1 : undefined, overSince }
}
