/**
 * `localStorage` and `sessionStorage` without exceptions: the property itself throws where site data is blocked, and
 * writing throws where the storage is full.
 */
export type StorageKind = 'local' | 'session'

export type WebStorage = { readonly read: typeof readStored; readonly write: typeof writeStored }

/** `null` also where storage is blocked. */
export function readStored(kind: StorageKind, name: string): string | null {
  try {
    return storageOf(kind).getItem(name)
  } catch {
    return null
  }
}

/** `null` removes the entry. @returns whether it was stored. */
export function writeStored(kind: StorageKind, name: string, value: string | null): boolean {
  try {
    if (value === null) storageOf(kind).removeItem(name)
    else storageOf(kind).setItem(name, value)
    return true
  } catch {
    return false
  }
}

function storageOf(kind: StorageKind): Storage {
  return kind === 'local' ? window.localStorage : window.sessionStorage
}
