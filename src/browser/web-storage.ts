/**
 * This module uses `localStorage` and `sessionStorage` without exceptions. The property itself
 * throws when site data is blocked, and writing throws when the storage is full.
 */
export type StorageKind = 'local' | 'session'

/** Returns the stored value, or `null` when there is none or storage is blocked. */
export function readStored(kind: StorageKind, name: string): string | null {
  try {
    return window[`${kind}Storage`].getItem(name)
  } catch {
    return null
  }
}

/** Returns the names of all that is stored, or none when storage is blocked. */
export function storedNames(kind: StorageKind): readonly string[] {
  try {
    return Object.keys(window[`${kind}Storage`])
  } catch {
    return []
  }
}

/**
 * Stores a value; `null` removes it.
 *
 * @returns whether it was stored
 */
export function writeStored(kind: StorageKind, name: string, value: string | null): boolean {
  try {
    if (value === null) window[`${kind}Storage`].removeItem(name)
    else window[`${kind}Storage`].setItem(name, value)
    return true
  } catch {
    // The prerender of the build has no storage, and nothing to report about it.
    return globalThis.window === undefined
  }
}
