/**
 * localStorage and sessionStorage as they really are: reading the very property may throw (site data blocked),
 * and so may writing (full). Nothing here throws; a write says whether it was kept.
 */
export type StorageKind = 'local' | 'session'

export function readStored(kind: StorageKind, name: string): string | null {
  try {
    return storageOf(kind).getItem(name)
  } catch {
    return null
  }
}

/** `null` removes the entry. @returns whether the storage now holds what was asked. */
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
